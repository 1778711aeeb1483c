#include "engine/chess/mating.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>

#include "engine/chess/endgames.h"
#include "engine/chess/geometry.h"

namespace trivium::chess {
namespace {

/// In centipawns, by piece type: only their order matters, and that a promotion and a capture are worth it.
constexpr std::array<Value, kPieceTypes> kWorth{100, 300, 300, 500, 900, 0};

/// All progress together is worth less than a pawn.
constexpr Value kEdgeStep = 7;    ///< a file or a rank nearer to the edge: at most 6 of them
constexpr Value kCornerStep = 6;  ///< a step along the board nearer to a corner of the bishop's colour: at most 7
constexpr Value kKingStep = 7;    ///< a king move nearer to the bare king: at most 6

/// Files and ranks between the square and the middle of the board, 0..6.
int steps_from_middle(Square square) noexcept {
  const auto from_middle = [](int line) { return line < 4 ? 3 - line : line - 4; };
  return from_middle(file_of(square)) + from_middle(rank_of(square));
}

/// 7 in the two corners of the colour, 0 on the long diagonal between the other two.
int nearness_to_corner(Square square, bool dark) noexcept {
  const int file = dark ? file_of(square) : 7 - file_of(square);
  return std::abs(7 - file - rank_of(square));
}

}  // namespace

bool has_mating_pieces(const Position& position, Color strong) noexcept {
  const Bitboard heavy = position.pieces(PieceType::kQueen) | position.pieces(PieceType::kRook);
  if ((position.pieces(strong) & heavy) != 0) return true;
  const Bitboard bishops = position.pieces(strong, PieceType::kBishop), knights = position.pieces(strong, PieceType::kKnight);
  if (bishops == 0) return std::popcount(knights) >= 3;
  return knights != 0 || ((bishops & kDarkBoard) != 0 && (bishops & ~kDarkBoard) != 0);
}

Value mating_value(const Position& position, Color strong) noexcept {
  Value value = kKnownWin;
  for (int type = 0; type < kPieceTypes; ++type)
    value += kWorth[static_cast<std::size_t>(type)] * std::popcount(position.pieces(strong, static_cast<PieceType>(type)));
  const Square prey = position.king(~strong);
  value += kKingStep * (7 - king_steps(position.king(strong), prey));
  const Bitboard others = position.pieces(strong) & ~position.pieces(PieceType::kKing);
  const Bitboard bishops = position.pieces(strong, PieceType::kBishop);
  const bool bishop_and_knight =
      std::popcount(others) == 2 && std::popcount(bishops) == 1 && position.pieces(strong, PieceType::kKnight) != 0;
  return value + (bishop_and_knight ? kCornerStep * nearness_to_corner(prey, (bishops & kDarkBoard) != 0) : kEdgeStep * steps_from_middle(prey));
}

}  // namespace trivium::chess
