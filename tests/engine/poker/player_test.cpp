#include "engine/poker/player.h"

#include <array>
#include <map>
#include <memory>

#include "engine/poker/policies/fixed_policy.h"
#include "engine/poker/policies/policies.h"
#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

Player random_player(std::uint64_t seed) {
  return {std::make_shared<FixedPolicy>("random", ActionWeights{1, 1, 1}), seed};
}

Hand hand_number(std::uint32_t number) {
  return hand("MATCHSTATE:1:" + std::to_string(number) + ":r300r900:|AsKs", game("nolimit"));
}

TEST_CASE("an equal state gets the same action, also from a new player") {
  for (std::uint32_t number = 0; number < 100; ++number) {
    const Action action = random_player(5).choose(hand_number(number));
    REQUIRE(random_player(5).choose(hand_number(number)) == action);
    REQUIRE(hand_number(number).betting().is_legal(action));
  }
}

TEST_CASE("hands, actions and seeds have different random numbers of the right distribution") {
  std::map<ActionType, int> by_hand;
  int differ = 0;
  constexpr int kHands = 3000;
  for (std::uint32_t number = 0; number < kHands; ++number) {
    const Action action = random_player(5).choose(hand_number(number));
    ++by_hand[action.type];
    if (random_player(6).choose(hand_number(number)) != action) ++differ;
  }
  for (const ActionType type : {ActionType::kFold, ActionType::kCall, ActionType::kRaise}) {
    CHECK(by_hand[type] > kHands / 3 - 130);
    CHECK(by_hand[type] < kHands / 3 + 130);
  }
  CHECK(differ > kHands / 2);
}

TEST_CASE("an action with probability 0 is never chosen") {
  const Player caller(std::make_shared<FixedPolicy>("call", ActionWeights{0, 1, 0}), 1);
  for (std::uint32_t number = 0; number < 500; ++number)
    REQUIRE(caller.choose(hand_number(number)) == Action::call());
}

TEST_CASE("fixed weights drop illegal actions, and raise the minimum, the pot and all-in") {
  const FixedPolicy policy("random", {1, 1, 2});
  const Holding own = holding("AsKs");
  ActionDistribution answer;
  policy.distribution(hand("MATCHSTATE:1:0::|AsKs", game("nolimit")).public_state(),
                      std::span(&own, 1), answer);
  // 50 to call into 150: a pot-sized raise is 200 more than 100.
  CHECK(answer.actions == std::vector{Action::fold(), Action::call(), Action::raise(200),
                                      Action::raise(300), Action::raise(20000)});
  CHECK(answer.row(0)[1] == doctest::Approx(0.25));
  CHECK(answer.row(0)[2] == doctest::Approx(0.5 / 3));
  policy.distribution(hand("MATCHSTATE:1:0:r20000:AsKs|AdKd", game("nolimit")).public_state(),
                      std::span(&own, 1), answer);
  CHECK(answer.actions == std::vector{Action::fold(), Action::call()});
  CHECK(answer.row(0)[0] == 0.5);
}

TEST_CASE("a player that only raises calls if no raise is legal, and one that only folds checks") {
  const Holding own = holding("AsKs");
  ActionDistribution answer;
  const Hand all_in = hand("MATCHSTATE:0:0:r20000:AsKs|", game("nolimit"));
  FixedPolicy("raise", {0, 0, 1}).distribution(all_in.public_state(), std::span(&own, 1), answer);
  CHECK(answer.actions == std::vector{Action::fold(), Action::call()});
  CHECK(answer.row(0)[1] == 1.0);
  const Hand free = hand("MATCHSTATE:0:0:c:AsKs|", game("limit"));
  FixedPolicy("fold", {1, 0, 0}).distribution(free.public_state(), std::span(&own, 1), answer);
  CHECK(answer.actions.front() == Action::call());
  CHECK(answer.row(0)[0] == 1.0);
}

TEST_CASE("policies are created by name, and the error for an unknown name lists them") {
  for (const PolicyKind& kind : policy_kinds()) {
    if (kind.detail == "FILE") continue;  // needs a file
    const auto policy = policy_named(kind.name, game("leduc"));
    REQUIRE(policy.has_value());
    CHECK((*policy)->name() == kind.name);
    CHECK((*policy)->can_play(game("leduc")).has_value());
  }
  const auto unknown = policy_named("rules", game("leduc"));
  REQUIRE(!unknown.has_value());
  CHECK(unknown.error().code == "poker.policy.unknown");
  CHECK(unknown.error().message.find("cfr, cnn, mixed, rule, call, raise, random, model") !=
        std::string::npos);
  CHECK(policy_named("rules:model.bin", game("leduc")).error().message == unknown.error().message);
}

TEST_CASE("a file name, even an empty one, is an error for kinds that are not read from a file") {
  CHECK(policy_named("call:model.bin", game("leduc")).error().message ==
        "policy 'call:model.bin': call is not read from a file");
  CHECK(policy_named("rule:", game("leduc")).error().message ==
        "policy 'rule:': rule is not read from a file");
}

}  // namespace
}  // namespace trivium::poker
