#include "engine/poker/strategy/betting_tree.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/core/signature.h"

namespace trivium::poker {

namespace {

constexpr Chips kMaxTerminalChips = Chips{1} << 28;

}  // namespace

/// Walks one round at a time: nodes of later rounds wait until this round is numbered.
class TreeBuilder {
 public:
  TreeBuilder(BettingTree& tree, std::size_t maximum) : tree_(tree), max_(maximum) {}

  Status build() {
    const Betting start(tree_.game_);
    if (start.finished())
      return Error{"poker.betting.no_decision", "betting tree: this game has no decision"};
    std::vector<Waiting> round_starts = {{start, kRoot}};
    for (int round = 0; round < tree_.game_.rounds; ++round) {
      tree_.first_decision_[static_cast<std::size_t>(round)] = tree_.decisions_.size();
      tree_.first_edge_[static_cast<std::size_t>(round)] = tree_.children_.size();
      later_.clear();
      for (const Waiting& waiting : round_starts) {
        const BettingTree::Child number = add(waiting.betting);
        if (waiting.edge != kRoot) tree_.children_[waiting.edge] = number;
        if (fault_) return Error{"poker.betting.tree", *fault_};
      }
      round_starts = std::move(later_);
    }
    for (auto round = static_cast<std::size_t>(tree_.game_.rounds); round <= kMaxRounds; ++round) {
      tree_.first_decision_[round] = tree_.decisions_.size();
      tree_.first_edge_[round] = tree_.children_.size();
    }
    tree_.hash_ = fingerprint();
    return {};
  }

 private:
  struct Waiting {
    Betting betting;
    std::size_t edge;  // edge that leads to it
  };
  static constexpr std::size_t kRoot = ~std::size_t{0};

  BettingTree::Child add(const Betting& betting) {
    const std::vector<TreeAction> actions = actions_of(betting);
    const std::size_t number = tree_.decisions_.size();
    const std::size_t first = tree_.children_.size();
    if (number >= max_) fault_ = fmt::format("betting tree: more than {} decisions", max_);
    if (actions.size() > static_cast<std::size_t>(BettingTree::kMaxActions)) {
      fault_ =
          fmt::format("betting tree: more than {} actions at a decision", BettingTree::kMaxActions);
    }
    if (fault_) return 0;
    tree_.decisions_.push_back(
        {static_cast<std::uint32_t>(first), static_cast<std::uint8_t>(betting.actor()),
         static_cast<std::uint8_t>(betting.round()), static_cast<std::uint8_t>(actions.size())});
    tree_.stakes_.push_back({betting.max_spent(), poker::pot_after_call(betting)});
    tree_.actions_.insert(tree_.actions_.end(), actions.begin(), actions.end());
    tree_.children_.resize(first + actions.size());
    for (std::size_t i = 0; i < actions.size() && !fault_; ++i) {
      Betting next = betting;
      next.do_action(actions[i].action);
      tree_.children_[first + i] = child(next, betting.round(), first + i);
    }
    return static_cast<BettingTree::Child>(number);
  }

  BettingTree::Child child(const Betting& betting, int round, std::size_t edge) {
    if (betting.finished()) return terminal(betting);
    if (betting.round() == round) return add(betting);
    later_.push_back({betting, edge});
    return 0;
  }

  BettingTree::Child terminal(const Betting& betting) {
    using Kind = TerminalNode::Kind;
    const Kind kind = betting.showdown()  ? Kind::kShowdown
                      : betting.folded(0) ? Kind::kFold0
                                          : Kind::kFold1;
    const Chips chips = std::min(betting.spent(0), betting.spent(1));
    if (chips >= kMaxTerminalChips)
      fault_ = fmt::format("betting tree: more than {} chips change hands", kMaxTerminalChips);
    return ~static_cast<BettingTree::Child>(static_cast<std::uint32_t>(chips) << 2 |
                                            static_cast<std::uint32_t>(kind));
  }

  std::vector<TreeAction> actions_of(const Betting& betting) const {
    std::vector<TreeAction> actions;
    if (betting.can_fold()) actions.push_back({Action::fold()});
    actions.push_back({Action::call()});
    for (const AbstractRaise& raise : tree_.abstraction_.raises(betting))
      actions.push_back({Action::raise(raise.to), raise.all_in});
    return actions;
  }

  std::uint64_t fingerprint() const {
    Signature print;
    for (const char letter : write_game_definition(tree_.game_))
      print.add(static_cast<unsigned char>(letter));
    for (const BettingTree::Decision& node : tree_.decisions_)
      print.add_bytes(std::uint64_t{node.actor} << 16 | node.round << 8U | node.actions);
    for (std::size_t edge = 0; edge < tree_.children_.size(); ++edge) {
      const TreeAction& known = tree_.actions_[edge];
      print.add_bytes(static_cast<std::uint64_t>(known.action.type) << 1U |
                      static_cast<std::uint64_t>(known.all_in));
      print.add_bytes(static_cast<std::uint64_t>(known.action.to));
      print.add_bytes(static_cast<std::uint32_t>(tree_.children_[edge]));
    }
    return print.value();
  }

  BettingTree& tree_;
  std::size_t max_;
  std::vector<Waiting> later_;
  std::optional<std::string> fault_;
};

Result<BettingTree> BettingTree::build(const GameDefinition& game,
                                       const BettingAbstraction& abstraction, std::size_t maximum) {
  if (game.players != 2)
    return Error{"poker.game.players", "betting tree: two players are needed, the game has {}",
                 game.players};
  BettingTree tree;
  tree.game_ = game;
  tree.abstraction_ = game.no_limit() ? abstraction : BettingAbstraction();
  const Status built = TreeBuilder(tree, maximum).build();
  if (!built) return built.error();
  return tree;
}

}  // namespace trivium::poker
