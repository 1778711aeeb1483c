#include "learning/poker_measure/showdown/showdown_balance.h"

#include <cmath>
#include <cstddef>
#include <doctest/doctest.h>
#include <numeric>
#include <vector>

#include "engine/core/rng.h"
#include "learning/poker_measure/matches/duplicate.h"
#include "learning/poker_measure/showdown/range_pair.h"
#include "tests/learning/poker_measure/poker_support.h"

namespace trivium::learning::poker_measure {

namespace {

/// A game with 16 cards, two own cards and a board of three cards and one more.
poker::GameDefinition middling_game() {
  return game_of(
      "GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = 3\nstack = 20 20\nblind = 2 1\nfirstPlayer = "
      "2 1 1\nnumSuits = 4\n"
      "numRanks = 4\nnumHoleCards = 2\nnumBoardCards = 0 3 1\nEND GAMEDEF\n");
}

std::vector<double> random_weights(std::size_t count, Rng& rng) {
  std::vector<double> weights(count);
  for (double& weight : weights) weight = rng.below(4) == 0 ? 0 : rng.unit();
  return weights;
}

int sign(poker::HandRank a, poker::HandRank b) { return (a > b ? 1 : 0) - (a < b ? 1 : 0); }

}  // namespace

TEST_CASE("balances on a full board agree with a comparison of all pairs") {
  const poker::GameDefinition& game = game_called("limit");
  const ShowdownTable showdowns(game);
  const poker::HoldingTable& table = showdowns.holdings();
  const std::vector<poker::Card> board{3, 17, 18, 40, 51};
  const poker::RunOut way{poker::CardSum(board), 0};
  std::uint64_t known = 0;
  for (const poker::Card card : board) known |= std::uint64_t{1} << card;
  Rng rng(3);
  std::vector<double> weights = random_weights(table.size(), rng);
  for (std::size_t k = 0; k < table.size(); ++k) weights[k] *= (table.mask(k) & known) == 0 ? 1 : 0;
  poker::StrengthOrder sorter;
  std::vector<double> balances(table.size());
  showdowns.add_balances(*showdowns.order(way, known, sorter), weights, balances);
  for (std::size_t own = 0; own < table.size(); own += 13) {
    if ((table.mask(own) & known) != 0) continue;
    const auto rank = [&](std::size_t number) {
      return poker::rank_hand(poker::CardSum(std::span(table[number]).first(2)) + way.sum);
    };
    double slow = 0;
    for (std::size_t other = 0; other < table.size(); ++other) {
      if ((table.mask(other) & (known | table.mask(own))) == 0)
        slow += weights[other] * sign(rank(own), rank(other));
    }
    CHECK(balances[own] == doctest::Approx(slow).epsilon(1e-9));
  }
}

TEST_CASE(
    "balances before the board over all run-outs are antisymmetric and do not depend on the names "
    "of suits") {
  const ShowdownTable showdowns(middling_game());
  const poker::HoldingTable& table = showdowns.holdings();
  const std::vector<float> all = showdowns.first_balances(100'000, 2);
  for (std::size_t own = 0; own < table.size(); ++own) {
    for (std::size_t other = 0; other < table.size(); ++other) {
      CHECK(all[own * table.size() + other] == -all[other * table.size() + own]);
    }
  }
  for (const std::size_t own : {std::size_t{0}, std::size_t{17}, std::size_t{60}}) {
    const std::vector<float> row = showdowns.balances_of(own, {}, 100'000);
    CHECK(std::equal(row.begin(), row.end(),
                     all.begin() + static_cast<std::ptrdiff_t>(own * table.size())));
  }
}

TEST_CASE("the mass of two ranges is the sum over all pairs of holdings that share no card") {
  const poker::HoldingTable table(middling_game());
  RangePair ranges(table);
  Rng rng(5);
  ranges.scale(0, random_weights(table.size(), rng));
  ranges.scale(1, random_weights(table.size(), rng));
  ranges.take(table[3][0]);
  double mass = 0;
  for (std::size_t own = 0; own < table.size(); ++own) {
    double joint = 0;
    for (std::size_t other = 0; other < table.size(); ++other) {
      if ((table.mask(own) & table.mask(other)) == 0)
        joint += ranges.weights(0)[own] * ranges.weights(1)[other];
    }
    CHECK(ranges.joint(0)[own] == doctest::Approx(joint).epsilon(1e-9));
    mass += joint;
  }
  CHECK(ranges.mass() == doctest::Approx(mass));
  CHECK(ranges.weights(0)[3] == 0);
}

TEST_CASE("merged moments equal the moments of all values") {
  Rng rng(9);
  statistics::Moments all, first, second;
  for (int k = 0; k < 100; ++k) {
    const double value = 10 * rng.unit() + 1000;
    all.add(value);
    (k < 30 ? first : second).add(value);
  }
  statistics::Moments merged;
  merged += first;
  merged += second;
  merged += statistics::Moments();
  CHECK(merged.count() == 100);
  CHECK(merged.mean() == doctest::Approx(all.mean()));
  CHECK(merged.variance() == doctest::Approx(all.variance()));
}

TEST_CASE("the sampling unit of a duplicate match is the pair of hands") {
  Duplicate duplicate;
  duplicate.add(100, -80);
  CHECK(duplicate.winnings().units == 1);
  CHECK(std::isinf(duplicate.winnings().half_width));
  duplicate.add(-100, 140);
  const Winnings winnings = duplicate.winnings();
  CHECK(winnings.mean == doctest::Approx(15));
  CHECK(winnings.half_width == doctest::Approx(1.959964 * 5));
  CHECK(winnings.low() < winnings.high());
}

}  // namespace trivium::learning::poker_measure
