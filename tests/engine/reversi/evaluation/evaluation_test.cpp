#include "engine/reversi/evaluation/evaluation.h"

#include <doctest/doctest.h>

#include "tests/engine/reversi/endgame/minimax.h"
#include "tests/engine/reversi/rules/position_of.h"

namespace trivium::reversi {
namespace {

TEST_CASE("the start position has equal mobility and the value 0") {
  for (const int size : kSizes) {
    const MobilityCounts counts = count_mobility(Position::start(size));
    CHECK(counts.own_moves == 4);
    CHECK(counts.other_moves == 4);
    CHECK(counts.own_stable == 0);
    CHECK(counts.other_stable == 0);
    CHECK(mobility_value(counts) == 0);
  }
}

TEST_CASE("moves and stable discs of both sides are counted") {
  // X has a1, b1 and c1, which are stable, and can play g1. O can play nothing.
  const Position position = position_of_rows("XXXOOO------------------");
  const MobilityCounts counts = count_mobility(position);
  CHECK(counts.own_moves == count(position.moves()));
  CHECK(counts.own_moves == 1);
  CHECK(counts.other_moves == 0);
  CHECK(counts.own_stable == 3);
  CHECK(counts.other_stable == 0);
  CHECK(mobility_value(counts) == 4 * kMobilityUnit);
}

TEST_CASE("the value for the other side is the negative one") {
  const Knowledge none;
  const Evaluator evaluator(none);
  Rng rng(1);
  for (int i = 0; i < 300; ++i) {
    const Position position = random_endgame(rng, kSizes[i % kSizes.size()], 4 + i % 40);
    CHECK(evaluator.value(position.passed()) == -evaluator.value(position));
    CHECK(evaluator.value(position) <= kMaxValue);
  }
}

TEST_CASE("a value is limited to the scores that a game can have") {
  CHECK(mobility_value({.own_moves = 30, .own_stable = 60}) == kMaxValue);
  CHECK(mobility_value({.other_moves = 30, .other_stable = 60}) == -kMaxValue);
}

TEST_CASE("the expectation grows with the value, and is certain for final scores") {
  const Knowledge none;
  const Position position = Position::start();
  const auto expected = [&](Value value, bool is_final) {
    return expectation(value, is_final, position, none);
  };
  int win = -1;
  for (Value value = -kMaxValue; value <= kMaxValue; value += kDisc) {
    const WinDrawLoss now = expected(value, false);
    CHECK(now.win + now.draw + now.loss == 1000);
    CHECK(now.win >= win);
    CHECK(now.win == expected(-value, false).loss);
    win = now.win;
  }
  CHECK(expected(0, false).draw > 0);
  CHECK(expected(0, false).draw < 100);
  CHECK(expected(200, true).win == 1000);
  CHECK(expected(0, true).draw == 1000);
  CHECK(expected(-200, true).loss == 1000);
}

}  // namespace
}  // namespace trivium::reversi
