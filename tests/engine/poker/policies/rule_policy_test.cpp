#include "engine/poker/policies/rule_policy.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include "engine/core/rng.h"
#include "engine/poker/player.h"
#include "engine/poker/policies/fixed_policy.h"
#include "engine/poker/rules/card_dealer.h"
#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

/// Probability of each kind of action for the player to act.
struct Choice {
  double fold = 0;
  double call = 0;
  double raise = 0;
};

Choice choice(const Policy& policy, const std::string& line, const GameDefinition& played) {
  const Hand state = hand(line, played);
  const Holding own = holding_of(state, state.betting().actor());
  ActionDistribution distribution;
  policy.distribution(state.public_state(), std::span(&own, 1), distribution);
  Choice result;
  for (std::size_t k = 0; k < distribution.actions.size(); ++k) {
    double& part = distribution.actions[k].type == ActionType::kFold   ? result.fold
                   : distribution.actions[k].type == ActionType::kCall ? result.call
                                                                       : result.raise;
    part += distribution.row(0)[k];
  }
  return result;
}

TEST_CASE("aces raise before the flop, and seven-deuce folds to two raises") {
  const GameDefinition& limit = game("limit");
  const RulePolicy policy(limit);
  CHECK(choice(policy, "MATCHSTATE:1:0::|AcAd", limit).raise > 0.8);
  CHECK(choice(policy, "MATCHSTATE:1:0::|AcAd", limit).fold == 0);
  CHECK(choice(policy, "MATCHSTATE:0:0:r:AcAd|", limit).raise > 0.8);
  const GameDefinition& nolimit = game("nolimit");
  CHECK(choice(policy, "MATCHSTATE:1:0:r300r900:|2c7d", nolimit).fold > 0.9);
}

TEST_CASE("the nuts never fold, and the worst holding bets only as a bluff") {
  const GameDefinition& nolimit = game("nolimit");
  const RulePolicy policy(nolimit);
  const Choice nuts = choice(policy, "MATCHSTATE:1:0:cc/cc/cc/r20000:|AsKs/QsJsTs/2c/2d", nolimit);
  CHECK(nuts.call == 1.0);
  const Choice air = choice(policy, "MATCHSTATE:0:0:cc/cc/cc/:3c2d|/7h8sTd/Kc/Ah", nolimit);
  CHECK(air.raise > 0);
  CHECK(air.raise < 0.2);
}

TEST_CASE("the last decision depends only on the price: ties and even chances call an all-in") {
  const GameDefinition& nolimit = game("nolimit");
  const RulePolicy policy(nolimit);
  CHECK(choice(policy, "MATCHSTATE:0:0:cc/cc/cc/cr20000:2h3d|/AsKsQs/Js/Ts", nolimit).fold == 0);
  CHECK(choice(policy, "MATCHSTATE:0:0:r20000:4h4d|", nolimit).fold == 0);
  CHECK(choice(policy, "MATCHSTATE:0:0:r20000:2h3d|", nolimit).fold == 1);
}

TEST_CASE("if a call would end the hand, the nuts always raise") {
  const GameDefinition& nolimit = game("nolimit");
  const RulePolicy policy(nolimit);
  const std::string cards = ":|AsKs/QsJsTs/2c/2d";
  CHECK(choice(policy, "MATCHSTATE:1:0:cc/cc/cc/r300" + cards, nolimit).raise ==
        doctest::Approx(1));
  CHECK(choice(policy, "MATCHSTATE:1:0:cc/cc/cc/c" + cards, nolimit).raise == doctest::Approx(1));
  CHECK(choice(policy, "MATCHSTATE:1:0:cc/cc/c" + std::string(":|AsKs/QsJsTs/2c"), nolimit).call ==
        doctest::Approx(0.1));
}

TEST_CASE("a better price is called with weaker holdings") {
  const GameDefinition& nolimit = game("nolimit");
  const RulePolicy policy(nolimit);
  const std::string board = ":|8c8d/7h9sTd/Kc/2h";
  const double cheap = choice(policy, "MATCHSTATE:1:0:r300c/cc/cc/r400" + board, nolimit).fold;
  const double dear = choice(policy, "MATCHSTATE:1:0:r300c/cc/cc/r2400" + board, nolimit).fold;
  CHECK(cheap < dear);
}

/// Plays random hands and checks the policy's answer for all holdings at every state.
void check_answers(const GameDefinition& played, int hands, std::uint64_t seed) {
  const RulePolicy policy(played);
  REQUIRE(policy.can_play(played).has_value());
  const HoldingTable table(played);
  const Player walker(std::make_shared<FixedPolicy>("random", ActionWeights{1, 4, 3}), seed);
  CardDealer dealer(static_cast<std::uint32_t>(seed));
  ActionDistribution answer;
  for (int number = 0; number < hands; ++number) {
    Hand walk(played, static_cast<std::uint32_t>(number), dealer.next(played));
    while (!walk.betting().finished()) {
      const PublicState state = walk.public_state();
      std::vector<Holding> some{holding_of(walk, walk.betting().actor())};
      for (std::size_t k = 0; k < table.size(); k += 1 + table.size() / 4) {
        const bool free = std::none_of(state.board.begin(), state.board.end(), [&](Card card) {
          return cards_of(table[k]).contains(card);
        });
        if (free) some.push_back(table[k]);
      }
      policy.distribution(state, some, answer);
      REQUIRE(!answer.actions.empty());
      for (std::size_t k = 0; k < answer.actions.size(); ++k) {
        REQUIRE(walk.betting().is_legal(answer.actions[k]));
        REQUIRE(std::count(answer.actions.begin(), answer.actions.end(), answer.actions[k]) == 1);
      }
      REQUIRE(answer.probabilities.size() == some.size() * answer.actions.size());
      for (std::size_t row = 0; row < some.size(); ++row) {
        double sum = 0;
        for (const double probability : answer.row(row)) {
          REQUIRE(probability >= 0);
          sum += probability;
        }
        REQUIRE(sum == doctest::Approx(1.0));
      }
      walk.do_action(walker.choose(walk));
    }
  }
}

TEST_CASE("in every built-in game all actions are legal and distinct, and probabilities sum to 1") {
  for (const NamedGame& named : built_in_games()) {
    CAPTURE(named.name);
    check_answers(named.game, named.game.ranks == kRanks ? 2 : 100, 1);
  }
}

GameDefinition ten_players() {
  GameDefinition table = game("nolimit");
  table.players = 10;
  for (int player = 0; player < 10; ++player) {
    table.stack[static_cast<std::size_t>(player)] = 60 + 170 * player;
    table.blind[static_cast<std::size_t>(player)] = player == 0 ? 50 : player == 1 ? 100 : 0;
  }
  table.first_player = {2, 0, 0, 0};
  return table;
}

GameDefinition three_cards() {
  GameDefinition table = game("nolimit");
  table.ranks = 6;
  table.hole_cards = 3;
  table.board_cards = {3, 1, 0, 0};
  return table;
}

void check_odd_table(const GameDefinition& table, int hands) {
  REQUIRE(parse_game_definition(write_game_definition(table)).has_value());
  check_answers(table, hands, 2);
}

TEST_CASE("answers are valid with ten players of short and uneven stacks") {
  check_odd_table(ten_players(), 1);
}

TEST_CASE("answers are valid with ten players, three own cards and a first-round board" *
          doctest::test_suite("long")) {
  check_odd_table(ten_players(), 3);
  check_odd_table(three_cards(), 3);
}

TEST_CASE("a policy for one deck rejects other decks and plays all games with its own") {
  const RulePolicy policy(game("limit"));
  CHECK(policy.can_play(game("nolimit3")).has_value());
  CHECK(!policy.can_play(game("leduc")).has_value());
  CHECK(!RulePolicy(game("kuhn")).can_play(game("kuhn3")).has_value());
}

TEST_CASE("the terms of a decision are the figures that it uses") {
  const GameDefinition& nolimit = game("nolimit");
  const RulePolicy policy(nolimit);
  const std::string line = "MATCHSTATE:1:0:r300c/r600:|8c8d/7h9sTd";
  const Hand state = hand(line, nolimit);
  const auto terms = policy.terms(state.public_state(), holding("8c8d"));
  const auto term = [&](std::string_view name) {
    const auto found = std::find_if(terms.begin(), terms.end(), [&](const PolicyTerm& candidate) {
      return candidate.name == name;
    });
    REQUIRE(found != terms.end());
    return static_cast<double>(found->value) / static_cast<double>(found->whole);
  };
  const Choice made = choice(policy, line, nolimit);
  CHECK(term("price of a call") == doctest::Approx(300.0 / 1200));
  CHECK(term("fold") == doctest::Approx(made.fold));
  CHECK(term("call") == doctest::Approx(made.call));
  CHECK(term("raise") == doctest::Approx(made.raise));
  CHECK(term("chance against random holdings") > term("chance against their likely holdings"));
}

/// Returns the first player's winnings; every deal is played once from each seat.
Winnings match_from_every_seat(const GameDefinition& played, const Player& first,
                               const Player& others, int deals) {
  CardDealer dealer(7);
  double sum = 0;
  double squares = 0;
  for (int deal = 0; deal < deals; ++deal) {
    const Deal cards = dealer.next(played);
    double won = 0;
    for (int seat = 0; seat < played.players; ++seat) {
      Hand hand(played, static_cast<std::uint32_t>(deal), cards);
      while (!hand.betting().finished())
        hand.do_action((hand.betting().actor() == seat ? first : others).choose(hand));
      won += hand.payoffs()[static_cast<std::size_t>(seat)];
    }
    won *= 1000.0 / played.big_blind() / played.players;
    sum += won;
    squares += won * won;
  }
  return winnings_of(sum, squares, deals);
}

/// Plays the rule against policies that always call, always raise or play at random. Checks that it
/// wins by more than `errors` standard errors.
void check_rule_wins(const GameDefinition& played, int deals, double errors) {
  const Player rule(std::make_shared<RulePolicy>(played), 1);
  for (const ActionWeights& weights :
       {ActionWeights{0, 1, 0}, ActionWeights{0, 0, 1}, ActionWeights{1, 1, 1}}) {
    const Winnings outcome = match_from_every_seat(
        played, rule, Player(std::make_shared<FixedPolicy>("fixed", weights), 2), deals);
    CAPTURE(weights.call);
    CAPTURE(weights.raise);
    CAPTURE(outcome.error);
    CHECK(outcome.mean > errors * outcome.error);
  }
}

// With a tenth of the deals a difference is a third as many standard errors.
TEST_CASE("Leduc: the rule beats players that always call, always raise or play at random") {
  check_rule_wins(game("leduc"), 300, 3);
}

TEST_CASE("Leduc: the rule beats such players by ten standard errors" *
          doctest::test_suite("long")) {
  check_rule_wins(game("leduc"), 3000, 10);
}

TEST_CASE("no-limit hold'em: the rule beats such players in fewer hands by fewer standard errors" *
          doctest::test_suite("long")) {
  check_rule_wins(game("nolimit"), 150, 2);
}

}  // namespace
}  // namespace trivium::poker
