#include "engine/chess/endgame/mating.h"

#include <bit>
#include <cstdlib>

#include "engine/chess/endgame/endgames.h"
#include "engine/chess/rules/attacks.h"
#include "engine/chess/rules/geometry.h"

namespace trivium::chess {
namespace {

/// The progress terms sum to less than the value of a minor piece.
constexpr Value kRoomStep = 1;     ///< per square that the bare king cannot reach: at most 63
constexpr Value kKingStep = 8;     ///< per king move nearer to the bare king: at most 5
constexpr Value kEdgeStep = 10;    ///< per file or rank nearer to the edge: at most 6
constexpr Value kCornerStep = 25;  ///< per step nearer to a corner of the bishop's color, along the
                                   ///< edge: at most 7

/// Returns the squares that `strong` attacks, seeing through the bare king.
Bitboard attacked_by(const Position& position, Color strong) noexcept {
  const Bitboard occupied = position.pieces() ^ bit(position.king(~strong));
  const Bitboard queens = position.pieces(strong, PieceType::kQueen),
                 pawns = position.pieces(strong, PieceType::kPawn);
  Bitboard attacked = king_attacks(position.king(strong));
  for (Bitboard left = pawns; left != 0;) attacked |= pawn_attacks(strong, pop_lowest(left));
  for (Bitboard left = position.pieces(strong, PieceType::kKnight); left != 0;)
    attacked |= knight_attacks(pop_lowest(left));
  for (Bitboard left = position.pieces(strong, PieceType::kBishop) | queens; left != 0;)
    attacked |= bishop_attacks(pop_lowest(left), occupied);
  for (Bitboard left = position.pieces(strong, PieceType::kRook) | queens; left != 0;)
    attacked |= rook_attacks(pop_lowest(left), occupied);
  return attacked;
}

/// Returns the number of squares that the bare king can reach while the other side does not move,
/// its own included.
int room(const Position& position, Color strong) noexcept {
  const Bitboard safe = ~attacked_by(position, strong);
  Bitboard reached = bit(position.king(~strong));
  for (Bitboard edge = reached; edge != 0;) {
    Bitboard next = 0;
    while (edge != 0) next |= king_attacks(pop_lowest(edge));
    edge = next & safe & ~reached;
    reached |= edge;
  }
  return std::popcount(reached);
}

/// Returns the number of files and ranks between the square and the center, 0 to 6.
int steps_from_middle(Square square) noexcept {
  const auto from_middle = [](int line) { return line < 4 ? 3 - line : line - 4; };
  return from_middle(file_of(square)) + from_middle(rank_of(square));
}

/// Returns 7 in the two corners of the color, 0 on the long diagonal between the other two.
int nearness_to_corner(Square square, bool dark) noexcept {
  const int file = dark ? file_of(square) : 7 - file_of(square);
  return std::abs(7 - file - rank_of(square));
}

/// True for bishop and knight without other pieces, which mate in two corners only. Room does not
/// count for them, since a small pocket elsewhere would attract the search.
bool has_bishop_and_knight_alone(const Position& position, Color strong) noexcept {
  const Bitboard bishops = position.pieces(strong, PieceType::kBishop),
                 knights = position.pieces(strong, PieceType::kKnight);
  const bool no_others =
      (position.pieces(strong) ^ bishops ^ knights) == position.pieces(strong, PieceType::kKing);
  return no_others && std::popcount(bishops) == 1 && std::popcount(knights) == 1;
}

}  // namespace

bool has_mating_pieces(const Position& position, Color strong) noexcept {
  const Bitboard heavy = position.pieces(PieceType::kQueen) | position.pieces(PieceType::kRook);
  if ((position.pieces(strong) & heavy) != 0) return true;
  const Bitboard bishops = position.pieces(strong, PieceType::kBishop),
                 knights = position.pieces(strong, PieceType::kKnight);
  if (bishops == 0) return std::popcount(knights) >= 3;
  return knights != 0 || ((bishops & kDarkSquares) != 0 && (bishops & ~kDarkSquares) != 0);
}

Value mating_value(const Position& position, Color strong) noexcept {
  Value value = kKnownWin;  // plus material, so that promotions and captures gain
  for (const PieceType type : {PieceType::kPawn, PieceType::kKnight, PieceType::kBishop,
                               PieceType::kRook, PieceType::kQueen})
    value += exchange_value(type) * std::popcount(position.pieces(strong, type));
  const Square prey = position.king(~strong);
  value += kKingStep * (7 - king_steps(position.king(strong), prey));
  if (has_bishop_and_knight_alone(position, strong)) {
    const bool dark = (position.pieces(PieceType::kBishop) & kDarkSquares) != 0;
    return value + kCornerStep * nearness_to_corner(prey, dark);
  }
  return value + kRoomStep * (64 - room(position, strong)) + kEdgeStep * steps_from_middle(prey);
}

}  // namespace trivium::chess
