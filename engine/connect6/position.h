// A board that is searched: its stones, history and hash together with its line features.
#pragma once

#include <cstdint>

#include "engine/connect6/line_features.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/turn.h"

namespace trivium::connect6 {

class Position {
 public:
  explicit Position(const Board& board) : board_(board), lines_(board) {}

  const Board& board() const noexcept { return board_; }
  const LineFeatures& lines() const noexcept { return lines_; }
  /// For trying stones: whoever changes it leaves it as it was.
  LineFeatures& scratch() noexcept { return lines_; }
  Stone to_move() const noexcept { return board_.to_move(); }
  std::uint64_t key() const noexcept { return board_.key(); }
  int stones_left() const noexcept { return board_.stones_left_in_turn(); }

  /// Places one stone or a turn for the side to move; legal ones. No allocation: the board has reserved its history.
  void do_stone(Cell cell) noexcept {
    lines_.place(cell, board_.to_move());
    board_.do_move(cell);
  }
  void undo_stone() noexcept {
    lines_.remove(board_.history().back());
    board_.undo_move();
  }
  void do_turn(Turn turn) noexcept {
    do_stone(turn.first);
    if (turn.second != kNoCell) do_stone(turn.second);
  }
  void undo_turn(Turn turn) noexcept {
    if (turn.second != kNoCell) undo_stone();
    undo_stone();
  }

 private:
  Board board_;
  LineFeatures lines_;
};

}  // namespace trivium::connect6
