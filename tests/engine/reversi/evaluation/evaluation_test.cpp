#include "engine/reversi/evaluation/evaluation.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <vector>

#include "tests/engine/reversi/endgame/minimax.h"
#include "tests/engine/reversi/rules/position_of.h"
#include "tests/engine/reversi/sample_knowledge.h"

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

TEST_CASE("with knowledge, the value of a position is that of its patterns, move after move") {
  const Knowledge knowledge = sample_knowledge();
  const Evaluator evaluator(knowledge);
  Rng rng(3);
  EvaluatedPosition evaluated = evaluator.begin(Position::start());
  while (!evaluated.position.over()) {
    CHECK(evaluator.value(evaluated) == knowledge.value->value(evaluated.position));
    CHECK(evaluator.value(evaluated.position) == evaluator.value(evaluated));
    const std::vector<Move> moves = legal_moves(evaluated.position);
    const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    evaluated = move == kPass ? evaluator.passed(evaluated)
                              : evaluator.placed(evaluated, move, evaluated.position.flips(move));
  }
}

TEST_CASE("the expectation is surer where the errors of the value are smaller") {
  const Knowledge knowledge = sample_knowledge();
  Rng rng(2);
  const Position early = random_endgame(rng, 8, 56);
  const Position late = random_choice(rng, 8, 6);
  CHECK(expectation(1000, false, late, knowledge).win >
        expectation(1000, false, early, knowledge).win);
}

}  // namespace
}  // namespace trivium::reversi
