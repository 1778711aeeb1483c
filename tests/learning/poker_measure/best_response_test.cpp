#include "learning/poker_measure/best_response/best_response.h"

#include <doctest/doctest.h>
#include <vector>

#include "engine/poker/policies/fixed_policy.h"
#include "engine/poker/policies/rule_policy.h"
#include "tests/learning/poker_measure/exact_value.h"
#include "tests/learning/poker_measure/poker_support.h"

namespace trivium::learning::poker_measure {
namespace {

using poker::Action;
using poker::FixedPolicy;
using poker::GameDefinition;

std::shared_ptr<const PublicTree> public_tree_of(const GameDefinition& game) {
  auto tree = PublicTree::make(game);
  REQUIRE(tree);
  return *tree;
}

const FixedPolicy kCall("call", {0, 1, 0});
const FixedPolicy kRaise("raise", {0, 0, 1});
const FixedPolicy kFold("fold", {1, 0, 0});

/// Slow reference for expected_value(): plays every deal by the rules.
class PlayedOut {
 public:
  PlayedOut(const PublicTree& tree, const TreeStrategy& first, const TreeStrategy& second)
      : tree_(tree), strategies_{&first, &second}, n_(tree.holdings().size()) {}

  double value() {
    double sum = 0, deals = 0;
    for (std::size_t mine = 0; mine < n_; ++mine) {
      for (std::size_t theirs = 0; theirs < n_; ++theirs) {
        if ((tree_.holdings().mask(mine) & tree_.holdings().mask(theirs)) != 0) continue;
        ++deals;
        poker::Deal deal;
        deal.hole[0] = tree_.holdings()[mine];
        deal.hole[1] = tree_.holdings()[theirs];
        sum += visit(0, {mine, theirs}, poker::Hand(tree_.game(), 0, deal));
      }
    }
    return sum / deals;
  }

 private:
  double visit(std::size_t at, std::array<std::size_t, 2> held, const poker::Hand& hand) {
    const PublicNode& node = tree_.nodes()[at];
    if (node.children == 0) return hand.payoffs()[0];
    double sum = 0, ways = 0;
    for (std::size_t i = 0; i < node.children; ++i) {
      const PublicNode& child = tree_.nodes()[node.first_child + i];
      poker::Hand next = hand;
      double chance = 1;
      if (node.kind == NodeKind::kDecision) {
        chance = strategies_[node.player]->row(node, i, n_)[held[node.player]];
        ways = 1;
        if (chance == 0) continue;
        next.do_action(child.action);
      } else {
        const PublicBoard& board = tree_.board(child);
        if (((tree_.holdings().mask(held[0]) | tree_.holdings().mask(held[1])) & board.mask) != 0)
          continue;
        ++ways;
        poker::Deal deal = next.deal();
        std::copy(board.cards.begin(), board.cards.end(), deal.board.begin());
        next.set_deal(deal);
      }
      sum += chance * visit(node.first_child + i, held, next);
    }
    return sum / ways;
  }

  const PublicTree& tree_;
  std::array<const TreeStrategy*, 2> strategies_;
  std::size_t n_;
};

TEST_CASE("the trees of Kuhn and Leduc have the published numbers of information sets") {
  const auto kuhn = public_tree_of(game_called("kuhn")),
             leduc = public_tree_of(game_called("leduc"));
  CHECK(kuhn->infosets() == 12);
  CHECK(kuhn->decisions() == 4);
  CHECK(leduc->infosets() == 936);  // 288 if suits are merged
  CHECK(kuhn->numbers() == 24);
  CHECK(kuhn->pairs() == 6);
  CHECK(leduc->pairs() == 30);
}

TEST_CASE("games of three players and large games have no public tree") {
  const auto three = PublicTree::make(game_called("kuhn3"));
  REQUIRE(!three);
  CHECK(three.error().message == "exact measures are for two players, and the game has 3");
  const auto large = PublicTree::make(game_called("limit"));
  REQUIRE(!large);
  CHECK(large.error().message ==
        "the game is too large for exact measures: its tree or a strategy of it would have more "
        "than 20000000 numbers");
  CHECK(!PublicTree::make(game_called("nolimit")));
  CHECK(!PublicTree::make(game_called("leduc"), 1000));
  CHECK(!exploitability(game_called("limit"), kCall));
}

TEST_CASE("find() returns every decision of a tree by its public state") {
  for (const GameDefinition& game :
       {game_called("leduc"), game_of(kSmallNoLimit), game_of(kTwoCards)}) {
    const auto tree = public_tree_of(game);
    for (std::size_t at = 0; at < tree->nodes().size(); ++at) {
      if (tree->nodes()[at].kind != NodeKind::kDecision) continue;
      const std::vector<poker::PlayedAction> actions = tree->actions_to(at);
      REQUIRE(tree->find({tree->betting(at), actions, tree->board(tree->nodes()[at]).cards}) == at);
    }
  }
}

TEST_CASE("the best response to an always-calling player wins a third of an ante in Kuhn") {
  // All three cards are equally likely. A bet with the king wins 2, a check with the jack loses 1,
  // and the queen breaks even.
  for (const int player : {0, 1})
    CHECK(*best_response_value(game_called("kuhn"), kCall, player) == doctest::Approx(1.0 / 3));
  CHECK(*exploitability(game_called("kuhn"), kCall) == doctest::Approx(1.0 / 3));
}

TEST_CASE(
    "the best response to the uniform strategy of Kuhn wins 1/2 in the first position and 5/12 in "
    "the second") {
  // First position: bet every card; half of the opponent's hands fold. The values are -1/2 with the
  // jack, 1/2 with the queen and 3/2 with the king. Second position: after a check, bet as above.
  // After a bet, the jack folds (-1), the queen calls (0) and the king calls (2). The means are
  // -3/4, 1/4 and 7/4.
  const auto tree = public_tree_of(game_called("kuhn"));
  const TreeStrategy uniform = uniform_strategy(*tree);
  CHECK(best_response_value(*tree, uniform, 0) == doctest::Approx(0.5));
  CHECK(best_response_value(*tree, uniform, 1) == doctest::Approx(5.0 / 12));
}

TEST_CASE(
    "a player that folds to every bet loses an ante per hand, but nothing to a player that never "
    "bets") {
  for (const char* name : {"kuhn", "leduc"}) {
    CHECK(*best_response_value(game_called(name), kFold, 0) == doctest::Approx(1));
    CHECK(exact_value(game_called(name), kRaise, kFold) == doctest::Approx(1));
    CHECK(exact_value(game_called(name), kCall, kFold) == doctest::Approx(0));
  }
}

TEST_CASE("the best response to an always-calling player wins 22/15 of an ante in Leduc") {
  // P(win) - P(loss) before the board: 2/5 with the king, 0 with the queen, -2/5 with the jack.
  // Bets: 2 with the king in the first round; in the second round 4 with the king, with any pair,
  // and with the queen if the board is a king. Mean:
  // (7 * 2/5 + 4 * (1/5 + 2/5 * 1/4) + (4 * 1/5 - 2/5)) / 3.
  CHECK(*exploitability(game_called("leduc"), kCall) == doctest::Approx(22.0 / 15));
}

TEST_CASE("the exploitability of the uniform strategy in Leduc agrees with OpenSpiel's test") {
  // NashConv, the sum over both players, is 4.747222 antes there.
  const auto tree = public_tree_of(game_called("leduc"));
  CHECK(2 * exploitability(*tree, uniform_strategy(*tree)) ==
        doctest::Approx(4.747222).epsilon(1e-7));
}

TEST_CASE("values from the tree agree with every deal played by the rules") {
  for (const GameDefinition& game :
       {game_called("kuhn"), game_called("leduc"), game_of(kSmallNoLimit), game_of(kTwoCards)}) {
    const auto tree = public_tree_of(game);
    const TreeStrategy uniform = uniform_strategy(*tree), raise = strategy_of(*tree, kRaise);
    const TreeStrategy rule = strategy_of(*tree, poker::RulePolicy(game));
    const TreeStrategy best = best_response(*tree, rule, 0),
                       second = best_response(*tree, uniform, 1);
    CHECK(expected_value(*tree, uniform, raise) ==
          doctest::Approx(PlayedOut(*tree, uniform, raise).value()));
    CHECK(expected_value(*tree, rule, uniform) ==
          doctest::Approx(PlayedOut(*tree, rule, uniform).value()));
    CHECK(best_response_value(*tree, rule, 0) ==
          doctest::Approx(PlayedOut(*tree, best, rule).value()));
    CHECK(best_response_value(*tree, uniform, 1) ==
          doctest::Approx(-PlayedOut(*tree, uniform, second).value()));
  }
}

TEST_CASE("the value of the best response in Kuhn is the maximum over all pure strategies") {
  const auto tree = public_tree_of(game_called("kuhn"));
  TreeStrategy other = strategy_of(*tree, FixedPolicy("odd", {1, 2, 4}));
  for (const int player : {0, 1}) {
    // Index of the first action of each infoset of the player; the second is three numbers later.
    std::vector<std::size_t> first_numbers;
    for (const PublicNode& node : tree->nodes()) {
      if (node.kind != NodeKind::kDecision || node.player != player) continue;
      for (std::size_t h = 0; h < 3; ++h) first_numbers.push_back(node.place + h);
    }
    REQUIRE(first_numbers.size() == 6);
    double maximum = -10;
    for (unsigned chosen = 0; chosen < 64; ++chosen) {
      TreeStrategy pure = other;
      for (std::size_t i = 0; i < 6; ++i) {
        pure.probabilities[first_numbers[i]] = (chosen >> i & 1) != 0 ? 1 : 0;
        pure.probabilities[first_numbers[i] + 3] = (chosen >> i & 1) != 0 ? 0 : 1;
      }
      const double value =
          player == 0 ? expected_value(*tree, pure, other) : -expected_value(*tree, other, pure);
      maximum = std::max(maximum, value);
    }
    CHECK(best_response_value(*tree, other, player) == doctest::Approx(maximum));
  }
}

TEST_CASE("in_milli_blinds() uses the big blind, or the ante in Kuhn and Leduc") {
  CHECK(in_milli_blinds(game_called("leduc"), 0.25) == 250);
  CHECK(in_milli_blinds(game_called("nolimit"), 25) == 250);
}

}  // namespace
}  // namespace trivium::learning::poker_measure
