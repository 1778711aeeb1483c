#include "learning/poker_measure/best_response/local_best_response.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/poker/policies/policies.h"
#include "learning/cfr/exact/exact_cfr.h"
#include "learning/poker_measure/best_response/best_response.h"
#include "tests/learning/cfr/exact/tabular_policy.h"
#include "tests/learning/poker_measure/poker_support.h"

namespace trivium::learning::poker_measure {

namespace {

using poker::Action;

BetSet set_named(const std::string& name) {
  const Result<BetSet> set = bet_set_named(name);
  if (!set) FAIL(set.error().message);
  return *set;
}

BetPlan plan_named(const std::string& text) {
  const Result<BetPlan> plan = BetPlan::parse(text);
  if (!plan) FAIL(plan.error().message);
  return *plan;
}

/// Returns the exact winnings of the local best response by position.
std::array<double, 2> exact(const poker::GameDefinition& game, const poker::Policy& policy,
                            const std::string& plan) {
  const Result<std::array<double, 2>> means =
      exact_local_best_response(game, policy, plan_named(plan));
  if (!means) FAIL(means.error().message);
  return *means;
}

/// Returns the average strategy after `iterations` iterations of plain CFR.
std::shared_ptr<const poker::Policy> half_learned(const poker::GameDefinition& game,
                                                  int iterations) {
  const auto tree = *PublicTree::make(game);
  cfr::ExactCfr learner(tree, cfr::Variant::kCfr);
  for (int k = 0; k < iterations; ++k) learner.iterate();
  return std::make_shared<cfr::TabularPolicy>("average", tree, learner.average());
}

std::vector<std::shared_ptr<const poker::Policy>> many_policies(const poker::GameDefinition& game) {
  std::vector<std::shared_ptr<const poker::Policy>> policies;
  for (const std::string kind : {"call", "raise", "random", "rule"})
    policies.push_back(policy_for(kind, game));
  for (const int iterations : {1, 10, 300}) policies.push_back(half_learned(game, iterations));
  return policies;
}

}  // namespace

TEST_CASE(
    "local best response never wins more than the exact best response on Kuhn, Leduc and other "
    "small games") {
  for (const poker::GameDefinition& game :
       {game_called("kuhn"), game_called("leduc"), game_of(kSmallNoLimit), game_of(kTwoCards)}) {
    for (const auto& policy : many_policies(game)) {
      for (const std::string set : {"c", "fc", "fcpa", "large", "c/fcpa", "fcpa/c", "c/large"}) {
        if (!game.no_limit() && set.find("large") != std::string::npos)
          continue;  // the same as fcpa in limit games
        const std::array<double, 2> local = exact(game, *policy, set);
        for (int seat = 0; seat < 2; ++seat) {
          const double best = in_milli_blinds(game, *best_response_value(game, *policy, seat));
          CAPTURE(write_game_definition(game));
          CAPTURE(policy->name());
          CAPTURE(set);
          CHECK(local[static_cast<std::size_t>(seat)] <= best + 1e-6);
        }
      }
    }
  }
}

TEST_CASE(
    "in Kuhn, the local best response to a calling player wins as much as the exact best "
    "response") {
  const poker::GameDefinition game = game_called("kuhn");
  const auto call = policy_called("call", "kuhn");
  const std::array<double, 2> local = exact(game_called("kuhn"), *call, "fcpa");
  // Betting the king wins one more chip than checking it, in a third of the hands.
  CHECK(local[0] == doctest::Approx(1000.0 / 3));
  CHECK(local[1] == doctest::Approx(in_milli_blinds(game, *best_response_value(game, *call, 1))));
}

TEST_CASE("with fold and call only, the local best response wins nothing from a calling player") {
  for (const double mean : exact(game_called("leduc"), *policy_called("call", "leduc"), "fc"))
    CHECK(mean == doctest::Approx(0).epsilon(1e-9));
}

TEST_CASE("the mean of sampled hands agrees with the exact mean") {
  const poker::GameDefinition game = game_called("leduc");
  const auto policy = policy_called("rule", "leduc");
  LbrOptions options;
  options.bets = plan_named("fcpa");
  options.hands = 6000;
  const Result<LbrResult> sampled = local_best_response(game, *policy, options);
  REQUIRE(sampled);
  const std::array<double, 2> means = exact(game_called("leduc"), *policy, "fcpa");
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const statistics::Moments& seen = sampled->by_position[seat];
    CHECK(seen.count() == 3000);
    CHECK(std::abs(seen.mean() - means[seat]) < 4 * seen.standard_error());
  }
  CHECK(sampled->mean() ==
        doctest::Approx((sampled->by_position[0].mean() + sampled->by_position[1].mean()) / 2));
}

TEST_CASE("the result does not depend on the number of threads, but on the seed") {
  const poker::GameDefinition game = game_called("leduc");
  const auto policy = policy_called("random", "leduc");
  LbrOptions options;
  options.bets = plan_named("fcpa");
  options.hands = 99;
  const LbrResult one = *local_best_response(game, *policy, options);
  options.threads = 3;
  std::uint64_t reported = 0;
  options.progress = [&](std::uint64_t hands) { reported = hands; };
  const LbrResult three = *local_best_response(game, *policy, options);
  CHECK(one.mean() == three.mean());
  CHECK(one.standard_error() == three.standard_error());
  CHECK(reported == 99);
  options.seed = 2;
  CHECK(local_best_response(game, *policy, options)->mean() != one.mean());
}

TEST_CASE("a plan has a set for each round, and the last set applies to all later rounds") {
  const auto call = policy_called("call", "leduc");
  const std::array<double, 2> late = exact(game_called("leduc"), *call, "fc/fcpa");
  const std::array<double, 2> always = exact(game_called("leduc"), *call, "fcpa");
  const std::array<double, 2> never = exact(game_called("leduc"), *call, "fc");
  CHECK(exact(game_called("leduc"), *call, "fcpa/fcpa") == always);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    CHECK(late[seat] < always[seat]);
    CHECK(late[seat] > never[seat]);
  }
  CHECK(BetPlan::parse("fc/fcp").error().message ==
        "round 2: unknown set of bets 'fcp': there are c, fc, fcpa, large");
  CHECK_FALSE(BetPlan::parse("fc/"));
}

TEST_CASE("against a raising player, calling every hand breaks even and folding weak hands wins") {
  const auto raise = policy_called("raise", "leduc");
  for (const double mean : exact(game_called("leduc"), *raise, "c"))
    CHECK(mean == doctest::Approx(0).epsilon(1e-9));
  for (const double mean : exact(game_called("leduc"), *raise, "fc")) CHECK(mean > 0);
}

TEST_CASE("games of three players and games that are too large for an exact figure are errors") {
  const poker::GameDefinition three = game_called("kuhn3");
  const auto policy = policy_called("call", "kuhn3");
  CHECK(local_best_response(three, *policy, {}).error().message ==
        "local best response is for two players, and this game has 3");
  const poker::GameDefinition limit = game_called("limit");
  CHECK_FALSE(exact_local_best_response(limit, *policy, plan_named("fc")));
}

TEST_CASE("bet sizes are fractions of the pot after the call, clamped to the legal range") {
  const poker::GameDefinition game = game_called("nolimit");
  poker::Betting betting(game);
  const auto pot = raises_of(set_named("fcpa"), betting);
  REQUIRE(pot.size() == 2);
  CHECK(pot[0] == Action::raise(300));
  CHECK(pot[1] == Action::raise(20000));
  CHECK(raises_of(set_named("fc"), betting).empty());
  const auto large = raises_of(set_named("large"), betting);
  // The smallest raise is to 200, which is half of the pot. 17 fractions are smaller, and the next
  // is 0.05 * 1.15^17.
  CHECK(large[0] == Action::raise(200));
  CHECK(large[1] == Action::raise(208));
  CHECK(large.back() == Action::raise(20000));
  CHECK(large.size() == 1 + 55 - 17 + 1);
  CHECK(std::is_sorted(large.begin(), large.end(), [](Action a, Action b) { return a.to < b.to; }));
  const poker::GameDefinition limit = game_called("limit");
  CHECK(raises_of(set_named("large"), poker::Betting(limit)) ==
        std::vector<Action>{Action::raise()});
  CHECK(bet_set_named("fcp").error().message ==
        "unknown set of bets 'fcp': there are c, fc, fcpa, large");
}

}  // namespace trivium::learning::poker_measure
