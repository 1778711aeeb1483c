#include "engine/poker/policies/strategy_policy.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "engine/core/rng.h"
#include "engine/poker/policies/policies.h"
#include "tests/engine/poker/strategy/strategy_support.h"
#include "tests/temporary_folder.h"

namespace trivium::poker {
namespace {

/// Pairs take the last action, the largest raise; all others the first, a fold or a call.
void pairs_raise(std::size_t, std::size_t bucket, std::span<double> out) {
  (bucket == 1 ? out.back() : out.front()) = 1;
}

StrategyPolicy policy_of(std::string_view name, const AverageRow& average) {
  return StrategyPolicy(Strategy::from_file(
      strategy_file(tree_of(game(name), game(name).no_limit() ? kFewBets : ""), average)));
}

ActionDistribution answer_to(const StrategyPolicy& policy, const Hand& asked,
                             std::span<const Holding> holdings) {
  ActionDistribution answer;
  policy.distribution(asked.public_state(), holdings, answer);
  return answer;
}

TEST_CASE("each holding plays the row of its bucket, at the table's sizes") {
  const StrategyPolicy policy = policy_of("nolimit", pairs_raise);
  const std::array holdings{holding("AsKs"), holding("7d7c")};
  const ActionDistribution answer =
      answer_to(policy, hand("MATCHSTATE:1:0::|AsKs", game("nolimit")), holdings);
  // 50 to call into 150: a raise of half the pot is 100 more than 100.
  CHECK(answer.actions ==
        std::vector{Action::fold(), Action::call(), Action::raise(200), Action::raise(300)});
  CHECK(std::ranges::equal(answer.row(0), std::array{1.0, 0.0, 0.0, 0.0}));
  CHECK(std::ranges::equal(answer.row(1), std::array{0.0, 0.0, 0.0, 1.0}));
}

TEST_CASE("a limit strategy folds, calls and raises, and never folds if checking is free") {
  const StrategyPolicy policy = policy_of("limit", all_alike);
  const Holding own = holding("AsKs");
  CHECK(
      answer_to(policy, hand("MATCHSTATE:1:0::|AsKs", game("limit")), std::span(&own, 1)).actions ==
      std::vector{Action::fold(), Action::call(), Action::raise()});
  CHECK(
      answer_to(policy, hand("MATCHSTATE:0:0:cc/:AsKs|/2c3c4c", game("limit")), std::span(&own, 1))
          .actions == std::vector{Action::call(), Action::raise()});
}

TEST_CASE("a bet between two sizes of the tree is answered as a mixture of both") {
  // Only decisions after the smaller first raise fold, so the fold shows the weight of that size.
  const BettingTree tree = tree_of(game("nolimit"), kFewBets);
  const auto after_small = static_cast<std::size_t>(tree.children(0)[2]);
  const StrategyPolicy policy(Strategy::from_file(
      strategy_file(tree, [&](std::size_t decision, std::size_t, std::span<double> out) {
        (decision == after_small ? out.front() : out[1]) = 1;
      })));
  const Holding own = holding("AsKs");
  double last = 1.1;
  for (const int to : {200, 220, 250, 280, 300}) {
    CAPTURE(to);
    const ActionDistribution answer =
        answer_to(policy, hand("MATCHSTATE:0:0:r" + std::to_string(to) + ":AsKs|", game("nolimit")),
                  std::span(&own, 1));
    CHECK(answer.actions.front() == Action::fold());
    CHECK(answer.row(0)[0] < last);
    last = answer.row(0)[0];
    if (to == 200) CHECK(last == 1.0);
    if (to == 300) CHECK(last == 0.0);
    // (B - x)(1 + A) / ((B - A)(1 + x)) with A = 1/2, B = 1 and x = 3/4.
    if (to == 250) CHECK(last == doctest::Approx(0.25 * 1.5 / (0.5 * 1.75)));
  }
}

TEST_CASE("every legal history gets legal actions whose probabilities sum to 1") {
  Rng rng(7);
  for (const char* name : {"limit", "nolimit"}) {
    const StrategyPolicy policy = policy_of(name, all_alike);
    const Holding own = holding("AsKs");
    for (int i = 0; i < 300; ++i) {
      Deal deal;
      deal.hole[0] = deal.hole[1] = {};
      const std::vector<Card> board = cards("2c3c4cJdQh");
      std::ranges::copy(board, deal.board.begin());
      Hand played(game(name), 0, deal);
      while (!played.betting().finished()) {
        const ActionDistribution answer = answer_to(policy, played, std::span(&own, 1));
        for (const Action action : answer.actions) REQUIRE(played.betting().is_legal(action));
        REQUIRE(std::accumulate(answer.probabilities.begin(), answer.probabilities.end(), 0.0) ==
                doctest::Approx(1.0));
        const auto raise = played.betting().raise_range();
        Action chosen = Action::call();
        if (raise && rng.below(2) == 0) {
          // Small sizes are most frequent, so that hands last longer.
          const auto span = static_cast<std::uint64_t>(raise->max - raise->min);
          chosen = Action::raise(raise->min + static_cast<Chips>(span >> rng.below(12)));
        }
        played.do_action(chosen);
      }
    }
  }
}

TEST_CASE("terms are the holdings in the same bucket and the decisions that match the history") {
  const StrategyPolicy policy = policy_of("nolimit", all_alike);
  const std::vector<PolicyTerm> first =
      policy.terms(hand("MATCHSTATE:1:0::|7d7c", game("nolimit")).public_state(), holding("7d7c"));
  REQUIRE(first.size() == 2);
  CHECK(first[0].name == "holdings in bucket 1 of 2");
  CHECK(first[0].value == 13 * 6);
  CHECK(first[0].whole == 1326);
  CHECK(first[1].name == "stands for decision 0");
  CHECK(first[1].value == first[1].whole);
  CHECK(
      policy
          .terms(hand("MATCHSTATE:0:0:r250:7d7c|", game("nolimit")).public_state(), holding("7d7c"))
          .size() == 3);
  // A tenth of the pot after a check is one decision, and a check without a decision.
  const std::vector<PolicyTerm> small =
      policy.terms(hand("MATCHSTATE:0:0:r500c/cr600:7d7c|/2c3c4c", game("nolimit")).public_state(),
                   holding("7d7c"));
  CHECK(small.back().name == "checks or calls, no decision known");
  CHECK(small.back().value > 0);
  CHECK(small.back().value < small.back().whole);
}

TEST_CASE("a strategy plays only the game that it was trained for") {
  const StrategyPolicy policy = policy_of("limit", all_alike);
  CHECK(policy.can_play(game("limit")));
  const Status other = policy.can_play(game("nolimit"));
  REQUIRE_FALSE(other);
  CHECK(other.error().message.find("test.safetensors") != std::string::npos);
  CHECK_FALSE(policy.can_play(game("limit3")));
}

TEST_CASE("a policy is created from the file in its name, for the file's game") {
  const TemporaryFolder folder;
  const auto path = format::write_weight_file(folder.path(),
                                              strategy_file(tree_of(game("limit"), ""), all_alike));
  const auto policy = policy_named("cfr:" + path.string(), game("limit"));
  REQUIRE(policy);
  CHECK((*policy)->name() == "cfr");
  CHECK_FALSE(policy_named("cfr:" + path.string(), game("nolimit")));
}

TEST_CASE("a policy names the file that it was read from, even if the file is gone") {
  const TemporaryFolder folder;
  const auto path = format::write_weight_file(folder.path(),
                                              strategy_file(tree_of(game("limit"), ""), all_alike));
  const std::string sha256 = format::read_weight_file(path).sha256;
  const auto policy = policy_named("cfr:" + path.string(), game("limit"));
  const auto model = policy_named("model:cfr:" + path.string(), game("limit"));
  REQUIRE(policy);
  REQUIRE(model);
  std::filesystem::remove(path);
  for (const auto& read : {*policy, *model}) {
    const std::vector<PolicyFile> files = read->files();
    REQUIRE(files.size() == 1);
    CHECK(files.front().kind == kStrategyKind);
    CHECK(files.front().path == path.string());
    CHECK(files.front().sha256 == sha256);
  }
  CHECK((*policy_named("rule", game("limit")))->files().empty());
}

TEST_CASE("a missing policy file is an error that names the file") {
  const auto policy = policy_named("cfr:/nonexistent/x.safetensors", game("limit"));
  REQUIRE_FALSE(policy);
  CHECK(policy.error().message.find("/nonexistent/x.safetensors") != std::string::npos);
}

}  // namespace
}  // namespace trivium::poker
