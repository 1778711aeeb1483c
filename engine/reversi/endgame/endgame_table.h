// Hash table of the endgame solver: bounds of the final scores of positions.
//
// The bounds do not depend on the search that found them, so later calls of the solver use them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/core/shared_table.h"
#include "engine/reversi/rules/position.h"

namespace trivium::reversi {

struct EndgameEntry {
  int lower = -kMaxScore;  ///< bounds of the score of the side to move
  int upper = kMaxScore;
  Move move = kPass;  ///< best or refuting move; kPass if there is none
  int empty = 0;      ///< number of empty squares, >= 1

  bool is_exact() const noexcept { return lower == upper; }
};

/// Bits from bit 0: lower + kMaxScore, upper + kMaxScore, move and empty (8 each), age (5).
struct EndgameCodec {
  using Entry = EndgameEntry;

  static constexpr int kAgeShift = 32;
  static constexpr int kAgeCost = 4;

  static std::uint64_t pack(const EndgameEntry& entry) noexcept {
    return static_cast<std::uint64_t>(entry.lower + kMaxScore) |
           static_cast<std::uint64_t>(entry.upper + kMaxScore) << 8 |
           std::uint64_t{entry.move} << 16 | static_cast<std::uint64_t>(entry.empty) << 24;
  }
  static EndgameEntry unpack(std::uint64_t data) noexcept {
    const auto byte = [data](int shift) { return static_cast<int>(data >> shift & 0xFF); };
    return {.lower = byte(0) - kMaxScore,
            .upper = byte(8) - kMaxScore,
            .move = static_cast<Move>(byte(16)),
            .empty = byte(24)};
  }
  /// Prefers positions with many empty squares, whose search takes longest.
  static int replacement_value(std::uint64_t data) noexcept { return unpack(data).empty; }
  /// Combines the bounds, and keeps the known move if there is no new one.
  static std::uint64_t update(const EndgameEntry& entry, std::uint64_t known,
                              bool /*same_search*/) noexcept {
    const EndgameEntry old = unpack(known);
    return pack({.lower = std::max(entry.lower, old.lower),
                 .upper = std::min(entry.upper, old.upper),
                 .move = entry.move != kPass ? entry.move : old.move,
                 .empty = entry.empty});
  }
};

using EndgameTable = SharedTable<EndgameCodec>;

}  // namespace trivium::reversi
