// The legal moves of a node, one at a time, the most promising first, generated no earlier than needed.
//
// Order: the table's move; captures that do not lose material, the most valuable victim first and then the least valuable attacker
// (MVV/LVA); the killers (quiet moves that cut off at this ply before); the quiet moves by history; captures that lose material.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/chess/history.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/position.h"

namespace trivium::chess {

using Killers = std::array<Move, 2>;

class MovePicker {
 public:
  /// Of which kind the move last returned is.
  enum class Stage : std::uint8_t { kTableMove, kGoodCaptures, kKillers, kQuiets, kBadCaptures, kDone };

  /// All moves. The arguments must outlive the picker; `table_move` and the killers need not be legal here.
  MovePicker(const Position& position, Move table_move, const Killers& killers, const History& history) noexcept;

  /// Only captures and queen promotions, for quiescence.
  MovePicker(const Position& position, Move table_move, const History& history) noexcept;

  /// The next move, or none when all were returned. The position must then be as it was when the picker was made.
  Move next() noexcept;

  Stage stage() const noexcept { return stage_; }

 private:
  void prepare_captures() noexcept;
  void prepare_quiets() noexcept;
  Move best_of_rest() noexcept;
  Move next_good_capture() noexcept;
  Move next_killer() noexcept;
  Move next_quiet() noexcept;
  Move next_bad_capture() noexcept;

  const Position& position_;
  const History& history_;
  Killers killers_{};
  Move table_move_;
  bool captures_only_;
  bool prepared_ = false;  ///< whether the present stage has its list
  bool table_move_done_ = false;
  Stage stage_ = Stage::kTableMove;
  std::size_t next_ = 0;
  std::size_t bad_count_ = 0;
  std::size_t next_bad_ = 0;
  std::size_t next_killer_ = 0;
  MoveList moves_;
  std::array<int, 256> scores_;
  std::array<Move, 128> bad_captures_;
};

/// A capture (en passant too) or a promotion to a queen: what quiescence looks at.
bool is_noisy(const Position& position, Move move) noexcept;

}  // namespace trivium::chess
