#include "learning/poker_cnn/baselines.h"

#include <array>
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/poker/policies/fixed_policy.h"
#include "engine/poker/rules/records.h"
#include "learning/poker_cnn/self_play.h"
#include "tests/learning/poker_measure/poker_support.h"

namespace trivium::learning::poker_cnn {

namespace {

constexpr std::size_t kLoggedHands = 1000;
constexpr std::size_t kTrainedHands = 700;

/// Folds to a bet if more than half of the other holdings are better, else calls.
class Timid final : public poker::Policy {
 public:
  std::string name() const override { return "timid"; }
  Status can_play(const poker::GameDefinition&) const override { return {}; }
  void distribution(const poker::PublicState& state, std::span<const poker::Holding> holdings,
                    poker::ActionDistribution& out) const override {
    out.actions.assign(1, poker::Action::call());
    out.probabilities.assign(holdings.size(), 1);
    if (!state.betting.can_fold()) return;
    out.actions.push_back(poker::Action::fold());
    out.probabilities.clear();
    for (const poker::Holding& holding : holdings) {
      const poker::Beaten beaten = poker::beaten_now(holding, state.board);
      const bool weak = 2 * beaten.by > beaten.of;
      out.probabilities.insert(out.probabilities.end(), {weak ? 0.0 : 1.0, weak ? 1.0 : 0.0});
    }
  }
};

LoggedHands played(const std::vector<NamedPlayer>& players) {
  const poker::GameDefinition& game = game_called("limit");
  std::vector<poker::StateRecord> records;
  const Status status = play_hands(
      game, players, {kLoggedHands, 5, 1, {}},
      [&](std::string_view line) { records.push_back(record_of(std::string(line), game)); });
  if (!status) FAIL(status.error().message);
  return {game, std::move(records)};
}

NamedPlayer always(const std::string& name, poker::ActionWeights weights) {
  return {name, std::make_shared<poker::FixedPolicy>(name, weights)};
}

}  // namespace

TEST_CASE("a constant player is predicted without error") {
  for (const poker::ActionWeights weights :
       {poker::ActionWeights{0, 1, 0}, poker::ActionWeights{0, 0, 1}}) {
    const LoggedHands hands = played({always("same", weights)});
    const std::vector<Decision> train = hands.decisions(0, kTrainedHands);
    const std::vector<Decision> test = hands.decisions(kTrainedHands, kLoggedHands);
    REQUIRE_FALSE(test.empty());
    const Accuracy frequency = evaluate_frequencies(hands, train, test).all();
    CHECK(frequency.of == test.size());
    CHECK(frequency.right == frequency.of);
    CHECK(evaluate_odds(hands, train, test).all().share() == 1);
  }
}

TEST_CASE("the odds model learns to fold weak hands, and the frequency model does not") {
  const std::array only_timid{std::string("timid")};
  const LoggedHands hands =
      played({{"timid", std::make_shared<Timid>()}, always("raise", {0, 0, 1})});
  const std::vector<Decision> train = hands.decisions(0, kTrainedHands, only_timid);
  const std::vector<Decision> test = hands.decisions(kTrainedHands, kLoggedHands, only_timid);
  const double odds = evaluate_odds(hands, train, test).all().share();
  CHECK(odds > 0.93);
  CHECK(odds > evaluate_frequencies(hands, train, test).all().share() + 0.05);
}

TEST_CASE("models without training data predict a call, which is always legal") {
  const LoggedHands hands = played({always("call", {0, 1, 0})});
  const std::vector<Decision> test = hands.decisions(0, 10);
  CHECK(evaluate_frequencies(hands, {}, test).all().share() == 1);
  CHECK(evaluate_odds(hands, {}, test).all().share() == 1);
  CHECK(evaluate_frequencies(hands, {}, {}).all().of == 0);
}

}  // namespace trivium::learning::poker_cnn
