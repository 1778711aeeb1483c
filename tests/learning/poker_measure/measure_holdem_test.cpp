#include <cmath>
#include <cstddef>
#include <doctest/doctest.h>
#include <vector>

#include "engine/poker/rules/records.h"
#include "learning/poker_measure/best_response/local_best_response.h"
#include "learning/poker_measure/matches/all_in_expectation.h"
#include "learning/poker_measure/matches/policy_match.h"
#include "learning/poker_measure/showdown/showdown_balance.h"
#include "tests/learning/poker_measure/poker_support.h"

namespace trivium::learning::poker_measure {

namespace {

std::size_t holding(const poker::HoldingTable& table, std::string_view text) {
  poker::Holding cards;
  cards.fill(poker::kNoCard);
  for (std::size_t k = 0; k < 2; ++k) cards[k] = *poker::take_card(text);
  return table.number(cards);
}

}  // namespace

TEST_CASE(
    "balances before the flop are close to those over all boards, and exact from the flop on") {
  const ShowdownTable showdowns(game_called("limit"));
  const poker::HoldingTable& table = showdowns.holdings();
  const std::size_t aces = holding(table, "AsAh"), kings = holding(table, "KsKh");
  const std::vector<float> before = showdowns.balances_of(aces, {}, 3000);
  // Of 1,712,304 boards the aces win 1,410,336 and lose 292,660.
  CHECK(before[kings] == doctest::Approx(0.653).epsilon(0.08));
  CHECK(before[holding(table, "AsKd")] == 0);
  const poker::GameDefinition& nolimit = game_called("nolimit");
  const auto record = poker::parse_state("STATE:0:cc/r20000c//:AsAh|KsKh/Kd3c4d/5d/9h", nolimit);
  REQUIRE(record);
  const std::vector<poker::Card> flop(record->hand.board().begin(),
                                      record->hand.board().begin() + 3);
  const std::vector<float> after = showdowns.balances_of(aces, flop, 3000);
  CHECK(static_cast<double>(after[kings]) ==
        doctest::Approx(expected_payoffs(record->hand)[0] / 20000));
}

/// Checks that AIVAT reduces the deviation in a match of `pairs` pairs of hands.
void check_aivat(std::uint64_t pairs) {
  const auto call = policy_called("call", "limit"), random = policy_called("random", "limit");
  PolicyMatchOptions options;
  options.pairs = pairs;
  const PolicyMatchResult result =
      *play_policy_match(game_called("limit"), *random, *call, options);
  const double raw = result.of(Estimator::kRaw).winnings().deviation;
  CHECK(result.of(Estimator::kAivatOneKnown).winnings().deviation < 0.75 * raw);
  CHECK(result.of(Estimator::kAivatBothKnown).winnings().deviation < 0.25 * raw);
  for (std::size_t k = 0; k < kEstimators; ++k) {
    const Winnings apart = result.less_raw[k].winnings();
    CHECK(std::abs(apart.mean) <= 2 * apart.half_width);
  }
}

TEST_CASE("AIVAT in limit hold'em reduces the deviation and keeps the mean") { check_aivat(12); }

TEST_CASE("AIVAT in a longer match of limit hold'em reduces the deviation and keeps the mean" *
          doctest::test_suite("long")) {
  check_aivat(60);
}

/// Checks the local best response in `hands` hands, and that its standard error is below
/// `max_error`.
void check_local_best_response(std::uint64_t hands, double max_error) {
  const auto call = policy_called("call", "limit");
  LbrOptions options;
  options.bets = *BetPlan::parse("fcpa");
  options.hands = hands;
  const LbrResult result = *local_best_response(game_called("limit"), *call, options);
  CHECK(result.mean() > 500);
  CHECK(result.standard_error() < max_error);
}

// A quarter of the hands has twice the standard error.
TEST_CASE("local best response with bets wins more than half a big blind from a calling player") {
  check_local_best_response(15, 1000);
}

TEST_CASE("local best response with bets wins from a calling player in more hands" *
          doctest::test_suite("long")) {
  check_local_best_response(60, 500);
}

}  // namespace trivium::learning::poker_measure
