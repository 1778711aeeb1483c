// Quiescence: beyond the last ply only captures, queen promotions and evasions are searched, until the evaluation can be trusted.
#include <algorithm>

#include "engine/chess/search.h"
#include "engine/chess/search_parameters.h"
#include "engine/chess/see.h"

namespace trivium::chess {

namespace {

/// What the capture or promotion adds to the evaluation's material, by the weights in use.
Value weighted_gain(const Position& position, Move move, const Weights& weights) noexcept {
  const auto worth = [&](PieceType type) {
    return type == PieceType::kKing || type == PieceType::kNone ? 0 : weights.centipawns(static_cast<Feature>(index(type)));
  };
  static_assert(index(Feature::kPawn) == index(PieceType::kPawn) && index(Feature::kQueen) == index(PieceType::kQueen));
  if (move.kind() == Move::Kind::kEnPassant) return worth(PieceType::kPawn);
  const Piece taken = position.piece_on(move.to());
  Value gain = taken == Piece::kNone ? 0 : worth(type_of(taken));
  if (move.kind() == Move::Kind::kPromotion) gain += worth(move.promotion()) - worth(PieceType::kPawn);
  return gain;
}

}  // namespace

template <bool kPv>
Value Searcher::quiescence(Value alpha, Value beta, int ply) noexcept {
  Frame& here = frame(ply);
  here.line.clear();
  if (!enter_node(ply) || is_draw(ply)) return kDrawValue;
  const bool in_check = position_.in_check();
  if (ply >= kMaxPly) return in_check ? kDrawValue : evaluate_here();

  const std::optional<TableEntry> hit = context_->table.probe(table_key(), ply);
  if (!kPv && hit && answers(*hit, alpha, beta, 0)) return hit->value;

  const Value original_alpha = alpha;
  Value best = mated_in(ply);
  Value evaluation = kNoValue;
  if (!in_check) {
    evaluation = hit && hit->evaluation != kNoValue ? hit->evaluation : evaluate_here();
    best = evaluation;  // standing pat: some quiet move will hold this much
    if (best >= beta) {
      if (!hit) context_->table.store(table_key(), {Move(), best, evaluation, 0, Bound::kLower}, ply);
      return best;
    }
    alpha = std::max(alpha, best);
  }

  Move best_move;
  const Move table_move = hit ? hit->move : Move();
  MovePicker picker = in_check ? MovePicker(position_, table_move, Killers{}, history_) : MovePicker(position_, table_move, history_);
  while (const Move move = picker.next()) {
    if (!in_check) {
      // Delta pruning: even with what it takes, the move stays below alpha. Then captures that lose material.
      const Value hope = std::min(evaluation + weighted_gain(position_, move, context_->weights) + kSearch.delta_margin, kMaxEvaluation);
      if (hope <= alpha) {
        best = std::max(best, hope);
        continue;
      }
      if (!exchange_is_at_least(position_, move, 0)) continue;
    }
    do_move(move, ply);
    const Value value = -quiescence<kPv>(-beta, -alpha, ply + 1);
    undo_move(move, ply);
    if (stopped_) return kDrawValue;
    if (value <= best) continue;
    best = value;
    if (value <= alpha) continue;
    best_move = move;
    if (kPv) here.line.assign(move, frame(ply + 1).line);
    if (value >= beta) break;
    alpha = value;
  }
  const Bound bound = best >= beta ? Bound::kLower : best > original_alpha ? Bound::kExact : Bound::kUpper;
  context_->table.store(table_key(), {best_move, best, evaluation, 0, bound}, ply);
  return best;
}

template Value Searcher::quiescence<true>(Value, Value, int) noexcept;
template Value Searcher::quiescence<false>(Value, Value, int) noexcept;

}  // namespace trivium::chess
