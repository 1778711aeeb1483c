#include "engine/chess/endgame/kpk.h"

#include <array>
#include <cstddef>

#include "engine/chess/rules/attacks.h"

namespace trivium::chess {
namespace {

/// For each square of the pawn (files a to d, the others by mirroring) and of the strong king: the
/// won squares of the weak king.
class KpkTable {
 public:
  KpkTable() noexcept {
    // Pawns only advance, so the ranks are completed one after the other, from the seventh down.
    for (int rank = 6; rank >= 1; --rank) {
      for (int file = 0; file < kFiles; ++file) {
        while (improve(make_square(file, rank))) {
        }
      }
    }
  }

  Bitboard won(Square pawn, Square strong_king, bool strong_to_move) const noexcept {
    return won_[strong_to_move ? 1 : 0][pawn_number(pawn)][offset(strong_king)];
  }

 private:
  static constexpr int kFiles = 4;
  static constexpr std::size_t kPawns = 24;

  static std::size_t pawn_number(Square pawn) noexcept {
    return static_cast<std::size_t>(kFiles * (rank_of(pawn) - 1) + file_of(pawn));
  }

  /// Finds further won positions with this pawn. Returns false if there are none.
  bool improve(Square pawn) noexcept {
    bool more = false;
    for (int king = 0; king < 64; ++king) {
      const auto strong_king = static_cast<Square>(king);
      if (strong_king == pawn) continue;
      more |= add(1, pawn, strong_king, won_with_a_move(pawn, strong_king));
      more |= add(0, pawn, strong_king, lost_by_every_move(pawn, strong_king));
    }
    return more;
  }

  bool add(std::size_t strong_to_move, Square pawn, Square strong_king,
           Bitboard weak_kings) noexcept {
    Bitboard& known = won_[strong_to_move][pawn_number(pawn)][offset(strong_king)];
    if ((weak_kings & ~known) == 0) return false;
    known |= weak_kings;
    return true;
  }

  /// Returns the weak king's squares for which the strong side, to move, reaches a known win.
  Bitboard won_with_a_move(Square pawn, Square strong_king) const noexcept {
    Bitboard won_by_king = 0;
    for (Bitboard steps = king_attacks(strong_king) & ~bit(pawn); steps != 0;)
      won_by_king |= won(pawn, pop_lowest(steps), false);
    const Bitboard in_check = pawn_attacks(Color::kWhite, pawn);
    return (won_by_king | won_by_pawn(pawn, strong_king)) &
           ~(king_attacks(strong_king) | bit(strong_king) | bit(pawn) | in_check);
  }

  Bitboard won_by_pawn(Square pawn, Square strong_king) const noexcept {
    const auto ahead = static_cast<Square>(index(pawn) + 8);
    if (ahead == strong_king) return 0;
    if (rank_of(ahead) == 7) {
      // A promotion wins if the new piece (a rook, if a queen stalemates) survives.
      const bool guarded = (king_attacks(strong_king) & bit(ahead)) != 0;
      return ~(bit(ahead) | (guarded ? 0 : king_attacks(ahead)));
    }
    Bitboard kings = won(ahead, strong_king, false);
    const auto two_ahead = static_cast<Square>(index(pawn) + 16);
    if (rank_of(pawn) == 1 && two_ahead != strong_king)
      kings |= won(two_ahead, strong_king, false) & ~bit(ahead);
    return kings;
  }

  /// Returns the weak king's squares for which, with it to move, all moves (at least one) lose.
  Bitboard lost_by_every_move(Square pawn, Square strong_king) const noexcept {
    const Bitboard lost = won(pawn, strong_king, true);
    const Bitboard forbidden = king_attacks(strong_king) | pawn_attacks(Color::kWhite, pawn);
    Bitboard kings = 0;
    for (Bitboard candidates = ~(king_attacks(strong_king) | bit(strong_king) | bit(pawn));
         candidates != 0;) {
      const Square weak_king = pop_lowest(candidates);
      const Bitboard moves = king_attacks(weak_king) & ~forbidden;
      // The pawn's square is never a lost one, because capturing the pawn draws.
      if (moves != 0 && (moves & ~lost) == 0) kings |= bit(weak_king);
    }
    return kings;
  }

  std::array<std::array<std::array<Bitboard, 64>, kPawns>, 2> won_{};
};

constexpr Square mirror_file(Square square) noexcept {
  return static_cast<Square>(index(square) ^ 7);
}

}  // namespace

bool kpk_is_won(Square strong_king, Square pawn, Square weak_king, bool strong_to_move) noexcept {
  static const KpkTable kTable;
  if (file_of(pawn) > 3) {
    strong_king = mirror_file(strong_king);
    pawn = mirror_file(pawn);
    weak_king = mirror_file(weak_king);
  }
  return (kTable.won(pawn, strong_king, strong_to_move) & bit(weak_king)) != 0;
}

}  // namespace trivium::chess
