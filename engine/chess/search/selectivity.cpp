// Depth of a move's search: extensions and reductions.
//
// Tested and dropped, by games at 8,000 nodes: check extensions (2d72b87) and hindsight reductions
// (ff6a588). That was before 31 parameters were tuned by games (2f77582).
#include <algorithm>

#include "engine/chess/search/node_search.h"

namespace trivium::chess {

namespace {

constexpr int kPly = 1024;  ///< unit of reductions: 1/1024 ply

}  // namespace

/// Internal iterative reduction (Schroeder 2020): without a table move the ordering is poor, and a
/// search one ply shallower provides one.
int NodeSearch::internal_reduction(const Node& node) const noexcept {
  const bool wanted = !node.table_move && !node.excluded && node.kind != NodeKind::kAll;
  return wanted && works_from(parameters().internal_reduction_depth, node.depth) ? 1 : 0;
}

/// Singular extension (Anantharaman, Campbell and Hsu 1988; in this form from Stockfish): if all
/// other moves stay clearly below the table's value in a shallower search, the table's move is
/// extended, by two plies if they stay far below. If several moves reach beta, the node is cut
/// (multicut, Björnsson and Marsland 1999); if the move is not the only good one, its depth is
/// reduced.
NodeSearch::Extension NodeSearch::extension(const Node& node, Move move) noexcept {
  const SearchParameters& use = parameters();
  if (move != node.table_move || !node.hit || node.excluded || exhaustive_) return {};
  if (node.ply >= 2 * root_depth_) return {};  // limits lines of extended moves
  const TableEntry& entry = *node.hit;
  if (!works_from(use.singular_depth, node.depth) ||
      entry.depth < node.depth - use.singular_table_slack)
    return {};
  if (entry.bound == Bound::kUpper || is_mate(entry.value)) return {};

  const Value bar = entry.value - use.singular_margin * node.depth / 16;
  const NodeKind kind = node.kind == NodeKind::kCut ? NodeKind::kCut : NodeKind::kAll;
  const Value value =
      search_node(bar - 1, bar, (node.depth - 1) / 2, node.ply, kind, node.double_extensions, move);
  if (stopped()) return {};
  if (value < bar) {
    const bool twice = !node.pv() && value < bar - use.double_extension_margin &&
                       node.double_extensions < use.double_extension_most;
    return {twice ? 2 : 1, std::nullopt};
  }
  if (use.multicut != 0 && !node.pv() && bar >= node.beta) return {0, bar};
  const bool expected_to_cut = entry.value >= node.beta || node.kind == NodeKind::kCut;
  return {expected_to_cut ? -use.negative_extension : 0, std::nullopt};
}

/// Returns the reduction by depth and move number only, in 1/1024 ply.
int NodeSearch::general_reduction(const Node& node, int move_number) const noexcept {
  const SearchParameters& use = parameters();
  if (!works_from(use.reduction_depth, node.depth) || move_number < use.reduction_move) return 0;
  int reduction =
      use.reduction_base + use.reduction_slope * depth_and_number(node.depth, move_number) / kPly;
  if (!node.improving) reduction += use.reduction_not_improving;
  return reduction;
}

/// Late move reductions (Romstad 2006), in plies: moves late in the order are searched less deep
/// first, even less in expected cut nodes, and deeper if the move or the node has proved
/// important.
int NodeSearch::reduction(const Node& node, const Candidate& candidate) const noexcept {
  const SearchParameters& use = parameters();
  if (exhaustive_ || !works_from(use.reduction_depth, node.depth) ||
      candidate.number < use.reduction_move)
    return 0;
  int reduction = general_reduction(node, candidate.number);
  if (node.pv()) reduction -= use.reduction_pv;
  if (node.was_pv) reduction -= use.reduction_was_pv;
  if (node.kind == NodeKind::kCut) reduction += use.reduction_cut;
  if (candidate.gives_check || node.in_check) reduction -= use.reduction_check;
  if (candidate.quiet) {
    if (node.table_captures) reduction += use.reduction_table_capture;
    if (candidate.refutation) reduction -= use.reduction_refutation;
  } else if (!candidate.losing) {
    reduction -= use.reduction_capture;
  }
  reduction -= candidate.history * kPly / use.reduction_history;
  return std::clamp(reduction / kPly, 0, std::max(node.depth - 2, 0));
}

}  // namespace trivium::chess
