// Random numbers of the position key (Zobrist 1970): one for each piece on each square, castling
// rook, en passant square, and for Black to move.
#pragma once

#include <array>
#include <cstdint>

#include "engine/core/rng.h"

namespace trivium::chess {

struct ZobristNumbers {
  std::array<std::array<std::uint64_t, 64>, 12> pieces;  ///< by piece and square
  /// By color and square, so that Chess960 rights differ by rook.
  std::array<std::array<std::uint64_t, 64>, 2> castling_rooks;
  std::array<std::uint64_t, 65> en_passant;  ///< by square; the last one, for Square::kNone, is 0
  std::uint64_t black_to_move;
};

namespace detail {

constexpr ZobristNumbers make_zobrist_numbers() noexcept {
  ZobristNumbers numbers{};
  Rng rng(0x5472697669756D21ULL);
  for (auto& piece : numbers.pieces)
    for (auto& number : piece) number = rng();
  for (auto& color : numbers.castling_rooks)
    for (auto& number : color) number = rng();
  for (int square = 0; square < 64; ++square)
    numbers.en_passant[static_cast<std::size_t>(square)] = rng();
  numbers.black_to_move = rng();
  return numbers;
}

}  // namespace detail

inline constexpr ZobristNumbers kZobrist = detail::make_zobrist_numbers();

}  // namespace trivium::chess
