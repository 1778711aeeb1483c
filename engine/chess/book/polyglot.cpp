#include "engine/chess/book/polyglot.h"

#include <algorithm>

#include "engine/chess/book/polyglot_numbers.h"
#include "engine/chess/rules/attacks.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/position_moves.h"

namespace trivium::chess {
namespace {

/// Returns Polyglot's piece number: black pawn 0, white pawn 1, black knight 2, ..., white king 11.
std::size_t kind_of(Piece piece) noexcept {
  return static_cast<std::size_t>(2 * index(type_of(piece)) +
                                  (color_of(piece) == Color::kWhite ? 1 : 0));
}

/// Returns the key without the en passant number.
std::uint64_t key_without_en_passant(const Position& position) noexcept {
  std::uint64_t key = position.side_to_move() == Color::kWhite ? kPolyglot[kPolyglotTurn] : 0;
  for (Bitboard pieces = position.pieces(); pieces != 0;) {
    const Square square = pop_lowest(pieces);
    key ^= kPolyglot[64 * kind_of(position.piece_on(square)) + offset(square)];
  }
  std::size_t right = kPolyglotCastling;
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    for (const bool king_side : {true, false}) {
      if (position.castling_rook(color, king_side) != Square::kNone) key ^= kPolyglot[right];
      ++right;
    }
  }
  return key;
}

std::uint64_t en_passant_number(int file) noexcept {
  return kPolyglot[kPolyglotEnPassant + static_cast<std::size_t>(file)];
}

}  // namespace

std::uint64_t polyglot_key(const Position& position) noexcept {
  const std::uint64_t key = key_without_en_passant(position);
  return position.en_passant() == Square::kNone
             ? key
             : key ^ en_passant_number(file_of(position.en_passant()));
}

std::uint64_t polyglot_key(const Position& position, Square advanced) noexcept {
  const Bitboard pawn = bit(advanced), beside = ((pawn & ~kFileA) >> 1) | ((pawn & ~kFileH) << 1);
  const bool chance = (beside & position.pieces(position.side_to_move(), PieceType::kPawn)) != 0;
  return key_without_en_passant(position) ^ (chance ? en_passant_number(file_of(advanced)) : 0);
}

std::uint64_t polyglot_key(const Game& game) noexcept {
  const Position& position = game.position();
  if (game.moves().empty()) return polyglot_key(position);
  const Move last = game.moves().back();
  const bool two_steps = last.kind() == Move::Kind::kNormal &&
                         (index(last.from()) ^ index(last.to())) == 16 &&
                         type_of(position.piece_on(last.to())) == PieceType::kPawn;
  return two_steps ? polyglot_key(position, last.to()) : key_without_en_passant(position);
}

std::uint16_t polyglot_move(Move move) noexcept {
  const int promotion = move.kind() == Move::Kind::kPromotion ? index(move.promotion()) : 0;
  return static_cast<std::uint16_t>(index(move.to()) | index(move.from()) << 6 | promotion << 12);
}

std::optional<Move> move_of_polyglot(const Position& position, std::uint16_t move) noexcept {
  const MoveList legal = legal_moves(position);
  const auto same =
      std::ranges::find_if(legal, [&](Move one) { return polyglot_move(one) == move; });
  if (same != legal.end()) return *same;
  const auto in_two_steps = [&](Move one) {
    if (one.kind() != Move::Kind::kCastling || position.chess960()) return false;
    const Square king_to =
        castled_king(position.side_to_move(), index(one.to()) > index(one.from()));
    return polyglot_move(Move(one.from(), king_to)) == move;
  };
  const auto castling = std::ranges::find_if(legal, in_two_steps);
  return castling == legal.end() ? std::nullopt : std::optional(*castling);
}

}  // namespace trivium::chess
