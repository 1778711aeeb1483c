#include "learning/records/packed_position.h"

#include <bit>

namespace trivium::learning::records {

namespace {

using chess::Color;
using chess::Piece;
using chess::Square;

// Offsets of the fields, in bytes.
constexpr std::size_t kPieces = 8;
constexpr std::size_t kFlags = 24;
constexpr std::size_t kRookFiles = 25;
constexpr std::size_t kEnPassant = 27;
constexpr std::size_t kHalfmoves = 28;
constexpr std::size_t kFullmoves = 30;
constexpr int kMaxPieces = 32;
constexpr unsigned kChess960 = 1U << 5;

/// Returns the bit of a castling right in the byte of flags.
constexpr unsigned right_flag(Color color, bool king_side) noexcept {
  return 1U << (1 + 2 * chess::index(color) + (king_side ? 0 : 1));
}

constexpr unsigned number(std::byte byte) noexcept { return std::to_integer<unsigned>(byte); }

/// Returns the four bits of a piece. `slot` is its number in the order of squares.
unsigned piece_code(const PackedPosition& packed, int slot) noexcept {
  return number(packed[kPieces + static_cast<std::size_t>(slot / 2)]) >> (4 * (slot % 2)) & 0xF;
}

void put_word(PackedPosition& packed, std::size_t at, int value) noexcept {
  packed[at] = static_cast<std::byte>(value & 0xFF);
  packed[at + 1] = static_cast<std::byte>(value >> 8);
}

int word(const PackedPosition& packed, std::size_t at) noexcept {
  return static_cast<int>(number(packed[at]) | number(packed[at + 1]) << 8);
}

chess::Bitboard occupied(const PackedPosition& packed) noexcept {
  chess::Bitboard squares = 0;
  for (std::size_t i = 0; i < kPieces; ++i)
    squares |= chess::Bitboard{number(packed[i])} << (8 * i);
  return squares;
}

/// Describes a bit that is set although no position uses it; empty if there is none.
std::string_view spare_bits(const PackedPosition& packed, int pieces) {
  for (int slot = pieces; slot < kMaxPieces; ++slot) {
    if (piece_code(packed, slot) != 0) return "a piece without a square";
  }
  if ((number(packed[kFlags]) >> 6) != 0) return "unknown flags";
  for (const std::size_t at : {kRookFiles, kRookFiles + 1}) {
    if ((number(packed[at]) & 0x88) != 0) return "a castling rook off the board";
  }
  return {};
}

void allow_castlings(const PackedPosition& packed, chess::PositionBuilder& builder) noexcept {
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const unsigned files =
        number(packed[kRookFiles + static_cast<std::size_t>(chess::index(color))]);
    for (const bool king_side : {true, false}) {
      if ((number(packed[kFlags]) & right_flag(color, king_side)) == 0) continue;
      const int file = static_cast<int>(king_side ? files & 7 : files >> 4 & 7);
      builder.allow_castling(color, chess::make_square(file, color == Color::kWhite ? 0 : 7));
    }
  }
}

}  // namespace

PackedPosition pack(const chess::Position& position) noexcept {
  PackedPosition packed{};
  for (std::size_t i = 0; i < kPieces; ++i)
    packed[i] = static_cast<std::byte>(position.pieces() >> (8 * i) & 0xFF);
  int slot = 0;
  for (chess::Bitboard squares = position.pieces(); squares != 0; ++slot) {
    const auto code =
        static_cast<std::byte>(chess::index(position.piece_on(chess::pop_lowest(squares))));
    packed[kPieces + static_cast<std::size_t>(slot / 2)] |= code << (4 * (slot % 2));
  }
  unsigned flags = position.side_to_move() == Color::kBlack ? 1 : 0;
  if (position.chess960()) flags |= kChess960;
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    for (const bool king_side : {true, false}) {
      const Square rook = position.castling_rook(color, king_side);
      if (rook == Square::kNone) continue;
      flags |= right_flag(color, king_side);
      packed[kRookFiles + static_cast<std::size_t>(chess::index(color))] |=
          static_cast<std::byte>(chess::file_of(rook)) << (king_side ? 0 : 4);
    }
  }
  packed[kFlags] = static_cast<std::byte>(flags);
  packed[kEnPassant] = static_cast<std::byte>(chess::index(position.en_passant()));
  put_word(packed, kHalfmoves, position.halfmove_clock());
  put_word(packed, kFullmoves, position.fullmove_number());
  return packed;
}

Result<chess::Position> unpack(const PackedPosition& packed) {
  chess::Bitboard squares = occupied(packed);
  const int pieces = std::popcount(squares);
  if (pieces > kMaxPieces) return Error{"tdleaf.position.damaged", "{} pieces", pieces};
  if (const std::string_view fault = spare_bits(packed, pieces); !fault.empty())
    return Error{"tdleaf.position.damaged", std::string(fault)};

  chess::PositionBuilder builder;
  for (int slot = 0; slot < pieces; ++slot) {
    const unsigned code = piece_code(packed, slot);
    if (code >= static_cast<unsigned>(chess::index(Piece::kNone)))
      return Error{"tdleaf.position.damaged", "a piece of code {}", code};
    builder.put(chess::pop_lowest(squares), static_cast<Piece>(code));
  }
  builder.set_side_to_move((number(packed[kFlags]) & 1) != 0 ? Color::kBlack : Color::kWhite);
  allow_castlings(packed, builder);
  const unsigned en_passant = number(packed[kEnPassant]);
  if (en_passant > static_cast<unsigned>(chess::index(Square::kNone)))
    return Error{"tdleaf.position.damaged", "en passant on square {}", en_passant};
  if (en_passant < static_cast<unsigned>(chess::index(Square::kNone)))
    builder.set_en_passant(static_cast<Square>(en_passant));
  const int halfmoves = word(packed, kHalfmoves);
  const int fullmoves = word(packed, kFullmoves);
  if (halfmoves > chess::kMaxCounter || fullmoves > chess::kMaxCounter)
    return Error{"tdleaf.position.damaged", "a counter that is too large"};
  builder.set_halfmove_clock(halfmoves);
  builder.set_fullmove_number(fullmoves);

  Result<chess::Position> position = builder.build();
  if (position && (number(packed[kFlags]) & kChess960) != 0) position->set_chess960(true);
  return position;
}

}  // namespace trivium::learning::records
