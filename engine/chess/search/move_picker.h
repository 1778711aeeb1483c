// The legal moves of a node, one at a time, the most promising first, generated no earlier than needed (chessprogramming wiki: Staged Move
// Generation).
//
// Order: the table's move; captures that do not lose material, the most valuable victim first, corrected by what such captures did before;
// refutations (quiet moves that cut off at this ply or against the last move before: killers and the countermove); the quiet moves by
// their histories; captures that lose material. A list is sorted only as far as it is used.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/position.h"
#include "engine/chess/search/history.h"

namespace trivium::chess {

/// Two quiet moves that cut off at this ply before (killers: Akl and Newborn 1977), the newer first.
using Killers = std::array<Move, 2>;

/// The histories of quiet moves one, two and four plies after a move; kNoHistory where that move was none.
using Continuations = std::array<const PieceToHistory*, 3>;

/// What quiet moves and captures are ordered by. What it refers to must outlive the picker.
struct MoveOrder {
  const Histories& histories;
  Continuations continuations{&kNoHistory, &kNoHistory, &kNoHistory};
  Killers killers{};
  Move counter{};
};

/// What all histories together say of a quiet move: the nearer the move before, the more it counts.
int quiet_score(const Position& position, Move move, const MoveOrder& order) noexcept;

class MovePicker {
 public:
  /// Of which kind the move last returned is.
  enum class Stage : std::uint8_t { kTableMove, kGoodCaptures, kRefutations, kQuiets, kBadCaptures, kDone };

  /// All moves. `position` must outlive the picker; `table_move` and the refutations need not be legal here.
  MovePicker(const Position& position, Move table_move, const MoveOrder& order) noexcept;

  static constexpr int kAnyExchange = -20000;  ///< no exchange loses as much
  /// Only captures and queen promotions, for quiescence and probcut: those whose exchange gains at least so many centipawns. The table's
  /// move must pass too.
  MovePicker(const Position& position, Move table_move, const MoveOrder& order, int least_exchange) noexcept;

  /// The next move, or none when all were returned. The position must then be as it was when the picker was made.
  Move next() noexcept;

  /// From now on no more quiet moves are returned.
  void skip_quiets() noexcept { skip_quiets_ = true; }

  Stage stage() const noexcept { return stage_; }

 private:
  struct Scored {
    int score;
    std::uint16_t bits;  ///< of the move; a Move would be cleared 256 times for each node
    Move move() const noexcept { return Move::from_bits(bits); }
  };

  void list(MoveClass wanted) noexcept;
  int score(Move move, MoveClass wanted) const noexcept;
  Move best_of_rest() noexcept;
  Move next_good_capture() noexcept;
  Move next_refutation() noexcept;
  Move next_quiet() noexcept;
  Move next_bad_capture() noexcept;
  Move next_of_stage() noexcept;
  bool is_refutation(Move move, std::size_t among) const noexcept;

  const Position& position_;
  const MoveOrder order_;
  std::array<Move, 3> refutations_{};
  Move table_move_;
  int least_exchange_ = 0;
  bool captures_only_ = false;
  bool skip_quiets_ = false;
  bool listed_ = false;  ///< whether the present stage has its list
  Stage stage_ = Stage::kTableMove;
  std::size_t next_refutation_ = 0;
  std::size_t next_ = 0;
  std::size_t size_ = 0;
  std::size_t next_bad_ = 0;
  std::size_t bad_count_ = 0;
  std::array<Scored, 256> moves_;  ///< the losing captures, then the present stage's list
};

/// A capture (en passant too) or a promotion to a queen, but no other promotion: MoveClass::kNoisy, what quiescence looks at.
bool is_noisy(const Position& position, Move move) noexcept;

/// What the move takes from its square, kNone where that is nothing; a pawn en passant.
PieceType taken_by(const Position& position, Move move) noexcept;

}  // namespace trivium::chess
