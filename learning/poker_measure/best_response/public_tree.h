// The public tree of a small heads-up game: every betting and every board, each node for all
// holdings at once.
//
// Exact measures and exact learners walk it with one number a holding (vectors over
// poker::HoldingTable), so that a node is visited once and not once for each pair of holdings.
// Bettings are those of engine/poker/rules; in no-limit games every legal size is an action, so
// stacks must be small. A round's cards come as a set: a chance node has a child for each set of
// cards that the board may go on with, also for the cards of several rounds where all is bet
// before. Source: Johanson, Waugh, Bowling and Zinkevich, "Accelerating Best Response Calculation
// in Large Extensive Games" (2011).
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

enum class NodeKind : std::uint8_t { kDecision, kChance, kFold, kShowdown };

struct PublicNode {
  NodeKind kind = NodeKind::kDecision;
  std::uint8_t player = 0;   ///< who acts; who folded
  std::uint32_t parent = 0;  ///< the root is its own
  std::uint32_t first_child =
      0;  ///< the children lie together, at a decision in the order fold, call, raises upwards
  std::uint32_t children = 0;  ///< 0 where the hand is over
  std::uint32_t board = 0;     ///< number of what lies on the table
  poker::Action action;        ///< what led here from a decision
  poker::Chips stake = 0;      ///< where the hand is over: what one loses to the other
  std::size_t place = 0;       ///< at a decision: of its first number in a TreeStrategy
};

/// What lies on the table.
struct PublicBoard {
  std::vector<poker::Card> cards;  ///< round by round, ascending in each
  std::uint64_t mask = 0;
  std::vector<double> signs;  ///< whole boards only: [o][h]: 1, 0 or -1 where holding h wins, ties
                              ///< or loses against o; 0 where they share a card
};

/// Immutable; any thread.
class PublicTree {
 public:
  /// A strategy of a larger game has more numbers than this.
  static constexpr std::size_t kMaxNumbers = 20'000'000;

  /// The error says that the game is not heads-up, or larger than `most` numbers of a strategy
  /// (actions times holdings).
  static Result<std::shared_ptr<const PublicTree>> make(const poker::GameDefinition& game,
                                                        std::size_t most = kMaxNumbers);
  PublicTree(const PublicTree&) = delete;
  PublicTree& operator=(const PublicTree&) = delete;

  const poker::GameDefinition& game() const noexcept { return game_; }
  const poker::HoldingTable& holdings() const noexcept { return holdings_; }
  /// The root is the first; children come after their parent.
  std::span<const PublicNode> nodes() const noexcept { return nodes_; }
  std::span<const PublicNode> children(const PublicNode& node) const noexcept {
    return std::span(nodes_).subspan(node.first_child, node.children);
  }
  const PublicBoard& board(const PublicNode& node) const noexcept { return boards_[node.board]; }
  /// Numbers of a strategy: for each decision a row of holdings for each action.
  std::size_t numbers() const noexcept { return numbers_; }
  std::size_t decisions() const noexcept { return decisions_; }
  /// Decisions with a holding that can be held there: information sets of both players.
  std::size_t infosets() const noexcept { return infosets_; }
  /// Nodes on the longest way from the root.
  std::size_t depth() const noexcept { return depth_; }
  std::size_t most_actions() const noexcept { return most_actions_; }

  /// The betting before a node's first action or card.
  const poker::Betting& betting(std::size_t node) const noexcept { return bettings_[node]; }
  std::vector<poker::PlayedAction> actions_to(std::size_t node) const;
  /// The decision that a public state is, or nodes().size() if it is none of this tree.
  std::size_t find(const poker::PublicState& state) const noexcept;

  /// Adds up what `player` wins with each holding at a node where the hand is over, against
  /// holdings of the other that come with `reach`: values[h] is the sum of reach[o] times the chips
  /// won, over all o that share no card with h. Overwrites `values`. The reach of holdings that
  /// share a card with the board must be 0; their values mean nothing.
  void end_values(const PublicNode& node, int player, std::span<const double> reach,
                  std::span<double> values) const noexcept;
  /// The chance of each child of a chance node, where both holdings are known and share no card
  /// with it.
  double chance_of_child(const PublicNode& node) const noexcept;
  /// Pairs of holdings that two players may be dealt.
  double pairs() const noexcept { return pairs_; }

 private:
  PublicTree(const poker::GameDefinition& game, std::size_t most);

  bool grow();
  bool too_large() const noexcept;
  void place_node(std::size_t at);
  void add_actions(std::size_t at);
  void add_boards(std::size_t at, std::size_t cards);
  std::uint32_t board_number(const std::vector<poker::Card>& cards);
  void add_showdown(PublicBoard& board) const;

  poker::GameDefinition game_;
  poker::HoldingTable holdings_;
  std::size_t most_;
  std::vector<PublicNode> nodes_;
  std::vector<poker::Betting> bettings_;  ///< of each node
  std::vector<std::uint32_t> depths_;     ///< of each node
  std::vector<PublicBoard> boards_;
  std::map<std::array<poker::Card, poker::kMaxBoardCards>, std::uint32_t> board_numbers_;
  std::vector<double> disjoint_;  ///< [o][h]: 1 where two holdings share no card
  std::size_t numbers_ = 0;
  std::size_t decisions_ = 0;
  std::size_t infosets_ = 0;
  std::size_t depth_ = 0;
  std::size_t most_actions_ = 0;
  double pairs_ = 0;
};

}  // namespace trivium::learning::poker_measure
