// A game as a learner by temporal differences wants it: every position with what a search made of
// it.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/chess/rules/position.h"
#include "engine/chess/rules/value.h"
#include "engine/core/outcome.h"
#include "engine/core/report.h"
#include "learning/records/packed_position.h"

namespace trivium::learning::records {

/// A position inside the tree of a search, and the value that the search gave it back (TreeStrap
/// learns from these).
struct TreeNode {
  PackedPosition position{};
  chess::Value value = 0;  ///< centipawns from White's view
  Score::Bound bound =
      Score::Bound::kExact;  ///< seen from White's view too: kLower = White has at least `value`

  friend bool operator==(const TreeNode&, const TreeNode&) = default;
};

struct SearchedPosition {
  chess::Move played;
  chess::Value value = 0;  ///< of the search: centipawns from White's view, or a mate as in value.h
  bool leaf_decides = false;  ///< the static evaluation of the leaf is `value`: else a draw or an
                              ///< exact end is what the search saw
  std::vector<chess::Move>
      line;  ///< the principal variation from this position to the leaf; it may be empty
  std::vector<TreeNode> tree;  ///< of that search; empty where it was not asked for

  friend bool operator==(const SearchedPosition&, const SearchedPosition&) = default;
};

struct SearchedGame {
  chess::Position start;
  std::vector<SearchedPosition> positions;  ///< from the start on, each with the legal move that
                                            ///< leads to the next; at least one
  Outcome for_white = Outcome::kDraw;

  friend bool operator==(const SearchedGame&, const SearchedGame&) = default;
};

/// 1 for a win of White, 0.5 for a draw, 0 for a loss.
constexpr double white_points(Outcome for_white) noexcept {
  return 0.5 * (1 + static_cast<int>(for_white));
}

}  // namespace trivium::learning::records
