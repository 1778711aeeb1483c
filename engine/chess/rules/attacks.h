// Squares that a piece attacks. Pawns, knights and kings use tables. Sliders use one lookup with
// the PEXT instruction in the kernel "pext" (tools/processor.h explains the choice), else
// subtraction along a line (o ^ (o - 2r), "hyperbola quintessence", Leiserson and others).
//
// All tables are compile-time constants.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/chess/rules/types.h"

#if defined(TRIVIUM_PEXT)
#include <immintrin.h>
#endif

namespace trivium::chess {

inline constexpr Bitboard kFileA = 0x0101010101010101ULL;
inline constexpr Bitboard kFileH = kFileA << 7;
inline constexpr Bitboard kRank1 = 0xFFULL;
inline constexpr Bitboard kDarkSquares = 0xAA55AA55AA55AA55ULL;
constexpr Bitboard rank_board(int rank) noexcept { return kRank1 << (8 * rank); }
constexpr Bitboard file_board(int file) noexcept { return kFileA << file; }

struct StepTables {
  std::array<std::array<Bitboard, 64>, 2> pawn;
  std::array<Bitboard, 64> knight;
  std::array<Bitboard, 64> king;
};

struct LineTables {
  std::array<std::array<Bitboard, 64>, 64> between;
  std::array<std::array<Bitboard, 64>, 64> line;
};

extern const StepTables kStepTables;
extern const LineTables kLineTables;

constexpr std::size_t offset(Square square) noexcept {
  return static_cast<std::size_t>(index(square));
}

/// Returns the squares that a pawn of `color` on `square` attacks.
inline Bitboard pawn_attacks(Color color, Square square) noexcept {
  return kStepTables.pawn[static_cast<std::size_t>(index(color))][offset(square)];
}
inline Bitboard knight_attacks(Square square) noexcept {
  return kStepTables.knight[offset(square)];
}
inline Bitboard king_attacks(Square square) noexcept { return kStepTables.king[offset(square)]; }

/// Returns the squares strictly between two squares of one rank, file or diagonal; else none.
inline Bitboard between(Square a, Square b) noexcept {
  return kLineTables.between[offset(a)][offset(b)];
}
/// Returns the whole rank, file or diagonal through two different squares; else none.
inline Bitboard line(Square a, Square b) noexcept { return kLineTables.line[offset(a)][offset(b)]; }

/// Returns the squares attacked by all pawns of a color, towards the a-file and towards the h-file.
template <Color kColor>
constexpr Bitboard pawns_attack_left(Bitboard pawns) noexcept {
  return kColor == Color::kWhite ? (pawns & ~kFileA) << 7 : (pawns & ~kFileA) >> 9;
}
template <Color kColor>
constexpr Bitboard pawns_attack_right(Bitboard pawns) noexcept {
  return kColor == Color::kWhite ? (pawns & ~kFileH) << 9 : (pawns & ~kFileH) >> 7;
}
template <Color kColor>
constexpr Bitboard pawns_advance(Bitboard pawns) noexcept {
  return kColor == Color::kWhite ? pawns << 8 : pawns >> 8;
}

/// The lines through a square, without it, and rank attacks by file and the six inner squares of
/// the rank. They suffice to compute slider attacks arithmetically; the base kernel does so at run
/// time, and the PEXT tables are built from them.
struct RayTables {
  std::array<Bitboard, 64> file, diagonal, anti_diagonal;
  std::array<std::array<std::uint8_t, 64>, 8> rank_attacks;
};
extern const RayTables kRayTables;

/// Returns the attacks along `mask`, a file or diagonal of RayTables, which has at most one square
/// on each rank: subtraction finds those up the board, byte reversal those down.
constexpr Bitboard line_attacks(Square square, Bitboard occupied, Bitboard mask) noexcept {
  const Bitboard blockers = occupied & mask;
  const Bitboard up = blockers - bit(square);
  const Bitboard down = __builtin_bswap64(__builtin_bswap64(blockers) - bit(flip_rank(square)));
  return (up ^ down) & mask;
}
constexpr Bitboard bishop_attacks(const RayTables& rays, Square square,
                                  Bitboard occupied) noexcept {
  return line_attacks(square, occupied, rays.diagonal[offset(square)]) |
         line_attacks(square, occupied, rays.anti_diagonal[offset(square)]);
}
constexpr Bitboard rook_attacks(const RayTables& rays, Square square, Bitboard occupied) noexcept {
  const int shift = 8 * rank_of(square);
  const std::size_t inner = (occupied >> (shift + 1)) & 63;
  const Bitboard rank = rays.rank_attacks[static_cast<std::size_t>(file_of(square))][inner];
  return line_attacks(square, occupied, rays.file[offset(square)]) | (rank << shift);
}

#if defined(TRIVIUM_PEXT)

/// The relevant blockers of a slider on one square, and its attack sets in PEXT order.
struct SliderEntry {
  Bitboard mask;
  const Bitboard* attacks;
};
extern const std::array<SliderEntry, 64> kBishopEntries;
extern const std::array<SliderEntry, 64> kRookEntries;

inline Bitboard bishop_attacks(Square square, Bitboard occupied) noexcept {
  const SliderEntry& entry = kBishopEntries[offset(square)];
  return entry.attacks[_pext_u64(occupied, entry.mask)];
}
inline Bitboard rook_attacks(Square square, Bitboard occupied) noexcept {
  const SliderEntry& entry = kRookEntries[offset(square)];
  return entry.attacks[_pext_u64(occupied, entry.mask)];
}

#else

inline Bitboard bishop_attacks(Square square, Bitboard occupied) noexcept {
  return bishop_attacks(kRayTables, square, occupied);
}
inline Bitboard rook_attacks(Square square, Bitboard occupied) noexcept {
  return rook_attacks(kRayTables, square, occupied);
}

#endif

inline Bitboard queen_attacks(Square square, Bitboard occupied) noexcept {
  return bishop_attacks(square, occupied) | rook_attacks(square, occupied);
}

}  // namespace trivium::chess
