// The public tree of a small heads-up game: all betting sequences and boards.
//
// Exact measures and exact learners traverse it with vectors that have one number for each holding
// of poker::HoldingTable. A traversal therefore visits each node once, not once for each pair of
// holdings. In no-limit games every legal size is an action, so stacks must be small. The order of
// board cards within a deal is ignored: a chance node has a child for each set of cards. If the
// betting ends early, one chance node deals all remaining board cards.
// Source: Johanson, Waugh, Bowling and Zinkevich 2011, "Accelerating Best Response Calculation in
// Large Extensive Games".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/equity/holdings.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/hand.h"

namespace trivium::learning::poker_measure {

/// Kind of a node. The hand is over at kFold and kShowdown.
enum class NodeKind : std::uint8_t { kDecision, kChance, kFold, kShowdown };

/// A betting sequence with a board.
struct PublicNode {
  NodeKind kind = NodeKind::kDecision;
  std::uint8_t player = 0;   ///< decision: the player to act; fold: the player that folded
  std::uint32_t parent = 0;  ///< index of the parent; 0 for the root
  /// Index of the first child. Children are contiguous; those of a decision are ordered as fold,
  /// call, raises ascending.
  std::uint32_t first_child = 0;
  std::uint32_t children = 0;  ///< number of children; 0 if the hand is over
  std::uint32_t board = 0;     ///< index of the board, see PublicTree::board()
  poker::Action action;        ///< action that led here, if the parent is a decision
  poker::Chips stake = 0;      ///< if the hand is over: chips that the loser pays to the winner
  std::size_t place = 0;       ///< decision: index of its first number in a TreeStrategy
};

/// The board cards of a node.
struct PublicBoard {
  std::vector<poker::Card> cards;  ///< by round; ascending within the cards of one chance node
  std::uint64_t mask = 0;          ///< the cards as bits
  /// Matrix [o][h], filled only for boards of showdowns: 1, 0 or -1 if holding h wins, ties or
  /// loses against o; 0 if they share a card.
  std::vector<double> signs;
};

/// Immutable, thread-safe.
class PublicTree {
 public:
  /// Default limit of make(): maximum number of probabilities in a strategy.
  static constexpr std::size_t kMaxNumbers = 20'000'000;

  /// Builds the tree of `game`. Fails if the game is not heads-up, or if the tree or a strategy of
  /// it (actions times holdings) would need more than `max_numbers` numbers.
  static Result<std::shared_ptr<const PublicTree>> make(const poker::GameDefinition& game,
                                                        std::size_t max_numbers = kMaxNumbers);
  PublicTree(const PublicTree&) = delete;
  PublicTree& operator=(const PublicTree&) = delete;

  const poker::GameDefinition& game() const noexcept { return game_; }
  const poker::HoldingTable& holdings() const noexcept { return holdings_; }
  /// Returns all nodes. The root is the first, and children come after their parent.
  std::span<const PublicNode> nodes() const noexcept { return nodes_; }
  std::span<const PublicNode> children(const PublicNode& node) const noexcept {
    return std::span(nodes_).subspan(node.first_child, node.children);
  }
  const PublicBoard& board(const PublicNode& node) const noexcept { return boards_[node.board]; }
  /// Returns the number of probabilities in a strategy: actions times holdings, over all decisions.
  std::size_t numbers() const noexcept { return numbers_; }
  /// Returns the number of decision nodes.
  std::size_t decisions() const noexcept { return decisions_; }
  /// Returns the number of infosets of both players: pairs of a decision and a holding that shares
  /// no card with its board.
  std::size_t infosets() const noexcept { return infosets_; }
  /// Returns the number of nodes on the longest path from the root, including the root.
  std::size_t depth() const noexcept { return depth_; }
  /// Returns the maximum number of actions at a decision.
  std::size_t max_actions() const noexcept { return max_actions_; }

  /// Returns the betting at a node, before an action there.
  const poker::Betting& betting(std::size_t node) const noexcept { return bettings_[node]; }
  /// Returns the actions on the path from the root to a node.
  std::vector<poker::PlayedAction> actions_to(std::size_t node) const;
  /// Returns the index of the decision node of a public state, or nodes().size() if the tree has no
  /// such node.
  std::size_t find(const poker::PublicState& state) const noexcept;

  /// Sets values[h] to the winnings of `player` with each holding h: the sum of reach[o] times the
  /// chips won, over all holdings o of the opponent that share no card with h. Values of holdings
  /// that share a card with the board are meaningless. Requires: the hand is over at `node`, and
  /// reach[o] is 0 if o shares a card with the board.
  void end_values(const PublicNode& node, int player, std::span<const double> reach,
                  std::span<double> values) const noexcept;
  /// Returns the probability of a child of the chance node `node`, given two holdings that share no
  /// card with the child's board.
  double chance_of_child(const PublicNode& node) const noexcept;
  /// Returns the number of ordered pairs of holdings without a shared card.
  double pairs() const noexcept { return pairs_; }

 private:
  PublicTree(const poker::GameDefinition& game, std::size_t max_numbers);

  /// Builds all nodes and boards. Returns false if the tree is too large.
  bool grow();
  bool too_large() const noexcept;
  /// Sets the kind of a node and appends its children.
  void place_node(std::size_t at);
  /// Appends a child of node `at`.
  void add_child(std::size_t at, std::uint32_t board, const poker::Betting& betting,
                 poker::Action action);
  void add_actions(std::size_t at);
  void add_boards(std::size_t at, std::size_t cards);
  /// Returns the index of a board, which is added if it is new.
  std::uint32_t board_number(const std::vector<poker::Card>& cards);
  /// Fills PublicBoard::signs.
  void add_showdown(PublicBoard& board) const;

  poker::GameDefinition game_;
  poker::HoldingTable holdings_;
  std::size_t max_numbers_;
  std::vector<PublicNode> nodes_;
  std::vector<poker::Betting> bettings_;  ///< by node
  std::vector<std::uint32_t> depths_;     ///< by node
  std::vector<PublicBoard> boards_;
  std::map<std::array<poker::Card, poker::kMaxBoardCards>, std::uint32_t> board_numbers_;
  std::vector<double> disjoint_;  ///< matrix [o][h]: 1 if the holdings share no card, else 0
  std::size_t numbers_ = 0;
  std::size_t decisions_ = 0;
  std::size_t infosets_ = 0;
  std::size_t depth_ = 0;
  std::size_t max_actions_ = 0;
  double pairs_ = 0;
};

}  // namespace trivium::learning::poker_measure
