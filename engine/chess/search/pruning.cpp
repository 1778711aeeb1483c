// Pruning: ends a node before its moves are searched, or skips a move before it is made.
//
// Razoring was tested and dropped: 1,000 games at 8,000 nodes by `tools/bench search` showed no
// gain (74858d0). That was before 31 parameters were tuned by games (2f77582).
#include <algorithm>
#include <bit>

#include "engine/chess/search/node_search.h"
#include "engine/chess/search/see.h"

namespace trivium::chess {

namespace {

bool has_pieces(const Position& position, Color color) noexcept {
  return (position.pieces(color) & ~position.pieces(PieceType::kPawn) &
          ~position.pieces(PieceType::kKing)) != 0;
}

/// Returns the value of a table result. A win spoiled by the fifty-move rule is a draw, but better
/// than other draws.
constexpr Value value_of(TableOutcome outcome, bool fifty_move_rule) noexcept {
  const bool is_won =
      outcome == TableOutcome::kWin || (outcome == TableOutcome::kCursedWin && !fifty_move_rule);
  const bool is_lost =
      outcome == TableOutcome::kLoss || (outcome == TableOutcome::kBlessedLoss && !fifty_move_rule);
  if (is_won || is_lost) return is_won ? kTableWin : -kTableWin;
  return kDrawValue + (outcome == TableOutcome::kCursedWin) -
         (outcome == TableOutcome::kBlessedLoss);
}

}  // namespace

/// Probes the endgame tables (Syzygy: de Man 2013). The table result is the value if few enough
/// pieces are left and the last move was a capture or pawn move.
std::optional<Value> NodeSearch::look_up_endgame(const Node& node) noexcept {
  const TablebaseOptions& use = context_->tablebases;
  if (use.tables == nullptr || node.excluded || exhaustive_ || position_.halfmove_clock() != 0)
    return std::nullopt;
  const int men = std::popcount(position_.pieces());
  const int maximum = std::min(use.probe_limit, use.tables->max_men());
  if (men > maximum || (men == maximum && node.depth < use.probe_depth)) return std::nullopt;
  const std::optional<TableOutcome> outcome = use.tables->probe(position_);
  if (!outcome) return std::nullopt;
  const Value value = value_of(*outcome, use.fifty_move_rule);
  context_->table.store(table_key(),
                        {Move(), value, kNoValue, kMaxDepth, Bound::kExact, node.was_pv}, node.ply);
  return value;
}

/// Returns the value of a node that need not be searched. Never prunes in the principal variation,
/// in check, or with an excluded move.
std::optional<Value> NodeSearch::prune(const Node& node) noexcept {
  if (node.pv() || node.in_check || node.excluded) return std::nullopt;
  if (const std::optional<Value> value = try_reverse_futility(node)) return value;
  if (const std::optional<Value> value = try_null_move(node); value || stopped()) return value;
  return try_probcut(node);
}

/// Reverse futility pruning, also called static null move (Heinz 1998): the evaluation is so far
/// above beta that the value of a search will probably be above it, too.
std::optional<Value> NodeSearch::try_reverse_futility(const Node& node) const noexcept {
  const SearchParameters& use = parameters();
  if (node.depth > use.reverse_futility_depth || is_mate(node.beta)) return std::nullopt;
  const int plies = node.depth - (node.improving ? 1 : 0);
  if (node.estimate - use.reverse_futility_margin * plies < node.beta) return std::nullopt;
  return (node.estimate + node.beta) / 2;
}

/// Null move pruning (Donninger 1993): if the value is at least beta even after a pass, some move
/// will probably reach beta, too. Not tried with pawns only, where zugzwang is common.
std::optional<Value> NodeSearch::try_null_move(const Node& node) noexcept {
  const SearchParameters& use = parameters();
  const Frame& here = frame(node.ply);
  if (!works_from(use.null_move_depth, node.depth) || here.since_null == 0) return std::nullopt;
  if (node.estimate < node.beta || node.beta <= -kMateBound ||
      !has_pieces(position_, position_.side_to_move()))
    return std::nullopt;
  if (here.evaluation < node.beta - use.null_move_shortfall * node.depth + use.null_move_base)
    return std::nullopt;
  const int surplus =
      std::min((node.estimate - node.beta) / use.null_move_surplus, use.null_move_most_surplus);
  const int reduced =
      node.depth - use.null_move_reduction - node.depth / use.null_move_depth_divisor - surplus;

  do_null_move(node.ply);
  const Value value = -search_node(-node.beta, -node.beta + 1, reduced, node.ply + 1,
                                   opposite(node.kind), node.double_extensions);
  undo_null_move(node.ply);
  if (stopped() || value < node.beta) return std::nullopt;
  return value >= kTableWin ? node.beta : value;  // a win after a null move is not proved
}

/// Probcut (Buro 1995; here with captures only, as in the chessprogramming wiki): a capture that
/// stays far above beta in a shallow search will stay above beta in a deep one.
std::optional<Value> NodeSearch::try_probcut(const Node& node) noexcept {
  const SearchParameters& use = parameters();
  if (!works_from(use.probcut_depth, node.depth) || is_mate(node.beta)) return std::nullopt;
  const Value raised =
      node.beta + use.probcut_margin - (node.improving ? use.probcut_improving : 0);
  const int reduced = node.depth - use.probcut_reduction;
  if (node.hit && node.hit->depth > reduced && node.hit->value < raised) return std::nullopt;
  // The exchange must gain the gap, which is in the weights' centipawns. That is stricter than
  // intended if a pawn has more than 100 of them (157 in the shipped weights). Gaps divided by the
  // pawn's value showed no gain.
  MovePicker picker(position_, node.table_move, move_order(node.ply),
                    std::max(raised - frame(node.ply).evaluation, 0));
  while (const Move move = picker.next()) {
    context_->table.prefetch(table_key_after(move));
    do_move(move, node.ply);
    Value value = -quiescence(-raised, -raised + 1, node.ply + 1, false);
    if (value >= raised && !stopped()) {
      value = -search_node(-raised, -raised + 1, reduced, node.ply + 1, opposite(node.kind),
                           node.double_extensions);
    }
    undo_move(move, node.ply);
    if (stopped()) return std::nullopt;
    if (value < raised) continue;
    context_->table.store(
        table_key(), {move, value, node.raw_evaluation, reduced + 1, Bound::kLower, node.was_pv},
        node.ply);
    return is_mate(value) ? value : value - (raised - node.beta);
  }
  return std::nullopt;
}

/// True if a move can be skipped before it is made: captures that lose too much material (by see.h;
/// in this form from Stockfish), and hopeless quiet moves. Requires: a value better than being
/// mated is known.
bool NodeSearch::is_hopeless(const Node& node, const Candidate& candidate,
                             MovePicker& picker) const noexcept {
  if (candidate.quiet) return is_hopeless_quiet(node, candidate, picker);
  const SearchParameters& use = parameters();
  return node.depth <= use.capture_exchange_depth &&
         !exchange_is_at_least(position_, candidate.move,
                               -use.capture_exchange_margin * node.depth);
}

/// Skips a quiet move if it is (a) late in the list, which also skips all later quiet moves (move
/// count pruning, chessprogramming wiki: Futility Pruning), (b) too far below alpha (futility
/// pruning, Heinz 1998), (c) bad by history (chessprogramming wiki: History Leaf Pruning), or (d)
/// losing by SEE.
bool NodeSearch::is_hopeless_quiet(const Node& node, const Candidate& candidate,
                                   MovePicker& picker) const noexcept {
  const SearchParameters& use = parameters();
  const int depth = node.depth;
  const int maximum = (use.move_count_base + depth * depth) / (node.improving ? 1 : 2);
  if (depth <= use.move_count_depth && candidate.number > maximum) {
    picker.skip_quiets();
    return true;
  }
  if (candidate.gives_check || candidate.move.kind() == Move::Kind::kPromotion) return false;
  const int reduced = std::max(depth - 1 - general_reduction(node, candidate.number) / 1024, 0);
  const Value hope = frame(node.ply).evaluation + use.futility_base + use.futility_margin * reduced;
  if (reduced < use.futility_depth && hope <= node.alpha) return true;
  if (reduced < use.history_pruning_depth &&
      candidate.history < -use.history_pruning_margin * (reduced + 1))
    return true;
  return reduced < use.quiet_exchange_depth &&
         !exchange_is_at_least(position_, candidate.move,
                               -use.quiet_exchange_margin * reduced * reduced);
}

}  // namespace trivium::chess
