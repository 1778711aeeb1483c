// Position::do_move_as() and undo_move_as(), the only code that changes a position by a move. For
// inner loops (perft, search) that know the side to move at compile time; other code calls
// do_move() and undo_move(). Also likely_key_after(), for the search.
#pragma once

#include <cstddef>

#include "engine/chess/rules/attacks.h"
#include "engine/chess/rules/position.h"
#include "engine/chess/rules/zobrist.h"

namespace trivium::chess {

/// Squares of king and rook after castling.
constexpr Square castled_king(Color color, bool king_side) noexcept {
  return make_square(king_side ? 6 : 2, color == Color::kWhite ? 0 : 7);
}
constexpr Square castled_rook(Color color, bool king_side) noexcept {
  return make_square(king_side ? 5 : 3, color == Color::kWhite ? 0 : 7);
}

/// Moves king and rook, which may swap or stay; changes by_type_, by_color_ and board_ only. With
/// swapped arguments it undoes castling.
template <Color kUs>
inline void Position::castle(Square king, Square rook, Square king_to, Square rook_to) noexcept {
  constexpr auto kSide = static_cast<std::size_t>(index(kUs));
  const Bitboard kings = bit(king) ^ bit(king_to), rooks = bit(rook) ^ bit(rook_to);
  by_type_[static_cast<std::size_t>(index(PieceType::kKing))] ^= kings;
  by_type_[static_cast<std::size_t>(index(PieceType::kRook))] ^= rooks;
  by_color_[kSide] ^= kings ^ rooks;
  board_[offset(king)] = Piece::kNone;
  board_[offset(rook)] = Piece::kNone;
  board_[offset(king_to)] = make_piece(kUs, PieceType::kKing);
  board_[offset(rook_to)] = make_piece(kUs, PieceType::kRook);
}

/// Computes checkers and pins of `kUs`: enemy sliders on a line with its king give check if no
/// piece is between, and pin if exactly one is.
template <Color kUs>
inline void Position::set_checkers_and_pins() noexcept {
  const Square king_square = king(kUs);
  const Bitboard own = pieces(kUs), enemy = pieces(~kUs);
  Bitboard checkers = (pawn_attacks(kUs, king_square) & pieces(PieceType::kPawn)) |
                      (knight_attacks(king_square) & pieces(PieceType::kKnight));
  const auto scan = [&](Bitboard snipers) {
    Bitboard pins = 0;
    while (snipers != 0) {
      const Square sniper = pop_lowest(snipers);
      const Bitboard squares = between(king_square, sniper);
      const Bitboard shields = squares & own;
      if (shields == 0) {
        checkers |= bit(sniper);
      } else if ((shields & (shields - 1)) == 0) {
        pins |= squares | bit(sniper);
      }
    }
    return pins;
  };
  orthogonal_pins_ = scan(rook_attacks(king_square, enemy) & enemy &
                          (pieces(PieceType::kRook) | pieces(PieceType::kQueen)));
  diagonal_pins_ = scan(bishop_attacks(king_square, enemy) & enemy &
                        (pieces(PieceType::kBishop) | pieces(PieceType::kQueen)));
  checkers_ = checkers & enemy;
}

/// True if `kUs` may capture en passant from `from` to `square`: no enemy piece attacks its king
/// after both pawns have left their squares. `checkers` are the pieces that give check before the
/// capture.
template <Color kUs>
inline bool en_passant_is_safe(const Position& position, Square from, Square square,
                               Bitboard checkers) noexcept {
  const Bitboard victim = kUs == Color::kWhite ? bit(square) >> 8 : bit(square) << 8;
  const Bitboard occupied = (position.pieces() ^ bit(from) ^ victim) | bit(square);
  const Square king = position.king(kUs);
  const Bitboard enemy = position.pieces(~kUs);
  const Bitboard queens = position.pieces(PieceType::kQueen);
  const Bitboard steppers = position.pieces(PieceType::kPawn) | position.pieces(PieceType::kKnight);
  return (bishop_attacks(king, occupied) & enemy &
          (position.pieces(PieceType::kBishop) | queens)) == 0 &&
         (rook_attacks(king, occupied) & enemy & (position.pieces(PieceType::kRook) | queens)) ==
             0 &&
         (checkers & steppers & ~victim) == 0;
}

/// Sets the en passant square after a double step over `square`. Requires: `kUs` is to move and
/// checkers_ is up to date.
template <Color kUs>
inline void Position::set_en_passant_if_legal(Square square) noexcept {
  Bitboard takers = pawn_attacks(~kUs, square) & pieces(kUs, PieceType::kPawn);
  while (takers != 0) {
    if (en_passant_is_safe<kUs>(*this, pop_lowest(takers), square, checkers_)) {
      en_passant_ = square;
      key_ ^= kZobrist.en_passant[offset(square)];
      return;
    }
  }
}

inline std::uint64_t Position::likely_key_after(Move move) const noexcept {
  const auto number = [](Piece of, Square at) {
    return kZobrist.pieces[static_cast<std::size_t>(index(of))][offset(at)];
  };
  const Square from = move.from(), to = move.to();
  const Piece piece = piece_on(from), taken = piece_on(to);
  std::uint64_t key = key_ ^ kZobrist.black_to_move ^ kZobrist.en_passant[offset(en_passant_)] ^
                      number(piece, from) ^ number(piece, to);
  if (taken != Piece::kNone) key ^= number(taken, to);
  return key;
}

template <Color kUs>
inline void Position::do_move_as(Move move, Undo& undo) noexcept {
  constexpr Color kThem = ~kUs;
  constexpr auto kUsAt = static_cast<std::size_t>(index(kUs)),
                 kThemAt = static_cast<std::size_t>(index(kThem));
  const Square from = move.from(), to = move.to();
  const Piece piece = board_[offset(from)];
  const Bitboard from_to = bit(from) | bit(to);
  const auto type_board = [this](PieceType type) -> Bitboard& {
    return by_type_[static_cast<std::size_t>(index(type))];
  };
  const auto number = [](Piece of, Square at) {
    return kZobrist.pieces[static_cast<std::size_t>(index(of))][offset(at)];
  };

  undo = {key_,           checkers_,       orthogonal_pins_,
          diagonal_pins_, Piece::kNone,    castling_rights_,
          en_passant_,    halfmove_clock_, fullmove_number_};
  key_ ^= kZobrist.black_to_move ^ kZobrist.en_passant[offset(en_passant_)];
  en_passant_ = Square::kNone;
  side_to_move_ = kThem;
  count_one(halfmove_clock_);
  if constexpr (kUs == Color::kBlack) count_one(fullmove_number_);

  if (move.kind() == Move::Kind::kCastling) {
    const bool king_side = index(to) > index(from);
    const Square king_to = castled_king(kUs, king_side), rook_to = castled_rook(kUs, king_side);
    castle<kUs>(from, to, king_to, rook_to);
    constexpr Piece kKing = make_piece(kUs, PieceType::kKing),
                    kRook = make_piece(kUs, PieceType::kRook);
    key_ ^=
        number(kKing, from) ^ number(kKing, king_to) ^ number(kRook, to) ^ number(kRook, rook_to);
    lose_castling_rights(from_to);
    set_checkers_and_pins<kThem>();
    return;
  }

  const Piece captured = board_[offset(to)];
  if (captured != Piece::kNone) {
    undo.captured = captured;
    type_board(type_of(captured)) ^= bit(to);
    by_color_[kThemAt] ^= bit(to);
    key_ ^= number(captured, to);
    halfmove_clock_ = 0;
  }
  type_board(type_of(piece)) ^= from_to;
  by_color_[kUsAt] ^= from_to;
  board_[offset(from)] = Piece::kNone;
  board_[offset(to)] = piece;
  key_ ^= number(piece, from) ^ number(piece, to);
  if ((from_to & castling_keepers_) != 0) lose_castling_rights(from_to);

  if (type_of(piece) == PieceType::kPawn) {
    halfmove_clock_ = 0;
    if (move.kind() == Move::Kind::kPromotion) {
      const Piece promoted = make_piece(kUs, move.promotion());
      type_board(PieceType::kPawn) ^= bit(to);
      type_board(move.promotion()) ^= bit(to);
      board_[offset(to)] = promoted;
      key_ ^= number(piece, to) ^ number(promoted, to);
    } else if (move.kind() == Move::Kind::kEnPassant) {
      const Square victim = static_cast<Square>(index(to) ^ 8);
      constexpr Piece kPawn = make_piece(kThem, PieceType::kPawn);
      type_board(PieceType::kPawn) ^= bit(victim);
      by_color_[kThemAt] ^= bit(victim);
      board_[offset(victim)] = Piece::kNone;
      key_ ^= number(kPawn, victim);
    } else if ((index(from) ^ index(to)) == 16) {
      set_checkers_and_pins<kThem>();
      set_en_passant_if_legal<kThem>(static_cast<Square>((index(from) + index(to)) / 2));
      return;
    }
  }
  set_checkers_and_pins<kThem>();
}

template <Color kUs>
inline void Position::undo_move_as(Move move, const Undo& undo) noexcept {
  constexpr Color kThem = ~kUs;
  constexpr auto kUsAt = static_cast<std::size_t>(index(kUs)),
                 kThemAt = static_cast<std::size_t>(index(kThem));
  const Square from = move.from(), to = move.to();
  const auto type_board = [this](PieceType type) -> Bitboard& {
    return by_type_[static_cast<std::size_t>(index(type))];
  };

  key_ = undo.key;
  checkers_ = undo.checkers;
  orthogonal_pins_ = undo.orthogonal_pins;
  diagonal_pins_ = undo.diagonal_pins;
  castling_rights_ = undo.castling_rights;
  en_passant_ = undo.en_passant;
  halfmove_clock_ = undo.halfmove_clock;
  fullmove_number_ = undo.fullmove_number;
  side_to_move_ = kUs;

  if (move.kind() == Move::Kind::kCastling) {
    const bool king_side = index(to) > index(from);
    castle<kUs>(castled_king(kUs, king_side), castled_rook(kUs, king_side), from, to);
    return;
  }

  Piece piece = board_[offset(to)];
  if (move.kind() == Move::Kind::kPromotion) {
    type_board(type_of(piece)) ^= bit(to);
    type_board(PieceType::kPawn) ^= bit(to);
    piece = make_piece(kUs, PieceType::kPawn);
  }
  const Bitboard from_to = bit(from) | bit(to);
  type_board(type_of(piece)) ^= from_to;
  by_color_[kUsAt] ^= from_to;
  board_[offset(from)] = piece;
  board_[offset(to)] = undo.captured;
  if (undo.captured != Piece::kNone) {
    type_board(type_of(undo.captured)) ^= bit(to);
    by_color_[kThemAt] ^= bit(to);
  } else if (move.kind() == Move::Kind::kEnPassant) {
    const Square victim = static_cast<Square>(index(to) ^ 8);
    type_board(PieceType::kPawn) ^= bit(victim);
    by_color_[kThemAt] ^= bit(victim);
    board_[offset(victim)] = make_piece(kThem, PieceType::kPawn);
  }
}

}  // namespace trivium::chess
