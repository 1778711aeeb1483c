// Move generation for a side to move known at run time, and queries about single moves.
#include "engine/chess/rules/movegen.h"

#include <algorithm>

#include "engine/chess/rules/attacks.h"
#include "engine/chess/rules/movegen_core.h"

namespace trivium::chess {
namespace {

template <Color kUs>
void generate_as(const Position& position, MoveList& list, MoveClass wanted) noexcept {
  switch (wanted) {
    case MoveClass::kAll:
      return generate_legal_as<kUs, MoveClass::kAll>(position, list);
    case MoveClass::kNoisy:
      return generate_legal_as<kUs, MoveClass::kNoisy>(position, list);
    case MoveClass::kQuiet:
      return generate_legal_as<kUs, MoveClass::kQuiet>(position, list);
  }
}

Bitboard piece_attacks(PieceType type, Square from, Bitboard occupied) noexcept {
  switch (type) {
    case PieceType::kKnight:
      return knight_attacks(from);
    case PieceType::kBishop:
      return bishop_attacks(from, occupied);
    case PieceType::kRook:
      return rook_attacks(from, occupied);
    case PieceType::kQueen:
      return queen_attacks(from, occupied);
    case PieceType::kKing:
      return king_attacks(from);
    default:
      return 0;
  }
}

/// Returns the targets of the pawn on `from`, ignoring king safety: one or two squares ahead, and
/// captures.
template <Color kUs>
Bitboard pawn_targets(const Position& position, Square from) noexcept {
  constexpr Bitboard kThirdRank = rank_board(kUs == Color::kWhite ? 2 : 5);
  const Bitboard empty = ~position.pieces();
  const Bitboard once = pawns_advance<kUs>(bit(from)) & empty;
  const Bitboard twice = pawns_advance<kUs>(once & kThirdRank) & empty;
  return once | twice | (pawn_attacks(kUs, from) & position.pieces(~kUs));
}

/// True if a move, except castling and en passant, leaves the own king unattacked.
template <Color kUs>
bool leaves_king_safe(const Position& position, Square from, Square to, bool is_king) noexcept {
  const Bitboard after = (position.pieces() ^ bit(from)) | bit(to);
  const Square king = is_king ? to : position.king(kUs);
  return (position.attackers_to(king, after) & position.pieces(~kUs) & ~bit(to)) == 0;
}

template <Color kUs>
bool castling_is_legal(const Position& position, Move move) noexcept {
  const bool king_side = index(move.to()) > index(move.from());
  const Constraints<kUs> limits(position);
  if (position.in_check() || move.from() != limits.king ||
      move.to() != position.castling_rook(kUs, king_side))
    return false;
  if ((position.castling(kUs, king_side).clear & limits.occupied) != 0) return false;
  const Bitboard path = position.castling(kUs, king_side).safe;
  return castling_is_legal<kUs>(
      position, limits, king_side,
      attacked_among<~kUs>(position, path, limits.occupied ^ bit(limits.king)));
}

template <Color kUs>
bool is_legal_as(const Position& position, Move move) noexcept {
  constexpr Bitboard kLastRank = rank_board(kUs == Color::kWhite ? 7 : 0);
  const Square from = move.from(), to = move.to();
  const bool promotes = move.kind() == Move::Kind::kPromotion;
  // Invalid encoding, never produced by the generator.
  if (!promotes && move.promotion() != PieceType::kKnight) return false;
  if ((position.pieces(kUs) & bit(from)) == 0) return false;
  if (move.kind() == Move::Kind::kCastling) return castling_is_legal<kUs>(position, move);
  if ((position.pieces(kUs) & bit(to)) != 0) return false;
  const PieceType type = type_of(position.piece_on(from));
  if (move.kind() == Move::Kind::kEnPassant)
    return type == PieceType::kPawn && to == position.en_passant() &&
           (pawn_attacks(kUs, from) & bit(to)) != 0 &&
           en_passant_is_safe<kUs>(position, from, to, position.checkers());
  if (promotes != (type == PieceType::kPawn && (kLastRank & bit(to)) != 0)) return false;
  const Bitboard targets = type == PieceType::kPawn ? pawn_targets<kUs>(position, from)
                                                    : piece_attacks(type, from, position.pieces());
  return (targets & bit(to)) != 0 &&
         leaves_king_safe<kUs>(position, from, to, type == PieceType::kKing);
}

}  // namespace

bool MoveList::contains(Move move) const noexcept {
  return std::find(begin(), end(), move) != end();
}

void generate_legal(const Position& position, MoveList& list, MoveClass wanted) noexcept {
  position.side_to_move() == Color::kWhite ? generate_as<Color::kWhite>(position, list, wanted)
                                           : generate_as<Color::kBlack>(position, list, wanted);
}

MoveList legal_moves(const Position& position) noexcept {
  MoveList list;
  generate_legal(position, list);
  return list;
}

int count_legal(const Position& position) noexcept {
  return position.side_to_move() == Color::kWhite ? count_legal_as<Color::kWhite>(position)
                                                  : count_legal_as<Color::kBlack>(position);
}

bool is_legal(const Position& position, Move move) noexcept {
  return position.side_to_move() == Color::kWhite ? is_legal_as<Color::kWhite>(position, move)
                                                  : is_legal_as<Color::kBlack>(position, move);
}

bool is_capture(const Position& position, Move move) noexcept {
  return move.kind() == Move::Kind::kEnPassant ||
         (move.kind() != Move::Kind::kCastling && position.piece_on(move.to()) != Piece::kNone);
}

bool gives_check(const Position& position, Move move) noexcept {
  const Color us = position.side_to_move();
  const Square from = move.from(), to = move.to(), king = position.king(~us);
  const Bitboard queens = position.pieces(us, PieceType::kQueen);
  Bitboard diagonal = position.pieces(us, PieceType::kBishop) | queens;
  Bitboard orthogonal = position.pieces(us, PieceType::kRook) | queens;
  Bitboard occupied = position.pieces() & ~bit(from);

  if (move.kind() == Move::Kind::kCastling) {
    const bool king_side = index(to) > index(from);
    const Bitboard rook = bit(castled_rook(us, king_side));
    occupied = (occupied & ~bit(to)) | rook | bit(castled_king(us, king_side));
    orthogonal = (orthogonal & ~bit(to)) | rook;
  } else {
    occupied |= bit(to);
    if (move.kind() == Move::Kind::kEnPassant) occupied &= ~bit(static_cast<Square>(index(to) ^ 8));
    const PieceType type =
        move.kind() == Move::Kind::kPromotion ? move.promotion() : type_of(position.piece_on(from));
    if (type == PieceType::kPawn && (pawn_attacks(us, to) & bit(king)) != 0) return true;
    if (type == PieceType::kKnight && (knight_attacks(to) & bit(king)) != 0) return true;
    diagonal &= ~bit(from);
    orthogonal &= ~bit(from);
    if (type == PieceType::kBishop || type == PieceType::kQueen) diagonal |= bit(to);
    if (type == PieceType::kRook || type == PieceType::kQueen) orthogonal |= bit(to);
  }
  return (bishop_attacks(king, occupied) & diagonal) != 0 ||
         (rook_attacks(king, occupied) & orthogonal) != 0;
}

}  // namespace trivium::chess
