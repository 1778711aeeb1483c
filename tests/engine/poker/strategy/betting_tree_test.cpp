#include "engine/poker/strategy/betting_tree.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <set>

#include "tests/engine/poker/strategy/betting_support.h"

namespace trivium::poker {
namespace {

/// Walks tree and rules in parallel and compares them.
void compare(const BettingTree& tree, std::size_t decision, const Betting& betting,
             std::vector<int>& seen) {
  const BettingTree::Decision& node = tree.decision(decision);
  ++seen[decision];
  CHECK(node.actor == betting.actor());
  CHECK(node.round == betting.round());
  CHECK(decision >= tree.first_decision(node.round));
  CHECK(decision < tree.first_decision(node.round + 1));
  CHECK(tree.max_spent(decision) == betting.max_spent());
  for (std::size_t i = 0; i < node.actions; ++i) {
    const TreeAction& known = tree.actions(decision)[i];
    REQUIRE(betting.is_legal(known.action));
    Betting next = betting;
    next.do_action(known.action);
    const BettingTree::Child child = tree.children(decision)[i];
    REQUIRE(BettingTree::is_terminal(child) == next.finished());
    if (!next.finished()) {
      compare(tree, static_cast<std::size_t>(child), next, seen);
      continue;
    }
    const TerminalNode end = BettingTree::terminal(child);
    CHECK((end.kind == TerminalNode::Kind::kShowdown) == next.showdown());
    CHECK((end.kind == TerminalNode::Kind::kFold0) == next.folded(0));
    CHECK(end.chips == std::min(next.spent(0), next.spent(1)));
  }
}

TEST_CASE("a betting tree agrees with the rules at every decision") {
  GameDefinition uneven = game("nolimit");
  uneven.stack = {1'730, 2'001};
  uneven.blind = {100, 37};
  for (const BettingTree& built :
       {tree_of(game("kuhn")), tree_of(game("leduc")), tree_of(game("limit")),
        tree_of(uneven, "40,100,all:60,all/33:-")}) {
    std::vector<int> seen(built.decisions());
    compare(built, 0, Betting(built.game()), seen);
    CHECK(std::set<int>(seen.begin(), seen.end()) == std::set<int>{1});
    CHECK(built.first_decision(built.game().rounds) == built.decisions());
    CHECK(built.first_edge(built.game().rounds) == built.edges());
  }
}

TEST_CASE("the number of decisions is the number of betting sequences") {
  CHECK(tree_of(game("kuhn")).decisions() == 4);  // -, c, r, cr
  // A round that begins without a bet and allows two raises has 6 decisions and 5 continuations.
  CHECK(tree_of(game("leduc")).decisions() == 6 + 5 * 6);
  // Preflop 8 and 7 with three raises after the blind; later 10 and 9 with four.
  CHECK(tree_of(game("limit")).decisions() == 8 + 7 * 10 + 63 * 10 + 567 * 10);
}

/// True if one of the decision's raises is the pot, or all-in if the pot is most of the stack.
bool offers_pot(const BettingTree& tree, std::size_t decision) {
  const std::int64_t pot = tree.max_spent(decision) + tree.pot_after_call(decision);
  const std::span<const TreeAction> actions = tree.actions(decision);
  return std::any_of(actions.begin(), actions.end(), [&](const TreeAction& known) {
    return known.action.to == pot ||
           (known.all_in &&
            pot * 100 > std::int64_t{known.action.to} * BettingAbstraction::kAllInFromPercent);
  });
}

TEST_CASE("the standard abstraction offers pot and all-in wherever a raise is legal") {
  const BettingTree standard = tree_of(game("nolimit"), "standard");
  CHECK(standard.decisions() == 10'960);
  std::size_t raising = 0;
  for (std::size_t decision = 0; decision < standard.decisions(); ++decision) {
    const TreeAction last = standard.actions(decision).back();
    if (last.action.type != ActionType::kRaise) continue;
    ++raising;
    REQUIRE(last.all_in);
    REQUIRE(offers_pot(standard, decision));
  }
  CHECK(raising ==
        standard.decisions() / 2);  // after every all-in there is a decision without a raise
}

TEST_CASE("trees of different games or abstractions have different hashes") {
  const GameDefinition& nolimit = game("nolimit");
  GameDefinition shallow = nolimit;
  shallow.stack = {19'999, 20'000};
  const std::set<std::uint64_t> hashes = {
      tree_of(nolimit, "100,all").hash(), tree_of(nolimit, "100").hash(),
      tree_of(shallow, "100,all").hash(), tree_of(game("limit")).hash()};
  CHECK(hashes.size() == 4);
  CHECK(tree_of(nolimit, "small").hash() == tree_of(nolimit, "100,all/100,all").hash());
  CHECK(tree_of(game("limit"), "100").hash() == tree_of(game("limit")).hash());
}

TEST_CASE("a game without such a tree is rejected") {
  CHECK_FALSE(BettingTree::build(game("kuhn3"), {}));
  GameDefinition blinds_only = game("nolimit");
  blinds_only.stack = {100, 50};
  CHECK_FALSE(BettingTree::build(blinds_only, {}));
}

}  // namespace
}  // namespace trivium::poker
