// The numbers that shape the search, with their units. First guesses from the literature, to be replaced by matches.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/chess/value.h"

namespace trivium::chess {

struct SearchParameters {
  // Aspiration windows (chessprogramming wiki: Aspiration Windows).
  int aspiration_from_depth = 5;
  Value aspiration_width = 35;  ///< centipawns each side; mobility makes the evaluation jump by about this

  // Reverse futility pruning, also called static null move (Heinz 1998).
  int reverse_futility_depth = 6;
  Value reverse_futility_margin = 100;  ///< centipawns a ply

  // Null move (Donninger 1993), reduction growing with depth and with the surplus over beta.
  int null_move_depth = 3;
  int null_move_reduction = 3;
  int null_move_depth_divisor = 4;
  Value null_move_surplus = 200;  ///< centipawns over beta that reduce by one more ply
  int null_move_most_surplus = 3;

  // Internal iterative reduction (Schroeder): without a table move the ordering is poor, so search less deep.
  int internal_reduction_depth = 4;

  // Futility and move-count pruning of quiet moves near the leaves (Heinz 1998), and of captures that lose material.
  int futility_depth = 5;
  Value futility_base = 120;    ///< centipawns
  Value futility_margin = 110;  ///< centipawns a ply
  int move_count_depth = 4;
  int move_count_base = 4;  ///< moves; plus the depth squared
  int losing_capture_depth = 5;
  Value losing_capture_margin = 120;  ///< centipawns a ply

  // Late move reductions (Romstad 2006): from this depth and this move on.
  int reduction_depth = 3;
  int reduction_move = 3;
  int reduction_history = 8192;  ///< history score that is worth a ply

  // Quiescence: delta pruning (chessprogramming wiki). The margin covers what mobility may add to a capture.
  Value delta_margin = 250;

  // History bonus: factor * depth^2 up to a limit.
  int history_factor = 16;
  int history_limit = 1600;
};

inline constexpr SearchParameters kSearch{};

namespace detail {

/// Binary logarithm in 1/1024, by repeated squaring: integers only, so that it is the same everywhere.
constexpr int log2_1024(std::uint64_t number) noexcept {
  const int whole = static_cast<int>(std::bit_width(number)) - 1;
  std::uint64_t mantissa = (number << 30) >> whole;  // in [1, 2), 30 fractional bits
  int fraction = 0;
  for (int i = 0; i < 10; ++i) {
    mantissa = (mantissa * mantissa) >> 30;
    fraction *= 2;
    if (mantissa >= (std::uint64_t{2} << 30)) {
      mantissa >>= 1;
      fraction += 1;
    }
  }
  return 1024 * whole + fraction;
}

using ReductionTable = std::array<std::array<std::int8_t, 64>, 64>;

/// Plies by depth and move number: log2(depth) * log2(move) / 5, rounded.
constexpr ReductionTable make_reductions() noexcept {
  ReductionTable table{};
  for (std::size_t depth = 1; depth < 64; ++depth) {
    for (std::size_t move = 1; move < 64; ++move) {
      const std::int64_t product = std::int64_t{log2_1024(depth)} * log2_1024(move);
      table[depth][move] = static_cast<std::int8_t>((product / 5 + (1 << 19)) >> 20);
    }
  }
  return table;
}

}  // namespace detail

inline constexpr detail::ReductionTable kReductions = detail::make_reductions();

}  // namespace trivium::chess
