// The public tree of a heads-up game under a betting abstraction. A strategy is a table over it.
//
// A decision is a node where a player acts; cards are not part of it. Decisions are numbered round
// by round, and within a round in depth-first order, so that the rows of a round are contiguous.
// Edges (one for each action of each decision) are numbered in the same way: a strategy's row for a
// decision begins at its first edge. The tree is immutable and stored in flat arrays; a learner
// reads only four bytes for each edge (edge_children()).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/betting.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/strategy/betting_abstraction.h"

namespace trivium::poker {

/// End of a hand. Only the loser's chips change hands, because the game is heads-up.
struct TerminalNode {
  /// kFold0: player 0 folded; kFold1: player 1 folded.
  enum class Kind : std::uint8_t { kFold0, kFold1, kShowdown };

  Kind kind = Kind::kShowdown;
  Chips chips = 0;  ///< chips that the loser loses; a tied showdown has no loser
};

/// An action in the tree.
struct TreeAction {
  Action action;
  bool all_in = false;  ///< a raise that commits the effective stacks
  friend bool operator==(const TreeAction&, const TreeAction&) noexcept = default;
};

class BettingTree {
 public:
  /// Target of an edge: the number of a decision, or a negative code for a terminal().
  using Child = std::int32_t;
  static constexpr std::size_t kMaxDecisions = 20'000'000;
  static constexpr int kMaxActions = 15;  ///< of a decision

  struct Decision {
    std::uint32_t first_edge = 0;  ///< number of the edge of its first action
    std::uint8_t actor = 0;        ///< player to act: 0 or 1
    std::uint8_t round = 0;        ///< from 0
    std::uint8_t actions = 0;      ///< number of actions
  };

  /// Returns an error if the game is not heads-up or has no decision, if the tree needs more than
  /// `max_decisions` or a decision more than kMaxActions, or if more than 2^28 chips are at stake.
  static Result<BettingTree> build(const GameDefinition& game,
                                   const BettingAbstraction& abstraction,
                                   std::size_t max_decisions = kMaxDecisions);

  const GameDefinition& game() const noexcept { return game_; }
  const BettingAbstraction& abstraction() const noexcept { return abstraction_; }

  /// Number of decisions; decision 0 is the first of the hand.
  std::size_t decisions() const noexcept { return decisions_.size(); }
  std::size_t edges() const noexcept { return children_.size(); }
  const Decision& decision(std::size_t number) const noexcept { return decisions_[number]; }
  /// Number of the first decision (edge) of `round`; the last one of `round` comes before
  /// first_decision(round + 1). `round` may be the number of rounds.
  std::size_t first_decision(int round) const noexcept {
    return first_decision_[static_cast<std::size_t>(round)];
  }
  std::size_t first_edge(int round) const noexcept {
    return first_edge_[static_cast<std::size_t>(round)];
  }
  std::size_t edges_in_round(int round) const noexcept {
    return first_edge(round + 1) - first_edge(round);
  }

  /// Actions of a decision: the fold, if it is legal, then the call, then raises in ascending
  /// order.
  std::span<const TreeAction> actions(std::size_t decision) const noexcept {
    return of(actions_, decision);
  }
  /// Targets of the actions, in the order of actions().
  std::span<const Child> children(std::size_t decision) const noexcept {
    return of(children_, decision);
  }
  /// Targets of all edges, by the number of the edge.
  const Child* edge_children() const noexcept { return children_.data(); }

  static constexpr bool is_terminal(Child child) noexcept { return child < 0; }
  static constexpr TerminalNode terminal(Child child) noexcept {
    const auto code = static_cast<std::uint32_t>(~child);
    return {static_cast<TerminalNode::Kind>(code & 3), static_cast<Chips>(code >> 2)};
  }

  /// Largest total spent before the decision, and the pot after a call there; raise sizes refer to
  /// them.
  Chips max_spent(std::size_t decision) const noexcept { return stakes_[decision].max_spent; }
  std::int64_t pot_after_call(std::size_t decision) const noexcept { return stakes_[decision].pot; }

  /// Hash of all that a strategy depends on: the game and the actions of all decisions.
  std::uint64_t hash() const noexcept { return hash_; }

 private:
  friend class TreeBuilder;

  struct Stakes {
    Chips max_spent = 0;
    std::int64_t pot = 0;
  };

  BettingTree() = default;

  template <class Element>
  std::span<const Element> of(const std::vector<Element>& edges,
                              std::size_t decision) const noexcept {
    const Decision& node = decisions_[decision];
    return std::span(edges).subspan(node.first_edge, node.actions);
  }

  GameDefinition game_;
  BettingAbstraction abstraction_;
  std::vector<Decision> decisions_;
  std::vector<Stakes> stakes_;
  std::vector<TreeAction> actions_;
  std::vector<Child> children_;
  std::array<std::size_t, kMaxRounds + 1> first_decision_{};
  std::array<std::size_t, kMaxRounds + 1> first_edge_{};
  std::uint64_t hash_ = 0;
};

}  // namespace trivium::poker
