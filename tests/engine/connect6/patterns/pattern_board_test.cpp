#include "engine/connect6/patterns/pattern_board.h"

#include <doctest/doctest.h>
#include <memory>

#include "engine/connect6/patterns/pattern_strengths.h"
#include "engine/core/rng.h"
#include "tests/engine/connect6/patterns/pattern_reference.h"
#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {
namespace {

/// Every word of definitions.
constexpr std::string_view kEverything =
    "line row 8\nline column 7\nlonger behind\nedge outside\nline rising 5\nedge clipped\nturn "
    "yes\nline row+falling 5\nplayer no\nmakes\n"
    "parries\nplayer yes\nanswers\ndistance 1 9\nturn no\ndistance 3 40\n";

PatternSet everything() { return *PatternSet::parse(kEverything); }

void check_codes(const PatternBoard& kept, const Board& board) {
  const PatternLayout& layout = kept.layout();
  std::vector<std::uint32_t> codes(static_cast<std::size_t>(board.cells()));
  const auto compare = [&](int group, const auto& code_at) {
    for (int i = 0; i < board.cells(); ++i) {
      const auto cell = static_cast<Cell>(i);
      if (board.at(cell) != Stone::kEmpty) continue;
      const std::uint32_t expected = reference::pattern_code(
          board, layout.set().groups()[static_cast<std::size_t>(group)], cell);
      REQUIRE(code_at(cell) == expected);
    }
  };
  const auto side = static_cast<std::size_t>(kept.view() % 2);
  for (std::size_t place = 0; place < layout.standing().size(); ++place) {
    compare(layout.standing()[place], [&](Cell cell) { return kept.code(cell, place).of(side); });
  }
  for (std::size_t place = 0; place < layout.passing().size(); ++place) {
    kept.passing_codes(place, codes);
    compare(layout.passing()[place], [&](Cell cell) { return codes[cell]; });
  }
}

/// Calls `step` for each of some placed and undone stones. They are near each other, so that lines
/// arise.
template <class Step>
void walk(Rng& rng, Board& board, int steps, const Step& step) {
  for (int i = 0; i < steps; ++i) {
    if (board.stones() > 0 && rng.below(4) == 0) {
      const Cell cell = board.history().back();
      board.undo_move();
      step(cell, false);
      continue;
    }
    const auto spread = static_cast<std::uint32_t>(std::min(board.size(), 9));
    const Cell cell = board.cell(static_cast<int>(rng.below(spread)),
                                 board.size() - 1 - static_cast<int>(rng.below(spread)));
    if (!board.is_legal(cell) || board.do_move(cell)) {
      if (board.winner() != Stone::kEmpty) board.undo_move();
      continue;
    }
    step(cell, true);
  }
}

/// Checks walks of `steps` steps on boards of three sizes.
void check_kept_codes(int steps) {
  Rng rng(3);
  for (const int size : {6, 11, 19}) {
    const PatternLayout layout(everything(), size);
    PatternBoard kept(layout);
    Board board(size);
    check_codes(kept, board);
    walk(rng, board, steps, [&](Cell cell, bool placed) {
      placed ? kept.place(cell) : kept.undo();
      check_codes(kept, board);
    });
    kept.clear();
    check_codes(kept, Board(size));
  }
}

TEST_CASE("incremental codes equal those read from the board, also after undoing stones") {
  check_kept_codes(12);
}

TEST_CASE("incremental codes equal those read from the board after many stones" *
          doctest::test_suite("long")) {
  check_kept_codes(70);
}

TEST_CASE("the features of a set fill its numbers, and no two groups have one in common") {
  const PatternSet set = everything();
  FeatureId next = 0;
  for (const PatternTable& table : set.tables()) {
    CHECK(table.begin == next);
    next += table.features();
  }
  CHECK(next == set.features());
}

TEST_CASE("a stone changes the codes of no cell that changes() does not name") {
  const PatternLayout layout(everything(), 19);
  PatternBoard kept(layout);
  const Board board = board_after(
      "1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8] 5. B[h10i7] 6. W[m11l10] 7. B[m12n12]");
  for (const Cell cell : board.history()) {
    std::vector<CodePair> before;
    for (Cell at = 0; at < 361; ++at) {
      for (std::size_t place = 0; place < layout.standing().size(); ++place)
        before.push_back(kept.code(at, place));
    }
    kept.place(cell);
    std::vector<std::uint32_t> named(361);
    for (const PatternChange change : layout.changes(cell)) named[change.cell] = change.groups;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const std::size_t place = i % layout.standing().size();
      const auto at = static_cast<Cell>(i / layout.standing().size());
      if ((named[at] >> place & 1) == 0) REQUIRE(kept.code(at, place) == before[i]);
    }
  }
}

TEST_CASE(
    "a row of the paper's fourth set near the edge has the paper's code, in which cells beyond the "
    "edge are the opponent's") {
  const PatternLayout layout(*PatternSet::named("paper-4"), 19);
  PatternBoard kept(layout);
  const auto digits = [](std::initializer_list<std::uint32_t> states) {
    std::uint32_t code = 0;
    std::uint32_t power = 1;
    for (const std::uint32_t state : states) {
      code += state * power;
      power *= 3;
    }
    return code;
  };
  kept.place(2);  // Black on c1
  CHECK(kept.code(1, 0).of(0) ==
        digits({2, 2, 2, 0, 1, 0, 0, 0}));  // b1, as Black sees it: a1 is empty, c1 own
  CHECK(kept.code(1, 0).of(1) == digits({2, 2, 2, 0, 2, 0, 0, 0}));
  CHECK(kept.feature(1, 0, 1) == 6561 + kept.code(1, 0).of(1));
}

TEST_CASE(
    "incremental strengths equal those computed from scratch bit for bit, with gammas by sight or "
    "without") {
  Rng rng(9);
  const PatternSet set = everything();
  std::vector<double> gammas(set.features());
  for (double& gamma : gammas) gamma = 0.25 + 2.0 * rng.unit();
  const PatternLayout layout(set, 11);
  PatternStrengths<4> kept(layout, gammas, std::make_shared<const SightGammas<4>>(layout, gammas));
  Board board(11);
  walk(rng, board, 120, [&](Cell cell, bool placed) {
    placed ? kept.place(cell) : kept.undo(cell);
    double total = 0.0;
    for (Cell at = 0; at < board.cells(); ++at) {
      double strength = board.at(at) == Stone::kEmpty ? 1.0 : 0.0;
      for (const PatternGroup& group : set.groups()) {
        if (strength > 0.0) strength *= gammas[reference::pattern_feature(board, set, group, at)];
      }
      REQUIRE(kept.strength(at) == doctest::Approx(strength).epsilon(1e-14));
      total += strength;
    }
    REQUIRE(kept.total() == doctest::Approx(total).epsilon(1e-13));
    PatternStrengths<4> anew(layout, gammas);
    for (const Cell stone : board.history()) anew.place(stone);
    REQUIRE(anew.total() == kept.total());
  });
  kept.clear();
  CHECK(kept.total() == PatternStrengths<4>(layout, gammas).total());
}

}  // namespace
}  // namespace trivium::connect6
