// Statistics that a search thread learns: which moves cause cutoffs in which context, and the
// errors of the static evaluation. One set for each thread, cleared with a new game.
//
// Butterfly boards: Hartmann 1988 and Schaeffer 1989 (history heuristic); "gravity" keeps scores
// bounded and lets old ones decay. Countermoves: Uiterwijk 1992. Continuation history, capture
// history and corrections of the static evaluation: chessprogramming wiki (History Heuristic,
// Countermove Heuristic, Static Evaluation Correction History).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "engine/chess/rules/position.h"
#include "engine/chess/rules/types.h"
#include "engine/chess/rules/value.h"

namespace trivium::chess {

/// A score in [-kLimit, kLimit], initially 0. The nearer it is to the limit, the less a bonus adds.
template <int kLimit>
class Tally {
 public:
  constexpr operator int() const noexcept { return score_; }

  constexpr void add(int bonus) noexcept {
    const int bounded = std::clamp(bonus, -kLimit, kLimit);
    score_ = static_cast<std::int16_t>(score_ + bounded - score_ * std::abs(bounded) / kLimit);
  }

 private:
  std::int16_t score_ = 0;
};

inline constexpr int kMoveTally = 16384;
using MoveTally = Tally<kMoveTally>;

/// Code of a move by its piece and target square, below kMoveCodes; kMoveCodes itself means no
/// move.
constexpr unsigned move_code(Piece piece, Square to) noexcept {
  return static_cast<unsigned>(index(piece) * 64 + index(to));
}
inline constexpr unsigned kMoveCodes = 12 * 64;

/// Scores by moving piece and target square.
class PieceToHistory {
 public:
  MoveTally& at(Piece piece, Square to) noexcept { return scores_[move_code(piece, to)]; }
  int at(Piece piece, Square to) const noexcept { return scores_[move_code(piece, to)]; }

 private:
  std::array<MoveTally, kMoveCodes> scores_{};
};

/// Empty history, used if there is no earlier move.
inline constexpr PieceToHistory kNoHistory{};

/// Errors of the static evaluation, by what may cause them: the pawns, each side's pieces, the last
/// two moves.
class Corrections {
 public:
  static constexpr int kLimit = 1024;
  using Score = Tally<kLimit>;

  /// Entries of one position; valid as long as the Corrections.
  struct Slots {
    Score* pawns;
    std::array<Score*, 2> pieces;
    Score* moves;
  };
  /// `last_moves` is a hash of the last two moves, of which the low bits are used.
  Slots slots(const Position& position, unsigned last_moves) noexcept {
    const auto side = static_cast<std::size_t>(index(position.side_to_move()));
    const auto at = [](std::uint64_t key) { return static_cast<std::size_t>(key >> (64 - kBits)); };
    return {&pawns_[side][at(position.pawn_key())],
            {&pieces_[0][side][at(position.piece_key(Color::kWhite))],
             &pieces_[1][side][at(position.piece_key(Color::kBlack))]},
            &moves_[side][last_moves & (kSize - 1)]};
  }

  /// Prefetches the entries. Always inline, as SharedTable::prefetch().
  [[gnu::always_inline]] static void prefetch(const Slots& slots) noexcept {
    for (const Score* const score : {slots.pawns, slots.pieces[0], slots.pieces[1], slots.moves})
      __builtin_prefetch(score);
  }

  void clear() noexcept {
    for (BySide* table : {&pawns_, &pieces_[0], &pieces_[1], &moves_}) {
      for (auto& scores : *table) scores.fill({});
    }
  }

 private:
  static constexpr int kBits = 14;
  static constexpr std::size_t kSize = std::size_t{1} << kBits;
  using BySide = std::array<std::array<Score, kSize>, 2>;

  BySide pawns_{};
  std::array<BySide, 2> pieces_{};
  BySide moves_{};
};

/// All histories of one search thread.
class Histories {
 public:
  /// Score of a quiet move by color, from and to.
  MoveTally& quiet(Color color, Move move) noexcept { return quiets_[quiet_slot(color, move)]; }
  int quiet(Color color, Move move) const noexcept { return quiets_[quiet_slot(color, move)]; }

  /// Score of a capture or promotion by piece, target square and captured type (possibly none).
  MoveTally& capture(Piece piece, Square to, PieceType taken) noexcept {
    return captures_[capture_slot(piece, to, taken)];
  }
  int capture(Piece piece, Square to, PieceType taken) const noexcept {
    return captures_[capture_slot(piece, to, taken)];
  }

  /// Scores of quiet moves that follow the move of this code, one or more plies later. Requires:
  /// `code` < kMoveCodes.
  PieceToHistory& after(unsigned code) noexcept { return continuations_[code]; }

  /// The quiet move that last refuted the move of this code. Requires: `code` < kMoveCodes.
  Move& counter(unsigned code) noexcept { return counters_[code]; }

  Corrections& corrections() noexcept { return corrections_; }

  void clear() noexcept {
    quiets_.fill({});
    captures_.fill({});
    continuations_.fill({});
    counters_.fill({});
    corrections_.clear();
  }

 private:
  static std::size_t quiet_slot(Color color, Move move) noexcept {
    return static_cast<std::size_t>((index(color) * 64 + index(move.from())) * 64 +
                                    index(move.to()));
  }
  static std::size_t capture_slot(Piece piece, Square to, PieceType taken) noexcept {
    return std::size_t{move_code(piece, to)} * (kPieceTypes + 1) +
           static_cast<std::size_t>(index(taken));
  }

  std::array<MoveTally, std::size_t{2} * 64 * 64> quiets_{};
  std::array<MoveTally, std::size_t{kMoveCodes} * (kPieceTypes + 1)> captures_{};
  std::array<PieceToHistory, kMoveCodes> continuations_{};
  std::array<Move, kMoveCodes> counters_{};
  Corrections corrections_;
};

}  // namespace trivium::chess
