// MovePicker: the legal moves of a node one at a time, the most promising first. It generates them
// as late as possible (chessprogramming wiki: Staged Move Generation).
//
// Order: the table's move; captures that do not lose material, by most valuable victim and capture
// history; refutations (killers and the countermove); quiet moves by their histories; losing
// captures. A list is sorted only as far as it is used.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/position.h"
#include "engine/chess/search/history.h"

namespace trivium::chess {

/// The last two quiet moves that caused a cutoff at this ply (killers: Akl and Newborn 1977), the
/// newer first.
using Killers = std::array<Move, 2>;

/// Histories of quiet moves after the move one, two and four plies before; kNoHistory if there is
/// no such move.
using Continuations = std::array<const PieceToHistory*, 3>;

/// Data for ordering moves. The references must outlive the picker.
struct MoveOrder {
  const Histories& histories;
  Continuations continuations{&kNoHistory, &kNoHistory, &kNoHistory};
  Killers killers{};
  Move counter{};
};

/// Returns the sum of all history scores of a quiet move. The history after the move four plies
/// before counts half.
int quiet_score(const Position& position, Move move, const MoveOrder& order) noexcept;

class MovePicker {
 public:
  /// Kind of the move last returned.
  enum class Stage : std::uint8_t {
    kTableMove,
    kGoodCaptures,
    kRefutations,
    kQuiets,
    kBadCaptures,
    kDone
  };

  /// Returns all moves. Requires: `position` outlives the picker. `table_move` and the refutations
  /// may be illegal here.
  MovePicker(const Position& position, Move table_move, const MoveOrder& order) noexcept;

  static constexpr int kAnyExchange = -20000;  ///< below the result of every exchange
  /// Returns only captures and queen promotions whose exchange gains at least `min_exchange`
  /// centipawns, the table's move included. For quiescence and probcut.
  MovePicker(const Position& position, Move table_move, const MoveOrder& order,
             int min_exchange) noexcept;

  /// Returns the next move, or none at the end. Requires: the position is the same as at
  /// construction.
  Move next() noexcept;

  /// Stops returning quiet moves, the refutations included.
  void skip_quiets() noexcept { skip_quiets_ = true; }

  Stage stage() const noexcept { return stage_; }

 private:
  struct Scored {
    int score;
    std::uint16_t bits;  ///< of the move; an array of Move would be initialized in each node
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
  int min_exchange_ = 0;
  bool captures_only_ = false;
  bool skip_quiets_ = false;
  bool listed_ = false;  ///< the present stage has its list
  Stage stage_ = Stage::kTableMove;
  std::size_t next_refutation_ = 0;
  std::size_t next_ = 0;
  std::size_t size_ = 0;
  std::size_t next_bad_ = 0;
  std::size_t bad_count_ = 0;
  std::array<Scored, 256> moves_;  ///< losing captures, then the present stage's list
};

/// True for captures (en passant included) and queen promotions, without other promotions:
/// MoveClass::kNoisy, as used by quiescence.
bool is_noisy(const Position& position, Move move) noexcept;

/// Returns the captured piece type, kNone if there is none; a pawn for en passant.
PieceType taken_by(const Position& position, Move move) noexcept;

}  // namespace trivium::chess
