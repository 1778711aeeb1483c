#include "engine/chess/search/see.h"

#include <array>

#include "engine/chess/rules/value.h"

namespace trivium::chess {

namespace {

constexpr std::array kFromLeastValuable{PieceType::kPawn, PieceType::kKnight, PieceType::kBishop,
                                        PieceType::kRook, PieceType::kQueen,  PieceType::kKing};

/// Returns the least valuable type among `attackers`. Requires: `attackers` is not empty.
PieceType least_valuable(const Position& position, Bitboard attackers) noexcept {
  for (const PieceType type : kFromLeastValuable) {
    if (attackers & position.pieces(type)) return type;
  }
  return PieceType::kNone;
}

}  // namespace

int material_gain(const Position& position, Move move) noexcept {
  if (move.kind() == Move::Kind::kCastling) return 0;
  if (move.kind() == Move::Kind::kEnPassant) return exchange_value(PieceType::kPawn);
  const Piece taken = position.piece_on(move.to());
  int gain = taken == Piece::kNone ? 0 : exchange_value(type_of(taken));
  if (move.kind() == Move::Kind::kPromotion)
    gain += exchange_value(move.promotion()) - exchange_value(PieceType::kPawn);
  return gain;
}

bool exchange_is_at_least(const Position& position, Move move, int threshold) noexcept {
  if (move.kind() == Move::Kind::kCastling) return threshold <= 0;
  // `balance` is the mover's gain above the threshold if the exchange ends now. The side to capture
  // next tries to change its sign.
  int balance = material_gain(position, move) - threshold;
  if (balance < 0) return false;
  PieceType on_square = type_of(position.piece_on(move.from()));
  if (move.kind() == Move::Kind::kPromotion) on_square = move.promotion();
  balance -= exchange_value(on_square);
  if (balance >= 0) return true;

  const Square square = move.to();
  Bitboard occupied = (position.pieces() & ~bit(move.from())) | bit(square);
  if (move.kind() == Move::Kind::kEnPassant)
    occupied &= ~bit(make_square(file_of(square), rank_of(move.from())));
  Color side = ~position.side_to_move();
  bool mover_ahead = true;  // before `side` captures
  while (true) {
    const Bitboard attackers = position.attackers_to(square, occupied) & occupied;
    const Bitboard mine = attackers & position.pieces(side);
    if (mine == 0) return mover_ahead;
    const PieceType type = least_valuable(position, mine);
    if (type == PieceType::kKing && (attackers & position.pieces(~side)) != 0) return mover_ahead;
    mover_ahead = !mover_ahead;
    balance = -balance - 1 - exchange_value(type);
    if (balance >= 0) return mover_ahead;
    occupied &= ~bit(lowest(mine & position.pieces(type)));
    side = ~side;
  }
}

}  // namespace trivium::chess
