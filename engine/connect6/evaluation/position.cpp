#include "engine/connect6/evaluation/position.h"

namespace trivium::connect6 {

Value Position::value() noexcept {
  return evaluate(extract(lines_, to_move(), stones_left()), pattern_units(), weights_);
}

Value Position::quiet_value(int needed) noexcept {
  return evaluate(extract_quiet(lines_, to_move(), stones_left(), needed), pattern_units(),
                  weights_);
}

std::int64_t Position::pattern_units() noexcept { return patterns_.units(to_move()); }

void Position::undo_stone() noexcept {
  patterns_.undo(board_.history().back());
  lines_.remove(board_.history().back());
  board_.undo_move();
}

}  // namespace trivium::connect6
