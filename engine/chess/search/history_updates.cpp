// Updates after a node: move histories and refutations, and corrections of the static evaluation.
#include <algorithm>

#include "engine/chess/endgame/endgames.h"
#include "engine/chess/search/node_search.h"

namespace trivium::chess {

/// Rewards the best move and penalizes the moves tried before it; stores a quiet best move as a
/// refutation.
void NodeSearch::reward(const Node& node, Move best, const Tried& tried) noexcept {
  const SearchParameters& use = parameters();
  const int bonus =
      std::clamp(use.history_slope * node.depth - use.history_offset, 0, use.history_most);
  if (!is_noisy(position_, best)) {
    remember_refutation(best, node.ply);
    reward_quiet(best, node.ply, bonus);
    for (const Move other : tried.quiets) reward_quiet(other, node.ply, -bonus);
  } else {
    reward_capture(best, bonus);
  }
  for (const Move other : tried.captures) reward_capture(other, -bonus);
}

void NodeSearch::remember_refutation(Move move, int ply) noexcept {
  if (parameters().refutations == 0 || move.kind() == Move::Kind::kPromotion) return;
  Killers& killers = frame(ply).killers;
  if (killers[0] != move) killers = {move, killers[0]};
  if (const unsigned code = frame(ply - 1).move_code; code != kMoveCodes)
    histories_->counter(code) = move;
}

void NodeSearch::reward_quiet(Move move, int ply, int bonus) noexcept {
  histories_->quiet(position_.side_to_move(), move).add(bonus);
  const Piece piece = position_.piece_on(move.from());
  for (const int back : {1, 2, 4}) {
    if (PieceToHistory* const after = frame(ply - back).continuation; after != nullptr)
      after->at(piece, move.to()).add(bonus);
  }
}

void NodeSearch::reward_capture(Move move, int bonus) noexcept {
  if (parameters().capture_history == 0) return;
  histories_->capture(position_.piece_on(move.from()), move.to(), taken_by(position_, move))
      .add(bonus);
}

Corrections::Slots NodeSearch::correction_slots(int ply) noexcept {
  constexpr std::uint32_t kGolden = 0x9E3779B9;  // Fibonacci hashing (Knuth 1973)
  const std::uint32_t last_two =
      frame(ply - 1).move_code * (kMoveCodes + 1) + frame(ply - 2).move_code;
  return histories_->corrections().slots(position_, (last_two * kGolden) >> 18);
}

/// Returns the evaluation of the present position plus its corrections. Exact endgame knowledge is
/// not corrected.
Value NodeSearch::corrected(Value evaluation, int ply) noexcept {
  if (!corrects_ || is_known_win(evaluation)) return evaluation;
  const SearchParameters& use = parameters();
  const Corrections::Slots slots = correction_slots(ply);
  const int sum = use.correction_pawns * *slots.pawns +
                  use.correction_pieces * (*slots.pieces[0] + *slots.pieces[1]) +
                  use.correction_moves * *slots.moves;
  return std::clamp(evaluation + sum / Corrections::kLimit, -kKnownWin + 1, kKnownWin - 1);
}

/// Updates the corrections with the difference between the search value and the static evaluation,
/// unless the value comes from a capture or exact knowledge, or is a bound on the wrong side.
void NodeSearch::learn_correction(const Node& node, Value best, Move best_move,
                                  Bound bound) noexcept {
  const Value evaluation = frame(node.ply).evaluation;
  if (!corrects_ || exhaustive_ || node.in_check || node.excluded || is_known_win(evaluation) ||
      is_known_win(best))
    return;
  if (best_move && is_noisy(position_, best_move)) return;
  if ((bound == Bound::kLower && best <= evaluation) ||
      (bound == Bound::kUpper && best >= evaluation))
    return;
  constexpr int kMax = Corrections::kLimit / 4;
  const int bonus = std::clamp((best - evaluation) * node.depth / 8, -kMax, kMax);
  const Corrections::Slots slots = correction_slots(node.ply);
  for (Corrections::Score* const score :
       {slots.pawns, slots.pieces[0], slots.pieces[1], slots.moves})
    score->add(bonus);
}

}  // namespace trivium::chess
