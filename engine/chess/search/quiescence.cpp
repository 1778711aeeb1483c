// Quiescence search (Shannon 1950; chessprogramming wiki: Quiescence Search): beyond the last ply
// it searches only captures, queen promotions and evasions, until the position is quiet.
#include <algorithm>

#include "engine/chess/search/node_search.h"
#include "engine/chess/search/see.h"

namespace trivium::chess {

/// Returns the material that a capture or promotion adds to the evaluation, from the present
/// weights, averaged over middlegame and endgame. Endgame values were tested and showed no gain.
Value NodeSearch::material_gained(Move move) const noexcept {
  const auto value = [&](PieceType type) {
    return piece_values_[static_cast<std::size_t>(index(type))];
  };
  Value gain = value(taken_by(position_, move));
  if (move.kind() == Move::Kind::kPromotion)
    gain += value(move.promotion()) - value(PieceType::kPawn);
  return gain;
}

/// True if the move can be skipped: delta pruning (chessprogramming wiki), if even its gain stays
/// below alpha (`best` may rise to that sum); or a losing capture (chessprogramming wiki: SEE in
/// Quiescence Search).
bool NodeSearch::cannot_help(Move move, Value evaluation, Value alpha, Value& best) const noexcept {
  const Value hope =
      std::min(evaluation + material_gained(move) + parameters().delta_margin, kMaxEvaluation);
  if (hope <= alpha) {
    best = std::max(best, hope);
    return true;
  }
  return !exchange_is_at_least(position_, move, 0);
}

Value NodeSearch::quiescence(Value alpha, Value beta, int ply, bool pv) noexcept {
  Frame& here = frame(ply);
  here.line.clear();
  if (!enter_node(ply) || is_draw(ply)) return kDrawValue;
  const bool in_check = position_.in_check();
  if (ply >= kMaxPly) return in_check ? kDrawValue : evaluator_.evaluate(position_);

  const std::optional<TableEntry> hit = context_->table.probe(table_key(), ply);
  if (!pv && hit && trusts_table() && cuts_off(*hit, alpha, beta, 0)) return hit->value;
  const bool was_pv = pv || (hit && hit->was_pv);

  const Value original_alpha = alpha;
  Value best = mated_in(ply), raw_evaluation = kNoValue, evaluation = kNoValue;
  if (!in_check) {
    raw_evaluation =
        hit && hit->evaluation != kNoValue ? hit->evaluation : evaluator_.evaluate(position_);
    evaluation = corrected(raw_evaluation, ply);
    // Stand pat: some quiet move will probably keep this value.
    best = pv ? evaluation : refined(evaluation, hit);
    if (best >= beta) {
      if (!hit)
        context_->table.store(table_key(), {Move(), best, raw_evaluation, 0, Bound::kLower, was_pv},
                              ply);
      return best;
    }
    alpha = std::max(alpha, best);
  }

  Move best_move;
  int quiets = 0;
  const Move table_move = hit ? hit->move : Move();
  const MoveOrder order = move_order(ply);
  MovePicker picker = in_check ? MovePicker(position_, table_move, order)
                               : MovePicker(position_, table_move, order, MovePicker::kAnyExchange);
  while (const Move move = picker.next()) {
    context_->table.prefetch(table_key_after(move));
    if (!in_check && cannot_help(move, evaluation, alpha, best)) continue;
    if (in_check && best > -kMateBound && !is_noisy(position_, move) &&
        quiets++ >= parameters().quiescence_evasions) {
      picker.skip_quiets();
      continue;
    }
    do_move(move, ply);
    const Value value = -quiescence(-beta, -alpha, ply + 1, pv);
    undo_move(move, ply);
    if (stopped()) return kDrawValue;
    if (value <= best) continue;
    best = value;
    if (value <= alpha) continue;
    best_move = move;
    if (pv) here.line.assign(move, frame(ply + 1).line);
    if (value >= beta) break;
    alpha = value;
  }
  const Bound bound = best >= beta            ? Bound::kLower
                      : best > original_alpha ? Bound::kExact
                                              : Bound::kUpper;
  context_->table.store(table_key(), {best_move, best, raw_evaluation, 0, bound, was_pv}, ply);
  return best;
}

}  // namespace trivium::chess
