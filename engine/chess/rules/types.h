// Basic types of chess: colors, pieces, squares, bitboards, moves.
#pragma once

#include <bit>
#include <cstdint>

namespace trivium::chess {

enum class Color : std::uint8_t { kWhite, kBlack };
constexpr Color operator~(Color color) noexcept {
  return static_cast<Color>(static_cast<int>(color) ^ 1);
}
constexpr int index(Color color) noexcept { return static_cast<int>(color); }

enum class PieceType : std::uint8_t { kPawn, kKnight, kBishop, kRook, kQueen, kKing, kNone };
constexpr int index(PieceType type) noexcept { return static_cast<int>(type); }
inline constexpr int kPieceTypes = 6;

/// A colored piece, or kNone for an empty square: 2 * type + color.
enum class Piece : std::uint8_t {
  kWhitePawn,
  kBlackPawn,
  kWhiteKnight,
  kBlackKnight,
  kWhiteBishop,
  kBlackBishop,
  kWhiteRook,
  kBlackRook,
  kWhiteQueen,
  kBlackQueen,
  kWhiteKing,
  kBlackKing,
  kNone
};
constexpr Piece make_piece(Color color, PieceType type) noexcept {
  return static_cast<Piece>(2 * index(type) + index(color));
}
constexpr PieceType type_of(Piece piece) noexcept {
  return static_cast<PieceType>(static_cast<int>(piece) >> 1);
}
/// Requires: `piece` is not kNone.
constexpr Color color_of(Piece piece) noexcept {
  return static_cast<Color>(static_cast<int>(piece) & 1);
}
constexpr int index(Piece piece) noexcept { return static_cast<int>(piece); }

/// a1 = 0, b1 = 1, ..., h8 = 63.
enum class Square : std::uint8_t { kA1 = 0, kH1 = 7, kA8 = 56, kH8 = 63, kNone = 64 };
constexpr int index(Square square) noexcept { return static_cast<int>(square); }
constexpr Square make_square(int file, int rank) noexcept {
  return static_cast<Square>(8 * rank + file);
}
constexpr int file_of(Square square) noexcept { return index(square) & 7; }
constexpr int rank_of(Square square) noexcept { return index(square) >> 3; }
/// Returns the square mirrored to the other side of the board (a1 <-> a8).
constexpr Square flip_rank(Square square) noexcept {
  return static_cast<Square>(index(square) ^ 56);
}

/// Bit i is the square with index i.
using Bitboard = std::uint64_t;
constexpr Bitboard bit(Square square) noexcept { return Bitboard{1} << index(square); }
/// Returns the square of the lowest bit, or kNone if `board` is empty.
constexpr Square lowest(Bitboard board) noexcept {
  return static_cast<Square>(std::countr_zero(board));
}
/// Removes the lowest bit and returns its square. Requires: `board` is not empty.
constexpr Square pop_lowest(Bitboard& board) noexcept {
  const Square square = lowest(board);
  board &= board - 1;
  return square;
}

/// A move in 16 bits: from, to, kind. Castling is "king takes own rook" (from = king, to = rook),
/// which also covers Chess960.
class Move {
 public:
  enum class Kind : std::uint8_t { kNormal, kPromotion, kEnPassant, kCastling };

  constexpr Move() noexcept = default;
  constexpr Move(Square from, Square to, Kind kind = Kind::kNormal,
                 PieceType promotion = PieceType::kKnight) noexcept
      : bits_(static_cast<std::uint16_t>(index(from) | (index(to) << 6) |
                                         ((index(promotion) - 1) << 12) |
                                         (static_cast<int>(kind) << 14))) {}

  constexpr Square from() const noexcept { return static_cast<Square>(bits_ & 63); }
  constexpr Square to() const noexcept { return static_cast<Square>((bits_ >> 6) & 63); }
  constexpr Kind kind() const noexcept { return static_cast<Kind>(bits_ >> 14); }
  /// Promotion type, knight to queen. Only valid for promotions.
  constexpr PieceType promotion() const noexcept {
    return static_cast<PieceType>(((bits_ >> 12) & 3) + 1);
  }
  constexpr std::uint16_t bits() const noexcept { return bits_; }
  static constexpr Move from_bits(std::uint16_t bits) noexcept {
    Move move;
    move.bits_ = bits;
    return move;
  }

  /// False for the default value, which stands for "no move" (a1a1).
  constexpr explicit operator bool() const noexcept { return bits_ != 0; }
  friend constexpr bool operator==(Move, Move) noexcept = default;

 private:
  std::uint16_t bits_ = 0;
};

}  // namespace trivium::chess
