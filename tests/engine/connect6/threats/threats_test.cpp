#include "engine/connect6/threats/threats.h"

#include <doctest/doctest.h>
#include <string>

#include "engine/connect6/rules/vertex.h"
#include "tests/engine/connect6/reference.h"
#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {
namespace {

LineFeatures stones(int size, std::initializer_list<const char*> black,
                    std::initializer_list<const char*> white = {}) {
  LineFeatures lines(size);
  for (const char* name : black) lines.place(*parse_record_vertex(name, size), Stone::kBlack);
  for (const char* name : white) lines.place(*parse_record_vertex(name, size), Stone::kWhite);
  return lines;
}

std::string names(const Parries& parries, int size) {
  std::string text;
  for (const Turn& set : parries.sets()) {
    if (!text.empty()) text += ' ';
    text += name(set, size);
  }
  return text;
}

TEST_CASE("two stones complete a four, one completes a five") {
  const LineFeatures four = stones(19, {"a1", "b1", "c1", "d1"});
  CHECK(name(*winning_turn(four, Stone::kBlack, 2), 19) == "e1f1");
  CHECK_FALSE(winning_turn(four, Stone::kBlack, 1).has_value());
  CHECK_FALSE(winning_turn(four, Stone::kWhite, 2).has_value());
  const LineFeatures five = stones(19, {"a1", "b1", "c1", "d1", "f1"});
  CHECK(name(*winning_turn(five, Stone::kBlack, 1), 19) == "e1");
  CHECK(name(*winning_turn(five, Stone::kBlack, 2), 19) == "e1");
}

TEST_CASE("sixes() lists each set once, single stones first") {
  const auto names = [](const LineFeatures& lines) {
    std::string text;
    for (const Turn& turn : sixes(lines, Stone::kBlack)) text += name(turn, 19) + ' ';
    return text;
  };
  CHECK(names(stones(19, {"a1", "b1", "c1"})).empty());
  CHECK(names(stones(19, {"c1", "d1", "e1", "f1"})) == "a1b1 b1g1 g1h1 ");
  CHECK(names(stones(19, {"c1", "d1", "e1", "f1"}, {"g1"})) == "a1b1 ");
  CHECK(names(stones(19, {"a1", "b1", "c1", "d1", "f1"})) == "e1 ");  // no pair contains e1
  CHECK(sixes(stones(19, {"c1", "d1", "e1", "f1"}), Stone::kWhite).empty());
}

TEST_CASE("without a four there is nothing to parry") {
  const LineFeatures lines = stones(19, {"a1", "b1", "c1"});
  CHECK(parries(lines, Stone::kBlack).stones_needed() == 0);
  CHECK(parries(lines, Stone::kBlack).sets().empty());
}

TEST_CASE("a four in the corner has one window: either of its empty cells parries") {
  const LineFeatures lines = stones(19, {"a1", "b1", "c1", "d1"}, {"g1"});
  CHECK(parries(lines, Stone::kBlack).stones_needed() == 1);
  CHECK(names(parries(lines, Stone::kBlack), 19) == "e1 f1");
}

TEST_CASE("an open four needs a stone at each end") {
  const LineFeatures lines = stones(19, {"h10", "i10", "j10", "k10"});
  CHECK(parries(lines, Stone::kBlack).stones_needed() == 2);
  CHECK(names(parries(lines, Stone::kBlack), 19) == "f10l10 g10l10 g10m10");
}

TEST_CASE("two stones cannot parry three separate fours") {
  const LineFeatures lines =
      stones(19, {"a1", "b1", "c1", "d1", "a5", "b5", "c5", "d5", "a9", "b9", "c9", "d9"},
             {"g1", "g5", "g9"});
  CHECK(parries(lines, Stone::kBlack).stones_needed() == 3);
  CHECK(parries(lines, Stone::kBlack).sets().empty());
  CHECK(stones_to_parry(lines, Stone::kBlack) == 3);
}

TEST_CASE("one stone in their common cell parries two crossing fours") {
  const LineFeatures lines =
      stones(9, {"a1", "b1", "c1", "d1", "f2", "f3", "f4", "f5"}, {"f7", "g1"});
  CHECK(names(parries(lines, Stone::kBlack), 9) == "f1 e1f6");
}

/// Compares threats and parries with the reference on `boards` boards. Requires that a side can win
/// on at least a third of them and that each number of needed stones occurs on at least a
/// thirtieth.
void check_threats(int boards) {
  Rng rng(11);
  int wins = 0;
  int needed[4] = {};
  for (int i = 0; i < boards; ++i) {
    const int size = 6 + static_cast<int>(rng.below(4));
    reference::Stones plain =
        reference::random_stones(rng, size, size * size / 2, 3 + rng.below(5));
    LineFeatures lines(size);
    for (std::size_t cell = 0; cell < plain.at.size(); ++cell) {
      if (plain.at[cell] != Stone::kEmpty) lines.place(static_cast<Cell>(cell), plain.at[cell]);
    }
    for (const Stone stone : {Stone::kBlack, Stone::kWhite}) {
      const bool one = plain.can_win(stone, 1);
      const bool two = plain.can_win(stone, 2);
      REQUIRE(can_win(lines, stone, 1) == one);
      REQUIRE(can_win(lines, stone, 2) == two);
      REQUIRE(winning_turn(lines, stone, 1).has_value() == one);
      REQUIRE(winning_turn(lines, stone, 2).has_value() == two);
      wins += two ? 1 : 0;

      const auto expected = reference::parries(plain, stone);
      const Parries found = parries(lines, stone);
      std::set<std::pair<Cell, Cell>> listed;
      for (const Turn& set : found.sets()) listed.insert({set.first, set.second});
      REQUIRE(listed == expected);
      REQUIRE(listed.size() == found.sets().size());
      const bool single =
          !expected.empty() && std::any_of(expected.begin(), expected.end(),
                                           [](auto& s) { return s.second == kNoCell; });
      REQUIRE(found.stones_needed() == (!two ? 0 : expected.empty() ? 3 : single ? 1 : 2));
      REQUIRE(stones_to_parry(lines, stone) == found.stones_needed());
      ++needed[found.stones_needed()];
    }
  }
  CHECK(wins > boards / 3);
  for (const int count : needed) CHECK(count > boards / 30);  // the positions cover every case
}

TEST_CASE("wins and parries agree with trying every stone and every pair") { check_threats(50); }

TEST_CASE("wins and parries agree with trying all on 300 boards" * doctest::test_suite("long")) {
  check_threats(300);
}

TEST_CASE("a winning turn makes six") {
  Rng rng(12);
  int checked = 0;
  while (checked < 100) {
    Board board = reference::random_board(rng, 10, 30, 10);
    const auto turn =
        winning_turn(LineFeatures(board), board.to_move(), board.stones_left_in_turn());
    if (!turn) continue;
    const Stone side = board.to_move();
    board.do_move(turn->first);
    if (turn->second != kNoCell) board.do_move(turn->second);
    REQUIRE(board.winner() == side);
    ++checked;
  }
}

}  // namespace
}  // namespace trivium::connect6
