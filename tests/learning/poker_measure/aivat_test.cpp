#include "learning/poker_measure/matches/aivat.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/core/signature.h"
#include "engine/poker/rules/records.h"
#include "learning/poker_measure/best_response/best_response.h"
#include "learning/poker_measure/matches/all_in_expectation.h"
#include "learning/poker_measure/matches/policy_match.h"
#include "learning/poker_measure/showdown/deals.h"
#include "learning/poker_measure/showdown/showdown_value.h"
#include "learning/statistics/moments.h"
#include "tests/learning/poker_measure/exact_value.h"
#include "tests/learning/poker_measure/poker_support.h"

namespace trivium::learning::poker_measure {

namespace {

using poker::Hand;

class Constant final : public ValueFunction {
 public:
  explicit Constant(double value) : value_(value) {}
  void values(std::span<const poker::Card>, std::span<const ValuedState>,
              std::span<double> out) const override {
    std::fill(out.begin(), out.end(), value_);
  }

 private:
  double value_;
};

/// Pseudo-random values between -50 and 50 that depend on the state only.
class Nonsense final : public ValueFunction {
 public:
  void values(std::span<const poker::Card> board, std::span<const ValuedState> states,
              std::span<double> out) const override {
    for (std::size_t k = 0; k < states.size(); ++k) {
      Signature signature;
      signature.add(poker::bits_of(board));
      for (const poker::PlayedAction& played : states[k].actions)
        signature.add(static_cast<std::uint64_t>(played.action.type));
      for (int player = 0; player < 2; ++player) {
        for (const double weight : states[k].ranges->weights(player))
          signature.add(static_cast<std::uint64_t>(weight * 1000 + 0.5));
      }
      Rng rng(signature.value());
      out[k] = 100 * rng.unit() - 50;
    }
  }
};

/// Calls `use` with every possible end of the hand and its probability.
void for_each_play(Hand& hand, const Aivat::Known& seats, double chance,
                   const std::function<void(const Hand&, double)>& use) {
  if (hand.betting().finished()) return use(hand, chance);
  const int actor = hand.betting().actor();
  const poker::Holding holding = poker::holding_of(hand, actor);
  poker::ActionDistribution choice;
  seats[static_cast<std::size_t>(actor)]->distribution(hand.public_state(), std::span(&holding, 1),
                                                       choice);
  for (std::size_t k = 0; k < choice.actions.size(); ++k) {
    if (choice.row(0)[k] <= 0) continue;
    hand.do_action(choice.actions[k]);
    for_each_play(hand, seats, chance * choice.row(0)[k], use);
    hand.undo_action();
  }
}

struct Spread {
  double mean = 0;
  double square = 0;
  double deviation() const { return std::sqrt(square - mean * mean); }
};

/// Returns the exact mean of the estimate, and of its square, over all deals and actions.
Spread exact_mean(const poker::GameDefinition& game, const Aivat& aivat, const Aivat::Known& seats,
                  const Aivat::Known& known) {
  Spread result;
  constexpr std::array kBoth{0, 1};
  const double deals = number_of_deals(game, 2);
  for_each_deal(game, kBoth, [&](const poker::Deal& deal) {
    Hand hand(game, 0, deal);
    for_each_play(hand, seats, 1 / deals, [&](const Hand& played, double chance) {
      const Result<double> worth = aivat.estimate(played, known);
      if (!worth) FAIL(worth.error().message);
      result.mean += chance * *worth;
      result.square += chance * *worth * *worth;
    });
  });
  return result;
}

/// A game with 20 cards, one own card and five board cards in the second round. It has too many
/// boards to enumerate.
poker::GameDefinition wide_game() {
  return game_of(
      "GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = 2\nstack = 20 20\nblind = 2 1\nfirstPlayer = "
      "2 1\nnumSuits = 4\n"
      "numRanks = 5\nnumHoleCards = 1\nnumBoardCards = 0 5\nEND GAMEDEF\n");
}

}  // namespace

TEST_CASE(
    "AIVAT has the same mean as the payoffs in Kuhn and Leduc, for any known players and any value "
    "function") {
  for (const std::string name : {"kuhn", "leduc"}) {
    const poker::GameDefinition& game = game_called(name);
    const auto rule = policy_called("rule", name), random = policy_called("random", name);
    const std::vector<std::shared_ptr<const ValueFunction>> functions{
        std::make_shared<Constant>(0), std::make_shared<Constant>(1000),
        std::make_shared<Nonsense>(), std::make_shared<ShowdownValue>(game)};
    for (const auto& [first, second] :
         {std::pair(rule, random), std::pair(random, rule), std::pair(rule, rule)}) {
      const double truth = exact_value(game, *first, *second);
      const Aivat::Known seats{first.get(), second.get()};
      for (const auto& function : functions) {
        const Aivat aivat(game, function);
        for (const Aivat::Known& known :
             {Aivat::Known{}, {first.get(), nullptr}, {nullptr, second.get()}, seats}) {
          CHECK(exact_mean(game, aivat, seats, known).mean == doctest::Approx(truth).epsilon(1e-9));
        }
      }
    }
  }
}

/// Compares the mean of AIVAT with the exact value, with both policies known and, unless
/// `only_both_known`, with none and one known.
void check_exact_mean(const poker::GameDefinition& game, bool only_both_known) {
  const auto rule = policy_for("rule", game), random = policy_for("random", game);
  const double truth = exact_value(game, *rule, *random);
  const Aivat aivat(game, std::make_shared<Nonsense>());
  const Aivat::Known seats{rule.get(), random.get()};
  CHECK(exact_mean(game, aivat, seats, seats).mean == doctest::Approx(truth).epsilon(1e-9));
  if (only_both_known) return;
  for (const Aivat::Known& known : {Aivat::Known{}, {rule.get(), nullptr}}) {
    CHECK(exact_mean(game, aivat, seats, known).mean == doctest::Approx(truth).epsilon(1e-9));
  }
}

TEST_CASE("AIVAT of two known players has the same mean as the payoffs in a no-limit game") {
  check_exact_mean(game_of(kSmallNoLimit), true);
}

TEST_CASE("AIVAT has the same mean as the payoffs in a no-limit game and with two own cards" *
          doctest::test_suite("long")) {
  for (const poker::GameDefinition& game : {game_of(kSmallNoLimit), game_of(kTwoCards)})
    check_exact_mean(game, false);
}

TEST_CASE("AIVAT with showdown values reduces the deviation in Leduc, more so with both policies") {
  const poker::GameDefinition& game = game_called("leduc");
  const auto rule = policy_called("rule", "leduc");
  const Aivat::Known seats{rule.get(), rule.get()};
  const Aivat aivat(game, std::make_shared<ShowdownValue>(game));
  const double none =
      exact_mean(game, Aivat(game, std::make_shared<Constant>(0)), seats, {}).deviation();
  const double one = exact_mean(game, aivat, seats, {rule.get(), nullptr}).deviation();
  const double both = exact_mean(game, aivat, seats, seats).deviation();
  CHECK(one < 0.6 * none);
  CHECK(both < 0.95 * one);
}

TEST_CASE("corrections from sampled boards have mean zero") {
  const poker::GameDefinition game = wide_game();
  // Both players only call, so decisions add no corrections.
  const auto call = poker::policy_named("call", game);
  REQUIRE(call);
  const Hand hand = record_of("STATE:0:cc/cc:As|Kd/QsJsTdJcQc", game).hand;
  const Aivat zero(game, std::make_shared<Constant>(0));
  const Aivat constant(game, std::make_shared<Constant>(1000));
  for (const Aivat::Known& known :
       {Aivat::Known{}, {call->get(), nullptr}, {call->get(), call->get()}}) {
    const double truth = *zero.estimate(hand, known);
    statistics::Moments seen;
    for (std::uint64_t copy = 0; copy < 400; ++copy)
      seen.add(*constant.estimate(hand, known, copy) - truth);
    CHECK(std::abs(seen.mean()) <= 4 * seen.standard_error() + 1e-9);
    CHECK(seen.standard_error() < 5);
  }
}

TEST_CASE(
    "a hand that is all-in early is estimated by its mean over boards, which are sampled if there "
    "are many") {
  const poker::GameDefinition game = wide_game();
  const Hand hand = record_of("STATE:0:r20c/:As|Kd/QsJsTdJcQc", game).hand;
  const Aivat aivat(game, std::make_shared<Constant>(0));
  statistics::Moments seen;
  for (std::uint64_t copy = 0; copy < 200; ++copy) seen.add(*aivat.estimate(hand, {}, copy));
  CHECK(seen.variance() > 0);
  CHECK(std::abs(seen.mean() - expected_payoffs(hand)[0]) < 4 * seen.standard_error());
}

TEST_CASE("an action that a known policy never takes is an error that names policy and action") {
  const poker::GameDefinition& game = game_called("leduc");
  const auto call = policy_called("call", "leduc");
  const Aivat aivat(game, std::make_shared<Constant>(0));
  const Hand hand = record_of("STATE:7:rc/cc:Ks|Qs/Kh", game).hand;
  CHECK(aivat.estimate(hand, {nullptr, call.get()}));
  CHECK(aivat.estimate(hand, {call.get(), nullptr}).error().message ==
        "hand 7: policy call never does action 1 (r) with the holding of position 0");
  CHECK(check_two_players(game_called("kuhn3"), "AIVAT").error().message ==
        "AIVAT is for two players, and this game has 3");
}

TEST_CASE(
    "all estimators of a duplicate match agree with the exact value and do not depend on the "
    "number of threads") {
  const poker::GameDefinition& game = game_called("leduc");
  const auto rule = policy_called("rule", "leduc"), random = policy_called("random", "leduc");
  PolicyMatchOptions options;
  options.pairs = 1500;
  const PolicyMatchResult one = *play_policy_match(game, *rule, *random, options);
  const double chips = exact_value(game, *rule, *random) - exact_value(game, *random, *rule);
  const double truth = in_milli_blinds(game, chips / 2);
  for (std::size_t k = 0; k < kEstimators; ++k) {
    const Winnings won = one.won[k].winnings();
    CAPTURE(k);
    CHECK(won.units == 1500);
    CHECK(std::abs(won.mean - truth) < 2 * won.half_width);
    const Winnings apart = one.less_raw[k].winnings();
    CHECK(std::abs(apart.mean) <= 2 * apart.half_width);
  }
  CHECK(one.of(Estimator::kAivatOneKnown).winnings().deviation <
        0.8 * one.of(Estimator::kRaw).winnings().deviation);
  CHECK(one.of(Estimator::kAivatBothKnown).winnings().deviation <
        one.of(Estimator::kAivatOneKnown).winnings().deviation);
  options.threads = 2;
  const PolicyMatchResult two = *play_policy_match(game, *rule, *random, options);
  for (std::size_t k = 0; k < kEstimators; ++k)
    CHECK(one.won[k].winnings().mean == two.won[k].winnings().mean);
}

TEST_CASE("a calling policy that plays itself wins 0 in each pair of hands by every estimator") {
  const poker::GameDefinition& game = game_called("kuhn");
  const auto call = policy_called("call", "kuhn");
  PolicyMatchOptions options;
  options.pairs = 20;
  const PolicyMatchResult result = *play_policy_match(game, *call, *call, options);
  for (std::size_t k = 0; k < kEstimators; ++k) {
    CHECK(result.won[k].winnings().mean == doctest::Approx(0));
    CHECK(result.won[k].winnings().half_width == doctest::Approx(0));
  }
}

}  // namespace trivium::learning::poker_measure
