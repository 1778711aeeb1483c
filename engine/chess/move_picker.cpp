#include "engine/chess/move_picker.h"

#include <utility>

#include "engine/chess/see.h"

namespace trivium::chess {

namespace {

/// Most valuable victim first; among equal victims the least valuable attacker.
int victim_and_attacker(const Position& position, Move move) noexcept {
  return 16 * material_gain(position, move) - index(type_of(position.piece_on(move.from())));
}

}  // namespace

bool is_noisy(const Position& position, Move move) noexcept {
  return is_capture(position, move) || (move.kind() == Move::Kind::kPromotion && move.promotion() == PieceType::kQueen);
}

MovePicker::MovePicker(const Position& position, Move table_move, const Killers& killers, const History& history) noexcept
    : position_(position), history_(history), killers_(killers), table_move_(table_move), captures_only_(false) {
  if (!table_move_ || !is_legal(position_, table_move_)) table_move_ = Move();
}

MovePicker::MovePicker(const Position& position, Move table_move, const History& history) noexcept
    : position_(position), history_(history), table_move_(table_move), captures_only_(true) {
  if (!table_move_ || !is_noisy(position_, table_move_) || !is_legal(position_, table_move_)) table_move_ = Move();
}

void MovePicker::prepare_captures() noexcept {
  moves_.clear();
  generate_legal(position_, moves_, MoveClass::kNoisy);
  for (std::size_t i = 0; i < moves_.size(); ++i) scores_[i] = victim_and_attacker(position_, moves_[i]);
  next_ = 0;
}

void MovePicker::prepare_quiets() noexcept {
  moves_.clear();
  generate_legal(position_, moves_, MoveClass::kQuiet);
  for (std::size_t i = 0; i < moves_.size(); ++i) scores_[i] = history_.score(position_.side_to_move(), moves_[i]);
  next_ = 0;
}

/// Selection sort, one step: most nodes cut off before the list is sorted.
Move MovePicker::best_of_rest() noexcept {
  if (next_ == moves_.size()) return Move();
  std::size_t best = next_;
  for (std::size_t i = next_ + 1; i < moves_.size(); ++i) {
    if (scores_[i] > scores_[best]) best = i;
  }
  std::swap(moves_[best], moves_[next_]);
  std::swap(scores_[best], scores_[next_]);
  return moves_[next_++];
}

Move MovePicker::next_good_capture() noexcept {
  if (!std::exchange(prepared_, true)) prepare_captures();
  while (const Move move = best_of_rest()) {
    if (move == table_move_) continue;
    if (captures_only_ || exchange_is_at_least(position_, move, 0) || bad_count_ == bad_captures_.size()) return move;
    bad_captures_[bad_count_++] = move;
  }
  return Move();
}

Move MovePicker::next_killer() noexcept {
  while (next_killer_ < killers_.size()) {
    const Move move = killers_[next_killer_++];
    if (move && move != table_move_ && move.kind() != Move::Kind::kPromotion && is_legal(position_, move) && !is_capture(position_, move)) {
      return move;
    }
  }
  return Move();
}

Move MovePicker::next_quiet() noexcept {
  if (!std::exchange(prepared_, true)) prepare_quiets();
  while (const Move move = best_of_rest()) {
    if (move != table_move_ && move != killers_[0] && move != killers_[1]) return move;
  }
  return Move();
}

Move MovePicker::next_bad_capture() noexcept { return next_bad_ < bad_count_ ? bad_captures_[next_bad_++] : Move(); }

Move MovePicker::next() noexcept {
  while (stage_ != Stage::kDone) {
    Move move;
    switch (stage_) {
      case Stage::kTableMove:
        if (!std::exchange(table_move_done_, true)) move = table_move_;
        break;
      case Stage::kGoodCaptures:
        move = next_good_capture();
        break;
      case Stage::kKillers:
        move = next_killer();
        break;
      case Stage::kQuiets:
        move = next_quiet();
        break;
      case Stage::kBadCaptures:
        move = next_bad_capture();
        break;
      case Stage::kDone:
        break;
    }
    if (move) return move;
    prepared_ = false;
    stage_ = captures_only_ && stage_ == Stage::kGoodCaptures ? Stage::kDone : static_cast<Stage>(static_cast<int>(stage_) + 1);
  }
  return Move();
}

}  // namespace trivium::chess
