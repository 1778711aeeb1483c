#include "learning/poker_cnn/targets.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "tests/learning/poker_cnn/support.h"

namespace trivium::learning::poker_cnn {
namespace {

const std::vector<std::int32_t> kSizes{50, 100, poker::kAllInSize};

/// Folds with probability 0.1, calls with 0.2, and raises to 210, 600 or all-in, if all of these
/// are legal. Otherwise it calls.
class Teacher final : public poker::Policy {
 public:
  std::string name() const override { return "teacher"; }
  Status can_play(const poker::GameDefinition&) const override { return {}; }
  void distribution(const poker::PublicState& state, std::span<const poker::Holding> holdings,
                    poker::ActionDistribution& out) const override {
    const poker::Betting& betting = state.betting;
    out.actions = {poker::Action::call()};
    out.probabilities = {1};
    if (betting.can_fold() && betting.raise_range() && betting.raise_range()->min <= 210) {
      out.actions = {poker::Action::fold(), poker::Action::call(), poker::Action::raise(210),
                     poker::Action::raise(600), poker::Action::raise(20'000)};
      out.probabilities = {0.1, 0.2, 0.4, 0.2, 0.1};
    }
    REQUIRE(holdings.size() == 1);
  }
};

LoggedHands logged_hands() {
  const poker::GameDefinition& game = poker::game("nolimit");
  const auto record =
      poker::parse_state("STATE:0:r300c/cc/cc/cc:AsAd|KsKd/2c3c4d/5h/9s:300|-300:a|b", game);
  REQUIRE(record);
  return {game, {*record, *record}};
}

TEST_CASE("the target of a logged action has probability 1 for the action and its size") {
  const LoggedHands hands = logged_hands();
  // Before the flop the pot after a call is 200, so a raise to 300 is pot-sized.
  const Target raised = taken_target(hands, {0, 0}, kSizes);
  CHECK(raised.actions == std::array<double, 3>{0, 0, 1});
  CHECK(raised.sizes[0] == 0);
  CHECK(raised.sizes[1] == 1);
  CHECK(taken_target(hands, {0, 1}, kSizes).actions == std::array<double, 3>{0, 1, 0});
  CHECK(std::ranges::all_of(taken_target(hands, {0, 0}, {}).sizes,
                            [](double part) { return part == 0; }));
}

TEST_CASE("a teacher's raises are added to their nearest sizes, whatever action was taken") {
  const LoggedHands hands = logged_hands();
  const Target target = taught_target(hands, {0, 0}, Teacher(), kSizes);
  CHECK(target.actions[0] == doctest::Approx(0.1));
  CHECK(target.actions[1] == doctest::Approx(0.2));
  CHECK(target.actions[2] == doctest::Approx(0.7));
  CHECK(target.sizes[0] == doctest::Approx(0.4));
  CHECK(target.sizes[1] == doctest::Approx(0.2));
  CHECK(target.sizes[2] == doctest::Approx(0.1));
  CHECK(taught_target(hands, {0, 1}, Teacher(), kSizes).actions == std::array<double, 3>{0, 1, 0});
}

TEST_CASE("stored targets agree with targets computed one by one, for any number of threads") {
  const LoggedHands hands = hands_of("nolimit", {"random", "rule"}, {.hands = 12, .seed = 3});
  const auto teacher = poker::policy_named("rule", hands.game());
  REQUIRE(teacher);
  const std::vector<std::uint32_t> numbers{7, 2, 11};
  std::uint64_t reported = 0;
  for (const std::size_t threads : {1, 3}) {
    const TaughtTargets taught(hands, numbers, **teacher, kSizes, threads,
                               [&](std::uint64_t done) { reported = done; });
    CHECK(reported == numbers.size());
    for (const std::uint32_t number : numbers) {
      for (const Decision& decision : hands.decisions(number, number + std::size_t{1})) {
        const Target expected = taught_target(hands, decision, **teacher, kSizes);
        const Target target = taught.at(decision);
        for (std::size_t i = 0; i < target.actions.size(); ++i)
          CHECK(target.actions[i] == doctest::Approx(expected.actions[i]).epsilon(1e-6));
        for (std::size_t i = 0; i < target.sizes.size(); ++i)
          CHECK(target.sizes[i] == doctest::Approx(expected.sizes[i]).epsilon(1e-6));
      }
    }
  }
}

}  // namespace
}  // namespace trivium::learning::poker_cnn
