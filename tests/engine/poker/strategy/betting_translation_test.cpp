#include "engine/poker/strategy/betting_translation.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <map>

#include "engine/core/rng.h"
#include "tests/engine/poker/strategy/betting_support.h"

namespace trivium::poker {
namespace {

Hand played(const GameDefinition& game, std::initializer_list<Action> actions) {
  Hand hand(game, 0, Deal());
  for (const Action action : actions) hand.do_action(action);
  return hand;
}

/// Returns the weights by the raise that leads to each decision's parent, to which the last bet was
/// mapped.
std::map<Chips, double> mapped_to(const BettingTree& tree, const Hand& hand) {
  std::map<Chips, double> weights;
  for (const WeightedDecision& one : locate(tree, hand.public_state()).decisions)
    weights[tree.max_spent(one.decision)] += one.weight;
  return weights;
}

TEST_CASE("a history in the tree is one decision") {
  const BettingTree limit = tree_of(game("limit"));
  const Action call = Action::call(), raise = Action::raise();
  const Hand hand = played(limit.game(), {raise, call, call, raise});
  const std::vector<WeightedDecision> found = locate(limit, hand.public_state()).decisions;
  REQUIRE(found.size() == 1);
  CHECK(found[0].weight == 1);
  const std::size_t raised = static_cast<std::size_t>(limit.children(0)[2]);
  const std::size_t flop = static_cast<std::size_t>(limit.children(raised)[1]);
  const std::size_t checked = static_cast<std::size_t>(limit.children(flop)[0]);
  CHECK(found[0].decision == static_cast<std::size_t>(limit.children(checked)[1]));
}

TEST_CASE("an off-tree bet is mapped to its neighbors by the pseudo-harmonic mapping") {
  const BettingTree built = tree_of(game("nolimit"), "50,100,300/50,100,300");
  // On a flop with 600 in the pot, a bet of 450 is three quarters of it, between 1/2 and 1.
  const Hand hand = played(built.game(), {Action::raise(300), Action::call(), Action::raise(750)});
  const std::map<Chips, double> weights = mapped_to(built, hand);
  REQUIRE(weights.size() == 2);
  const double half = (1 - 0.75) * (1 + 0.5) / ((1 - 0.5) * (1 + 0.75));
  CHECK(weights.at(600) == doctest::Approx(half));
  CHECK(weights.at(900) == doctest::Approx(1 - half));
}

TEST_CASE("a bet above the largest size is mapped to it") {
  const BettingTree built = tree_of(game("nolimit"), "50,100");
  const Action open = Action::raise(300), call = Action::call();
  CHECK(mapped_to(built, played(built.game(), {open, call, Action::raise(9'000)})) ==
        std::map<Chips, double>{{900, 1}});
}

TEST_CASE("a bet below the smallest size is partly mapped to a check") {
  const BettingTree built = tree_of(game("nolimit"), "50,100");
  const Action open = Action::raise(300), call = Action::call(), minimum = Action::raise(400);
  // A sixth of the pot, between zero and one half.
  const double check = (0.5 - 1.0 / 6) / (0.5 * (1 + 1.0 / 6));
  const std::map<Chips, double> first =
      mapped_to(built, played(built.game(), {open, call, minimum}));
  REQUIRE(first.size() == 2);
  CHECK(first.at(300) == doctest::Approx(check));
  CHECK(first.at(600) == doctest::Approx(1 - check));

  // After a check, that part is in a finished round: it calls and waits for the turn.
  const Location last =
      locate(built, played(built.game(), {open, call, call, minimum}).public_state());
  CHECK(last.decisions.size() == 1);
  CHECK(last.call == doctest::Approx(check));
  const std::map<Chips, double> turn =
      mapped_to(built, played(built.game(), {open, call, call, minimum, call}));
  REQUIRE(turn.size() == 2);
  CHECK(turn.at(300) == doctest::Approx(check));
  CHECK(turn.at(600) == doctest::Approx(1 - check));
  // A raise excludes that part.
  const Location raised = locate(
      built, played(built.game(), {open, call, call, minimum, Action::raise(800)}).public_state());
  CHECK(raised.call == 0);
  CHECK(raised.decisions.size() > 0);
}

TEST_CASE("a small bet on the river may be mapped to the check that ends the hand") {
  const BettingTree built = tree_of(game("nolimit"), "50,100");
  const Action call = Action::call();
  const Location found = locate(
      built, played(built.game(), {call, call, call, call, call, call, call, Action::raise(150)})
                 .public_state());  // a quarter
  CHECK(found.call == doctest::Approx(0.25 / (0.5 * 1.25)));
  CHECK(found.decisions.size() == 1);
}

TEST_CASE("all-in is mapped to all-in, whatever the pots") {
  const BettingTree built = tree_of(game("nolimit"), "100,all");
  const Hand hand =
      played(built.game(), {Action::raise(450), Action::call(), Action::raise(20'000)});
  CHECK(mapped_to(built, hand) == std::map<Chips, double>{{20'000, 1}});
}

TEST_CASE("the weights of several off-tree bets are multiplied, and all weights sum to 1") {
  const BettingTree built = tree_of(game("nolimit"), "50,100,all");
  const Hand hand = played(built.game(), {Action::raise(250), Action::call(), Action::raise(700),
                                          Action::call(), Action::raise(1'700)});
  const std::vector<WeightedDecision> found = locate(built, hand.public_state()).decisions;
  CHECK(found.size() > 4);
  double sum = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    sum += found[i].weight;
    if (i > 0) CHECK(found[i].weight <= found[i - 1].weight);
  }
  CHECK(sum == doctest::Approx(1));
}

TEST_CASE("a part whose players are all-in only in the tree is left to other decisions") {
  const BettingTree built = tree_of(game("nolimit"), "all");
  const Location found =
      locate(built, played(built.game(), {Action::raise(300), Action::call()}).public_state());
  REQUIRE(found.decisions.size() == 1);
  CHECK(built.max_spent(found.decisions[0].decision) == 100);
  CHECK(found.decisions[0].weight == 1);
  CHECK(found.call == 0);
}

TEST_CASE("without a matching decision the answer is to check or call") {
  const BettingTree built = tree_of(game("nolimit"), "-");
  const Location found = locate(built, played(built.game(), {Action::raise(300)}).public_state());
  CHECK(found.decisions.empty());
  CHECK(found.call == 1);
}

TEST_CASE("a raise at the table is the same part of the real pot") {
  const BettingTree built = tree_of(game("nolimit"), "100,all");
  const Hand hand =
      played(built.game(), {Action::raise(400), Action::call()});  // mapped to 300; 800 in the pot
  const std::vector<WeightedDecision> found = locate(built, hand.public_state()).decisions;
  REQUIRE(!found.empty());
  const std::span<const TreeAction> actions = built.actions(found[0].decision);
  REQUIRE(actions.size() == 3);
  CHECK(action_for(built, found[0].decision, 0, hand.betting()) == Action::call());
  CHECK(action_for(built, found[0].decision, 1, hand.betting()) == Action::raise(1'200));
  CHECK(action_for(built, found[0].decision, 2, hand.betting()) == Action::raise(20'000));
}

TEST_CASE("a decision of the tree plays its own actions") {
  const BettingTree built = tree_of(game("nolimit"), "standard");
  Betting betting(built.game());
  for (std::size_t decision = 0; !betting.finished();) {
    const std::span<const TreeAction> actions = built.actions(decision);
    for (std::size_t i = 0; i < actions.size(); ++i)
      CHECK(action_for(built, decision, i, betting) == actions[i].action);
    const std::size_t next =
        betting.raises_in_round() == 0 ? actions.size() - 3 : (betting.can_fold() ? 1 : 0);
    betting.do_action(actions[next].action);
    const BettingTree::Child child = built.children(decision)[next];
    if (!BettingTree::is_terminal(child)) decision = static_cast<std::size_t>(child);
  }
}

/// Returns a random legal action; raises are often the minimum, parts of the pot or all-in.
Action any_action(const Betting& betting, Rng& rng) {
  const std::uint32_t dart = rng.below(8);
  if (dart == 0 && betting.can_fold() && rng.below(4) == 0) return Action::fold();
  const std::optional<RaiseRange> range = betting.raise_range();
  if (dart < 4 || !range) return Action::call();
  if (!betting.game().no_limit()) return Action::raise();
  if (dart == 4) return Action::raise(range->min);
  if (dart == 5 && rng.below(4) == 0) return Action::raise(range->max);
  const std::int64_t to = betting.max_spent() + betting.pot() * (1 + rng.below(300)) / 100;
  return Action::raise(static_cast<Chips>(std::clamp<std::int64_t>(to, range->min, range->max)));
}

/// Looks up every decision of random hands. Returns the part for which the tree had no decision.
double look_up_everywhere(const BettingTree& tree, int hands, std::uint64_t seed) {
  Rng rng(seed);
  int asked = 0, unanswered = 0;
  for (int i = 0; i < hands; ++i) {
    Hand hand(tree.game(), 0, Deal());
    while (!hand.betting().finished()) {
      const Betting& betting = hand.betting();
      const auto [found, call] = locate(tree, hand.public_state());
      ++asked;
      if (found.empty()) ++unanswered;
      double sum = call;
      for (const WeightedDecision& one : found) {
        sum += one.weight;
        const BettingTree::Decision& node = tree.decision(one.decision);
        REQUIRE(node.actor == betting.actor());
        REQUIRE(node.round == betting.round());
        for (std::size_t action = 0; action < node.actions; ++action) {
          REQUIRE(betting.is_legal(action_for(tree, one.decision, action, betting)));
        }
      }
      REQUIRE(sum == doctest::Approx(1));
      REQUIRE(found.size() <= kMaxTranslations);
      hand.do_action(any_action(betting, rng));
    }
  }
  return static_cast<double>(unanswered) / asked;
}

TEST_CASE("every history of random legal play gets a legal answer") {
  CHECK(look_up_everywhere(tree_of(game("limit")), 500, 1) == 0);
  CHECK(look_up_everywhere(tree_of(game("leduc")), 500, 2) == 0);
  CHECK(look_up_everywhere(tree_of(game("nolimit"), "standard"), 1'000, 3) < 0.1);
  GameDefinition odd = game("nolimit");
  odd.blind = {100, 37};
  std::uint64_t seed = 10;
  for (const Chips first : {101, 150, 999, 20'000}) {
    for (const Chips second : {38, 100, 733, 5'001}) {
      odd.stack = {first, second};
      look_up_everywhere(tree_of(odd, "40,100,all:70"), 100, ++seed);
      look_up_everywhere(tree_of(odd, "-"), 20, ++seed);
    }
  }
}

TEST_CASE("limit games with short stacks are followed to the end") {
  GameDefinition odd = game("limit");
  for (const Chips stack : {11, 25, 38, 61}) {
    odd.stack = {stack, 47};
    CHECK(look_up_everywhere(tree_of(odd), 200, static_cast<std::uint64_t>(stack)) == 0);
  }
}

}  // namespace
}  // namespace trivium::poker
