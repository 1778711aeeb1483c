#include "engine/connect6/patterns/line_features.h"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>

#include "engine/connect6/evaluation/features.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/connect6/threats/threats.h"
#include "engine/core/rng.h"
#include "tests/engine/connect6/reference.h"

namespace trivium::connect6 {
namespace {

Cell cell(const LineFeatures& lines, const char* name) {
  return *parse_record_vertex(name, lines.size());
}

void place(LineFeatures& lines, Stone stone, std::initializer_list<const char*> names) {
  for (const char* name : names) lines.place(cell(lines, name), stone);
}

int value(const FeatureVector& values, std::string_view name) {
  const auto found = std::find(kFeatureNames.begin(), kFeatureNames.end(), name);
  return values[static_cast<std::size_t>(found - kFeatureNames.begin())];
}

TEST_CASE("a 19x19 board has 924 windows, a 6x6 board 14") {
  CHECK(WindowTable::of_size(19).windows() == 2 * 19 * 14 + 2 * 14 * 14);
  CHECK(WindowTable::of_size(6).windows() == 14);
  CHECK(WindowTable::of_size(25).windows() == kMaxWindows);
}

TEST_CASE("a corner cell lies in 3 windows, the center of 19x19 in 24") {
  CHECK(WindowTable::of_size(19).through(0).size() == 3);
  CHECK(WindowTable::of_size(19).through(9 + 19 * 9).size() == 24);
}

TEST_CASE("a window lists a cell exactly if the cell lists the window") {
  for (int size = kMinSize; size <= kMaxSize; ++size) {
    const WindowTable& table = WindowTable::of_size(size);
    for (int w = 0; w < table.windows(); ++w) {
      for (const Cell c : table.cells(static_cast<Window>(w))) {
        const auto through = table.through(c);
        CHECK(std::binary_search(through.begin(), through.end(), static_cast<Window>(w)));
      }
    }
  }
}

TEST_CASE("a lone stone opens its windows; an opponent's neighbor kills those they share") {
  LineFeatures lines(19);
  place(lines, Stone::kBlack, {"j10"});
  CHECK(lines.open_windows(Stone::kBlack, 1) == 24);
  place(lines, Stone::kWhite, {"k10"});  // of six windows in the row, one holds j10 without k10
  CHECK(lines.open_windows(Stone::kBlack, 1) == 19);
  CHECK(lines.open_windows(Stone::kWhite, 1) == 19);
}

TEST_CASE("five stones in a row on an empty line make two open windows of five") {
  LineFeatures lines(19);
  place(lines, Stone::kWhite, {"h10", "i10", "j10", "k10", "l10"});
  CHECK(lines.open_windows(Stone::kWhite, 5) == 2);
  CHECK_FALSE(lines.has_six(Stone::kWhite));
  place(lines, Stone::kWhite, {"m10"});
  CHECK(lines.has_six(Stone::kWhite));
}

TEST_CASE("visit_open_windows() visits each open window once, in ascending order") {
  LineFeatures lines(19);
  place(lines, Stone::kBlack, {"j10"});
  std::vector<Window> met;
  CHECK(lines.visit_open_windows(Stone::kBlack, 1, [&](Window window) {
    met.push_back(window);
    return true;
  }));
  const auto through = lines.table().through(cell(lines, "j10"));
  CHECK(std::equal(met.begin(), met.end(), through.begin(), through.end()));
}

TEST_CASE("incremental features equal those counted from scratch") {
  Rng rng(7);
  for (const int size : {6, 9, 19, 25}) {
    Board board(size);
    LineFeatures kept(size);
    for (int step = 0; step < 600; ++step) {
      const auto random_cell =
          static_cast<Cell>(rng.below(static_cast<std::uint32_t>(board.cells())));
      if (rng.below(3) == 0 && board.stones() > 0) {
        kept.remove(board.history().back());
        board.undo_move();
      } else if (board.is_legal(random_cell)) {
        kept.place(random_cell, board.to_move());
        board.do_move(random_cell);
      }
      REQUIRE(kept == LineFeatures(board));
      REQUIRE(kept.has_six(Stone::kBlack) == (board.winner() == Stone::kBlack));
      REQUIRE(kept.has_six(Stone::kWhite) == (board.winner() == Stone::kWhite));
    }
  }
}

TEST_CASE("stones may be removed in any order") {
  LineFeatures lines(9);
  place(lines, Stone::kBlack, {"a1", "b2", "c3"});
  lines.remove(cell(lines, "a1"));
  lines.remove(cell(lines, "c3"));
  LineFeatures other(9);
  place(other, Stone::kBlack, {"b2"});
  CHECK(lines == other);
}

TEST_CASE("feature names are unique and each value has one") {
  const auto names = feature_names();
  const std::set<std::string> unique(names.begin(), names.end());
  CHECK(unique.size() == kFeatureCount);
  CHECK(names[kOwnWindows] == "open_windows_own[1]");
  CHECK(names[kOpponentWindows + 4] == "open_windows_opponent[5]");
  CHECK(names[kCanWin] == "can_win");
  CHECK(names[kMustParry + 2] == "must_parry[3]");
}

TEST_CASE("features are from the side to move's view") {
  LineFeatures lines(19);
  place(lines, Stone::kBlack, {"j10"});
  const FeatureVector black = extract(lines, Stone::kBlack, 2);
  const FeatureVector white = extract(lines, Stone::kWhite, 2);
  CHECK(value(black, "open_windows_own[1]") == 24);
  CHECK(value(black, "open_windows_opponent[1]") == 0);
  CHECK(value(white, "open_windows_own[1]") == 0);
  CHECK(value(white, "open_windows_opponent[1]") == 24);
}

TEST_CASE("four in a row is a win for the side to move and a double threat for the other") {
  LineFeatures lines(19);
  place(lines, Stone::kBlack, {"h10", "i10", "j10", "k10"});
  CHECK(value(extract(lines, Stone::kBlack, 2), "can_win") == 1);
  CHECK(value(extract(lines, Stone::kBlack, 1), "can_win") == 0);
  CHECK(value(extract(lines, Stone::kBlack, 1), "one_stone_left") == 1);
  CHECK(value(extract(lines, Stone::kWhite, 2), "can_win") == 0);
  CHECK(value(extract(lines, Stone::kWhite, 2), "must_parry[2]") == 1);
}

TEST_CASE("extract_quiet() returns the same features when no win is possible") {
  Rng rng(5);
  std::array<int, 4> positions{};  // by stones that parry
  for (int i = 0; i < 400; ++i) {
    const Board board = reference::random_board(rng, 19, 1 + static_cast<int>(rng.below(60)), 10);
    const LineFeatures lines(board);
    const int left = board.stones_left_in_turn();
    if (can_win(lines, board.to_move(), left)) continue;
    const int needed = stones_to_parry(lines, opponent(board.to_move()));
    CHECK(extract_quiet(lines, board.to_move(), left, needed) ==
          extract(lines, board.to_move(), left));
    ++positions.at(static_cast<std::size_t>(needed));
  }
  for (std::size_t needed = 0; needed <= 3; ++needed) CHECK(positions.at(needed) > 0);
}

TEST_CASE("the features of a board are those of its stones and its turn") {
  Rng rng(3);
  for (int i = 0; i < 50; ++i) {
    const Board board = reference::random_board(rng, 19, 1 + static_cast<int>(rng.below(40)), 10);
    CHECK(extract(board) ==
          extract(LineFeatures(board), board.to_move(), board.stones_left_in_turn()));
  }
}

}  // namespace
}  // namespace trivium::connect6
