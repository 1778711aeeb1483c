#include "engine/poker/policies/mixed_policy.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "engine/poker/bench_models.h"
#include "engine/poker/policies/policies.h"
#include "engine/poker/strategy/betting_translation.h"
#include "tests/engine/poker/strategy/strategy_support.h"

namespace trivium::poker {
namespace {

constexpr Alignment kCorner = Alignment::kTopLeft;

TEST_CASE("a mixed player follows its strategy where the tree has a decision") {
  const auto strategy =
      Strategy::from_file(strategy_file(tree_of(game("nolimit"), kFewBets), all_alike));
  const auto network = Network::from_file(random_network({game("nolimit"), kCorner, {100}}));
  const MixedPolicy mixed(strategy, network);
  const Hand known = hand("MATCHSTATE:1:0::|AsKs", game("nolimit"));
  CHECK(answer(mixed, known).actions == answer(StrategyPolicy(strategy), known).actions);
  CHECK(answer(mixed, known).probabilities ==
        answer(StrategyPolicy(strategy), known).probabilities);
}

double share(const ActionDistribution& of, Action action) {
  const auto found = std::ranges::find(of.actions, action);
  return found == of.actions.end()
             ? 0.0
             : of.probabilities[static_cast<std::size_t>(found - of.actions.begin())];
}

TEST_CASE("where the tree has no decision, or only for a part, the network decides the rest") {
  struct Case {
    std::string_view bets;
    const char* line;
    double unanswered;
  };
  // No bet in the tree; and half the pot after a check, which is partly mapped to the check that
  // ends the round.
  for (const Case& one : {Case{"-", "MATCHSTATE:0:0:r300:AsKs|", 1},
                          Case{kFewBets, "MATCHSTATE:0:0:cc/cr200:AsKs|/2c3c4d", 1.0 / 3}}) {
    CAPTURE(one.line);
    const auto strategy =
        Strategy::from_file(strategy_file(tree_of(game("nolimit"), one.bets), all_alike));
    const auto network = Network::from_file(random_network({game("nolimit"), kCorner, {100}}));
    const Hand asked = hand(one.line, game("nolimit"));
    CHECK(locate(strategy->tree(), asked.public_state()).call == doctest::Approx(one.unanswered));
    const ActionDistribution both = answer(MixedPolicy(strategy, network), asked);
    const ActionDistribution by_network = answer(NetworkPolicy(network), asked);
    const ActionDistribution by_strategy = answer(StrategyPolicy(strategy), asked);
    CHECK(std::accumulate(both.probabilities.begin(), both.probabilities.end(), 0.0) ==
          doctest::Approx(1));
    for (const Action action : both.actions) {
      const double known =
          share(by_strategy, action) - (action == Action::call() ? one.unanswered : 0);
      CHECK(share(both, action) ==
            doctest::Approx(known + one.unanswered * share(by_network, action)));
    }
  }
}

TEST_CASE("a mixed player's terms include its network only where it is used") {
  const auto strategy =
      Strategy::from_file(strategy_file(tree_of(game("nolimit"), "-"), all_alike));
  const MixedPolicy mixed(strategy,
                          Network::from_file(random_network({game("nolimit"), kCorner, {100}})));
  const auto explained = [&](const char* line) {
    const Hand asked = hand(line, game("nolimit"));
    std::vector<std::string> names;
    for (const PolicyTerm& term : mixed.terms(asked.public_state(), holding("AsKs")))
      names.push_back(term.name);
    const bool pictures = !mixed.pictures(asked.public_state(), holding("AsKs")).empty();
    return std::pair(names, pictures);
  };
  const auto [known, none] = explained("MATCHSTATE:1:0::|AsKs");
  CHECK(known.size() == 2);
  CHECK_FALSE(none);
  const auto [unknown, some] = explained("MATCHSTATE:0:0:r300:AsKs|");
  REQUIRE(unknown.size() > 3);
  CHECK(unknown[1] == "the network answers, no decision known");
  CHECK(unknown[2] == "network: fold");
  CHECK(some);
}

TEST_CASE("a mixed player reads its network's file and the installed strategy") {
  const std::vector<std::filesystem::path> strategy = policy_files("cfr", game("limit"));
  REQUIRE(strategy.size() == 1);
  CHECK(policy_files("mixed:net.safetensors", game("limit")) ==
        std::vector<std::filesystem::path>{"net.safetensors", strategy.front()});
  const std::vector<PolicyFile> read = (*policy_named("mixed", game("limit")))->files();
  REQUIRE(read.size() == 2);
  CHECK(read.front().kind == kNetworkKind);
  CHECK(read.back().path == strategy.front().string());
}

TEST_CASE("both files must be for the game that is played") {
  const auto strategy =
      Strategy::from_file(strategy_file(tree_of(game("nolimit"), kFewBets), all_alike));
  const MixedPolicy mixed(strategy,
                          Network::from_file(random_network({game("limit"), kCorner, {}})));
  CHECK_FALSE(mixed.can_play(game("nolimit")));
  CHECK_FALSE(mixed.can_play(game("limit")));
}

}  // namespace
}  // namespace trivium::poker
