// Position of a search: board, line features and value patterns, updated together.
#pragma once

#include <cstdint>
#include <utility>

#include "engine/connect6/evaluation/evaluation.h"
#include "engine/connect6/evaluation/value_board.h"
#include "engine/connect6/evaluation/weights.h"
#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/turn.h"

namespace trivium::connect6 {

class Position {
 public:
  /// Requires: `weights` outlives this.
  Position(Board board, const Weights& weights)
      : board_(std::move(board)), lines_(board_), patterns_(board_, weights), weights_(weights) {}

  const Board& board() const noexcept { return board_; }
  const LineFeatures& lines() const noexcept { return lines_; }
  /// Line features for trying stones. The caller must remove what it placed before any other call.
  LineFeatures& scratch() noexcept { return lines_; }
  Stone to_move() const noexcept { return board_.to_move(); }
  std::uint64_t key() const noexcept { return board_.key(); }
  int stones_left() const noexcept { return board_.stones_left_in_turn(); }
  /// Evaluation for the side to move. Requires: the game is not over.
  Value value() noexcept;
  /// Evaluation if the side to move cannot win at once and needs `needed` stones to parry.
  Value quiet_value(int needed) noexcept;
  /// Pattern part of the evaluation, in Weights units.
  std::int64_t pattern_units() noexcept;

  /// Places one stone, or a turn, of the side to move. Does not allocate. Requires: it is legal.
  void do_stone(Cell cell) noexcept {
    lines_.place(cell, board_.to_move());
    patterns_.place(cell);
    board_.do_move(cell);
  }
  void undo_stone() noexcept;
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
  ValueBoard patterns_;
  const Weights& weights_;
};

}  // namespace trivium::connect6
