#include "engine/chess/search/move_picker.h"

#include <utility>

#include "engine/chess/search/see.h"

namespace trivium::chess {

bool is_noisy(const Position& position, Move move) noexcept {
  return move.kind() == Move::Kind::kPromotion ? move.promotion() == PieceType::kQueen
                                               : is_capture(position, move);
}

PieceType taken_by(const Position& position, Move move) noexcept {
  if (move.kind() == Move::Kind::kEnPassant) return PieceType::kPawn;
  if (move.kind() == Move::Kind::kCastling) return PieceType::kNone;
  return type_of(position.piece_on(move.to()));
}

int quiet_score(const Position& position, Move move, const MoveOrder& order) noexcept {
  const Piece piece = position.piece_on(move.from());
  int score = order.histories.quiet(position.side_to_move(), move);
  score += order.continuations[0]->at(piece, move.to());
  score += order.continuations[1]->at(piece, move.to());
  return score + order.continuations[2]->at(piece, move.to()) / 2;
}

MovePicker::MovePicker(const Position& position, Move table_move, const MoveOrder& order) noexcept
    : position_(position),
      order_(order),
      refutations_{order.killers[0], order.killers[1], order.counter},
      table_move_(table_move) {
  if (!table_move_ || !is_legal(position_, table_move_)) table_move_ = Move();
  for (Move& move : refutations_) {
    if (move.kind() == Move::Kind::kPromotion) move = Move();
  }
}

MovePicker::MovePicker(const Position& position, Move table_move, const MoveOrder& order,
                       int min_exchange) noexcept
    : position_(position),
      order_(order),
      table_move_(table_move),
      min_exchange_(min_exchange),
      captures_only_(true) {
  const bool fits = table_move_ && is_legal(position_, table_move_) &&
                    is_noisy(position_, table_move_) &&
                    exchange_is_at_least(position_, table_move_, min_exchange_);
  if (!fits) table_move_ = Move();
}

int MovePicker::score(Move move, MoveClass wanted) const noexcept {
  if (wanted == MoveClass::kQuiet) return quiet_score(position_, move, order_);
  // The victim's value counts most. History can raise a capture by the value of five pawns.
  const Piece piece = position_.piece_on(move.from());
  return 16 * material_gain(position_, move) - index(type_of(piece)) +
         order_.histories.capture(piece, move.to(), taken_by(position_, move)) / 2;
}

void MovePicker::list(MoveClass wanted) noexcept {
  MoveList moves;
  generate_legal(position_, moves, wanted);
  next_ = size_ = bad_count_;
  for (const Move move : moves) moves_[size_++] = {score(move, wanted), move.bits()};
}

/// One step of selection sort: most nodes cut off before the list is sorted. Branch-free, since
/// branches would be unpredictable.
Move MovePicker::best_of_rest() noexcept {
  if (next_ == size_) return Move();
  std::size_t best = next_;
  int maximum = moves_[next_].score;
  for (std::size_t i = next_ + 1; i < size_; ++i) {
    const int here = moves_[i].score;
    best = here > maximum ? i : best;
    maximum = here > maximum ? here : maximum;
  }
  std::swap(moves_[best], moves_[next_]);
  return moves_[next_++].move();
}

Move MovePicker::next_good_capture() noexcept {
  if (!std::exchange(listed_, true)) list(MoveClass::kNoisy);
  while (const Move move = best_of_rest()) {
    if (move == table_move_) continue;
    if (exchange_is_at_least(position_, move, min_exchange_)) return move;
    if (!captures_only_) moves_[bad_count_++] = moves_[next_ - 1];
  }
  return Move();
}

/// True if the move is one of the first `among` refutations.
bool MovePicker::is_refutation(Move move, std::size_t among) const noexcept {
  for (std::size_t i = 0; i < among; ++i) {
    if (move == refutations_[i]) return true;
  }
  return false;
}

Move MovePicker::next_refutation() noexcept {
  while (next_refutation_ < refutations_.size() && !skip_quiets_) {
    const std::size_t i = next_refutation_++;
    const Move move = refutations_[i];
    if (!move || move == table_move_ || is_refutation(move, i)) continue;
    if (is_legal(position_, move) && !is_capture(position_, move)) return move;
  }
  return Move();
}

Move MovePicker::next_quiet() noexcept {
  if (skip_quiets_) return Move();
  if (!std::exchange(listed_, true)) list(MoveClass::kQuiet);
  while (const Move move = best_of_rest()) {
    if (move != table_move_ && !is_refutation(move, refutations_.size())) return move;
  }
  return Move();
}

Move MovePicker::next_bad_capture() noexcept {
  return next_bad_ < bad_count_ ? moves_[next_bad_++].move() : Move();
}

Move MovePicker::next_of_stage() noexcept {
  switch (stage_) {
    case Stage::kTableMove:
      return std::exchange(listed_, true) ? Move() : table_move_;
    case Stage::kGoodCaptures:
      return next_good_capture();
    case Stage::kRefutations:
      return next_refutation();
    case Stage::kQuiets:
      return next_quiet();
    case Stage::kBadCaptures:
      return next_bad_capture();
    case Stage::kDone:
      break;
  }
  return Move();
}

Move MovePicker::next() noexcept {
  while (stage_ != Stage::kDone) {
    if (const Move move = next_of_stage()) return move;
    listed_ = false;
    stage_ = captures_only_ && stage_ == Stage::kGoodCaptures
                 ? Stage::kDone
                 : static_cast<Stage>(static_cast<int>(stage_) + 1);
  }
  return Move();
}

}  // namespace trivium::chess
