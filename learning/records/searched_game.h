// A chess game for temporal-difference learning: every position with the value and the principal
// variation that a search found.
#pragma once

#include <functional>
#include <vector>

#include "engine/chess/rules/position.h"
#include "engine/chess/rules/value.h"
#include "engine/core/outcome.h"
#include "engine/core/report.h"
#include "learning/records/packed_position.h"

namespace trivium::learning::records {

/// A position in the tree of a search, and the value that the search returned for it. TreeStrap
/// learns from these.
struct TreeNode {
  PackedPosition position{};
  chess::Value value = 0;  ///< in centipawns, from White's view
  /// From White's view; kLower means that White has at least `value`.
  Score::Bound bound = Score::Bound::kExact;

  friend bool operator==(const TreeNode&, const TreeNode&) = default;
};

struct SearchedPosition {
  chess::Move played;
  /// Value of the search from White's view, in centipawns, or a mate score as in value.h.
  chess::Value value = 0;
  /// True if `value` is the static evaluation of the leaf. If false, the search found a draw or an
  /// exact result of the game.
  bool leaf_decides = false;
  /// Principal variation from here to the leaf; may be empty.
  std::vector<chess::Move> variation;
  std::vector<TreeNode> tree;  ///< tree of the search; empty if it was not requested

  friend bool operator==(const SearchedPosition&, const SearchedPosition&) = default;
};

struct SearchedGame {
  chess::Position start;
  /// The positions from `start` on, each with the legal move that leads to the next one. Not empty.
  std::vector<SearchedPosition> positions;
  Outcome for_white = Outcome::kDraw;

  friend bool operator==(const SearchedGame&, const SearchedGame&) = default;
};

/// A stream of games, as a learner reads them. Replaces `game` by the next one. Returns false at
/// the end. May throw.
using GameStream = std::function<bool(SearchedGame& game)>;

}  // namespace trivium::learning::records
