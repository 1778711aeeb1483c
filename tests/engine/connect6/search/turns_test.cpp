#include "engine/connect6/search/turns.h"

#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "engine/connect6/evaluation/features.h"
#include "engine/connect6/evaluation/known_strengths.h"
#include "engine/core/rng.h"
#include "tests/engine/connect6/reference.h"
#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {
namespace {

constexpr int kSize = 12;

/// Strengths by patterns and by weights alone.
struct BothStrengths {
  KnownStrengths by_patterns{{round_weights(), sample_patterns()}, kSize};
  KnownStrengths by_weights{{round_weights(), nullptr}, kSize};
  std::array<StoneStrengths*, 2> all{&by_patterns[0], &by_weights[0]};
};

using Pair = std::pair<Cell, Cell>;

/// Computes the probability of every turn of two stones (both orders) with strengths from scratch.
std::map<Pair, double> all_pairs(StoneStrengths& strengths, const Board& board) {
  const auto cells = static_cast<std::size_t>(board.cells());
  std::map<Pair, double> pairs;
  std::vector<double> first(cells);
  std::vector<double> second(cells);
  for (std::size_t a = 0; a < cells; ++a) {
    strengths.follow({});
    strengths.follow(board.history());
    const double sum = strengths.read(first);
    if (first[a] <= 0.0) continue;
    strengths.place(static_cast<Cell>(a));
    const double rest = strengths.read(second);
    for (std::size_t b = 0; b < cells; ++b) {
      const Turn turn = ordered(static_cast<Cell>(a), static_cast<Cell>(b));
      if (second[b] > 0.0) pairs[{turn.first, turn.second}] += first[a] / sum * second[b] / rest;
    }
  }
  return pairs;
}

TEST_CASE("costs are in sixteenths of a bit, rounded to nearest") {
  CHECK(cost_of(1.0) == 0);
  CHECK(cost_of(0.5) == kBit);
  CHECK(cost_of(0.0) == kMaxCost);
  Rng rng(60);
  for (int i = 0; i < 1000; ++i) {
    const double probability =
        std::ldexp(1.0 + rng.below(1000) / 1000.0, -1 - static_cast<int>(rng.below(60)));
    REQUIRE(std::abs(cost_of(probability) + kBit * std::log2(probability)) < 0.501);
    const Cost cost = static_cast<Cost>(rng.below(kMaxCost));
    REQUIRE(probability_of(cost) == doctest::Approx(std::exp2(-cost / 16.0)).epsilon(1e-5));
  }
}

TEST_CASE("the gain of a stone is its change of the window terms") {
  const auto weights = round_weights();
  const LineGains gains(*weights);
  Rng rng(61);
  const auto windows = [&](const LineFeatures& lines,
                           Stone side) {  // from `side`'s view after its turn
    const FeatureVector features = extract(lines, opponent(side), 2);
    std::int64_t sum = 0;
    for (std::size_t k = kOwnWindows; k < kCanWin; ++k)
      sum -= std::int64_t{features[k]} * weights->units()[k];
    return sum;
  };
  for (int i = 0; i < 300; ++i) {
    LineFeatures lines(reference::random_board(rng, kSize, static_cast<int>(rng.below(40)), 12));
    const auto cell = static_cast<Cell>(rng.below(144));
    const Stone side = rng.below(2) == 0 ? Stone::kBlack : Stone::kWhite;
    if (lines.at(cell) != Stone::kEmpty) continue;
    const std::int64_t gain = gains.gain(lines, side, cell);
    const std::int64_t before = windows(lines, side);
    lines.place(cell, side);
    if (!lines.has_six(side)) REQUIRE(windows(lines, side) - before == gain);
  }
}

TEST_CASE("strengths synchronized with other boards equal those of a new board, and 0 on stones") {
  BothStrengths both;
  BothStrengths fresh;
  Rng rng(63);
  std::vector<double> one(kSize * kSize);
  std::vector<double> two(kSize * kSize);
  for (int i = 0; i < 40; ++i) {
    const Board board = reference::random_board(rng, kSize, static_cast<int>(rng.below(40)), 8);
    for (std::size_t kind = 0; kind < both.all.size(); ++kind) {
      both.all[kind]->follow(board.history());
      fresh.all[kind]->follow({});
      fresh.all[kind]->follow(board.history());
      REQUIRE(both.all[kind]->read(one) == fresh.all[kind]->read(two));
      REQUIRE(one == two);
      for (int cell = 0; cell < board.cells(); ++cell)
        REQUIRE((one[static_cast<std::size_t>(cell)] == 0.0) ==
                (board.at(static_cast<Cell>(cell)) != Stone::kEmpty));
    }
  }
}

TEST_CASE("the probability of a turn is the sum of both orders") {
  BothStrengths both;
  const Board board = board_after("1. B[f6] 2. W[g7e7] 3. B[f8e5] 4. W[f7h7]", kSize);
  const Beam everything{kMaxCost, 1, 100'000, 1000};
  for (const auto& strengths : both.all) {
    const std::map<Pair, double> expected = all_pairs(*strengths, board);
    std::vector<RatedTurn> turns;
    TurnGenerator generator(*strengths);
    CHECK_FALSE(generator.generate(board, {}, everything, turns));
    REQUIRE(turns.size() == expected.size());
    double sum = 0.0;
    for (const RatedTurn& rated : turns) {
      REQUIRE(rated.probability ==
              doctest::Approx(expected.at({rated.turn.first, rated.turn.second})).epsilon(1e-9));
      sum += rated.probability;
    }
    CHECK(sum == doctest::Approx(1.0));
  }
}

TEST_CASE("the beam drops costly turns, but keeps the minimum number and the most probable one") {
  BothStrengths both;
  const Board board = board_after("1. B[f6] 2. W[g7e7] 3. B[f8e5] 4. W[f7h7]", kSize);
  TurnGenerator generator(*both.all[0]);
  std::vector<RatedTurn> all;
  generator.generate(board, {}, {kMaxCost, 1, 100'000, 1000}, all);
  std::vector<RatedTurn> few;
  generator.generate(board, {}, {0, 3, 40, 16}, few);
  REQUIRE(few.size() == 3);
  CHECK(few[0].turn == all[0].turn);
  std::vector<RatedTurn> some;
  const Cost limit = all[10].cost;
  generator.generate(board, {}, {limit, 3, 1000, 1000}, some);
  CHECK(some.size() > 5);
  for (const RatedTurn& rated : some) CHECK(rated.cost <= limit);
  generator.generate(board, {}, {limit, 3, 4, 1000}, some);
  CHECK(some.size() == 4);
}

TEST_CASE("generated turns are legal, distinct, sorted by probability, and parry all threats") {
  BothStrengths both;
  Rng rng(62);
  int forced = 0;
  for (int i = 0; i < 300; ++i) {
    const Board board = reference::random_board(rng, kSize, 1 + static_cast<int>(rng.below(50)), 8);
    LineFeatures lines(board);
    const Stone side = board.to_move();
    const int stones_left = board.stones_left_in_turn();
    const Parries needed = parries(lines, opponent(side));
    if (can_win(lines, side, stones_left) || needed.stones_needed() > stones_left) continue;
    std::vector<RatedTurn> turns;
    TurnGenerator generator(*both.all[static_cast<std::size_t>(i % 2)]);
    const bool complete = generator.generate(board, needed, Beam{}, turns);
    REQUIRE_FALSE(turns.empty());
    REQUIRE(complete == (needed.stones_needed() == stones_left));
    std::set<Pair> seen;
    double sum = 0.0;
    for (const auto& [turn, probability, cost] : turns) {
      REQUIRE(lines.at(turn.first) == Stone::kEmpty);
      REQUIRE((turn.second == kNoCell) == (stones_left == 1));
      REQUIRE(seen.insert({turn.first, turn.second}).second);
      REQUIRE(probability <= turns.front().probability);
      sum += probability;
      lines.place(turn.first, side);
      if (turn.second != kNoCell) lines.place(turn.second, side);
      REQUIRE_FALSE(can_win(lines, opponent(side), 2));
      if (turn.second != kNoCell) lines.remove(turn.second);
      lines.remove(turn.first);
    }
    CHECK(sum < 1.000001);
    if (complete) CHECK(sum == doctest::Approx(1.0));
    forced += needed.stones_needed() > 0 ? 1 : 0;
  }
  CHECK(forced > 20);
}

}  // namespace
}  // namespace trivium::connect6
