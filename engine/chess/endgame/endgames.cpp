#include "engine/chess/endgame/endgames.h"

#include <bit>

#include "engine/chess/endgame/kpk.h"
#include "engine/chess/endgame/mating.h"
#include "engine/chess/endgame/wrong_corner.h"
#include "engine/chess/rules/attacks.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/rules/geometry.h"
#include "engine/chess/rules/movegen.h"

namespace trivium::chess {
namespace {

constexpr Bitboard kEdge = kFileA | kFileH | kRank1 | (kRank1 << 56);

/// Value of a pawn's advance in centipawns per rank. The total is less than the value of a queen.
constexpr Value kPawnRank = 20;

bool is_bare(const Position& position, Color color) noexcept {
  return position.pieces(color) == position.pieces(color, PieceType::kKing);
}

/// True if the bare king can capture an unprotected piece.
bool touches_loose_piece(const Position& position, Color strong) noexcept {
  const Square bare_king = position.king(~strong);
  const Bitboard occupied = position.pieces() ^ bit(bare_king);
  for (Bitboard touched = king_attacks(bare_king) & position.pieces(strong); touched != 0;) {
    const Square square = pop_lowest(touched);
    if ((position.attackers_to(square, occupied) & position.pieces(strong)) == 0) return true;
  }
  return false;
}

/// Returns the value of king and pawn against king, by the exact table.
Value king_and_pawn(const Position& position, Color strong) noexcept {
  const bool white = strong == Color::kWhite;
  const auto upwards = [white](Square square) { return white ? square : flip_rank(square); };
  const Square pawn = upwards(lowest(position.pieces(PieceType::kPawn)));
  const bool to_move = position.side_to_move() == strong;
  if (!kpk_is_won(upwards(position.king(strong)), pawn, upwards(position.king(~strong)), to_move))
    return kDrawValue;
  const Value value = mating_value(position, strong) + kPawnRank * rank_of(pawn);
  return to_move ? value : -value;
}

/// Two knights can only mate a king at the edge that makes a mistake (chessprogramming wiki: KNNK).
/// There the value is left to the search.
std::optional<Value> two_knights(const Position& position, Color strong) noexcept {
  const bool at_edge = (position.pieces(~strong) & kEdge) != 0;
  if (at_edge && (position.side_to_move() == strong || position.in_check())) return std::nullopt;
  return kDrawValue;
}

/// True if the king is in the wrong corner or next to it. It cannot be driven away and is
/// stalemated there at last.
bool holds_the_corner(const Position& position, Color strong) noexcept {
  const std::optional<Square> corner = wrong_corner_of(position, strong);
  return corner && king_steps(position.king(~strong), *corner) <= 1;
}

std::optional<Value> against_bare_king(const Position& position, Color strong) noexcept {
  const bool to_move = position.side_to_move() == strong;
  if (!to_move && !position.in_check() && count_legal(position) == 0) return kDrawValue;
  if (has_mating_pieces(position, strong)) {
    if (!to_move && touches_loose_piece(position, strong)) return std::nullopt;
    return to_move ? mating_value(position, strong) : -mating_value(position, strong);
  }
  if (holds_the_corner(position, strong) || insufficient_material(position)) return kDrawValue;
  const int men = std::popcount(position.pieces(strong));
  // Any other single piece either mates or does not suffice.
  if (men == 2) return king_and_pawn(position, strong);
  if (men == 3 && std::popcount(position.pieces(strong, PieceType::kKnight)) == 2)
    return two_knights(position, strong);
  return std::nullopt;
}

}  // namespace

std::optional<Value> known_endgame(const Position& position) noexcept {
  if (is_bare(position, Color::kBlack)) return against_bare_king(position, Color::kWhite);
  if (is_bare(position, Color::kWhite)) return against_bare_king(position, Color::kBlack);
  return std::nullopt;
}

}  // namespace trivium::chess
