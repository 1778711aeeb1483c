// Hash table of the searches: bounds of the values of positions.
//
// The endgame solver and the search with an evaluation share it. If the depth of an entry is at
// least the number of empty squares, the entry was searched to the end: it has bounds of the final
// score, which are valid for both searches. Other entries depend on the evaluation; the endgame
// solver uses only their moves.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/core/shared_table.h"
#include "engine/reversi/rules/position.h"
#include "engine/reversi/rules/value.h"

namespace trivium::reversi {

struct TableEntry {
  Value lower = -kMaxValue;  ///< bounds of the value of the side to move
  Value upper = kMaxValue;
  Move move = kPass;  ///< best or refuting move; kPass if there is none
  int depth = 1;      ///< moves that were searched, >= 1; passes are not counted

  /// Returns an entry for the result of a search in `window`, which is exact inside it and a bound
  /// outside.
  static TableEntry of(Value value, Window window, Move move, int depth) noexcept {
    return {.lower = value > window.alpha ? value : -kMaxValue,
            .upper = value < window.beta ? value : kMaxValue,
            .move = move,
            .depth = depth};
  }
};

/// Bits from bit 0: lower + kMaxValue, upper + kMaxValue (14 each), move (7), depth (7), age (5).
struct TableCodec {
  using Entry = TableEntry;

  static constexpr int kAgeShift = 42;
  static constexpr int kAgeCost = 4;

  static std::uint64_t pack(const TableEntry& entry) noexcept {
    return static_cast<std::uint64_t>(entry.lower + kMaxValue) |
           static_cast<std::uint64_t>(entry.upper + kMaxValue) << kUpperShift |
           std::uint64_t{entry.move} << kMoveShift |
           static_cast<std::uint64_t>(entry.depth) << kDepthShift;
  }
  static TableEntry unpack(std::uint64_t data) noexcept {
    return {.lower = static_cast<Value>(data & kValueMask) - kMaxValue,
            .upper = static_cast<Value>(data >> kUpperShift & kValueMask) - kMaxValue,
            .move = static_cast<Move>(data >> kMoveShift & kMoveMask),
            .depth = depth_of(data)};
  }
  /// Prefers deep searches, which take longest.
  static int replacement_value(std::uint64_t data) noexcept { return depth_of(data); }
  /// Keeps the deeper result, combines bounds of the same depth, and keeps the known move if there
  /// is no new one. Bounds of the same depth can contradict each other, because deeper results
  /// below the position may have been used; then it keeps the new ones.
  static std::uint64_t update(const TableEntry& entry, std::uint64_t known,
                              bool /*same_search*/) noexcept {
    const TableEntry old = unpack(known);
    if (entry.depth < old.depth) return 0;
    TableEntry written = entry;
    if (entry.move == kPass) written.move = old.move;
    const Value lower = std::max(entry.lower, old.lower);
    const Value upper = std::min(entry.upper, old.upper);
    if (entry.depth == old.depth && lower <= upper) {
      written.lower = lower;
      written.upper = upper;
    }
    return pack(written);
  }

 private:
  static constexpr int kUpperShift = 14;
  static constexpr int kMoveShift = 28;
  static constexpr int kDepthShift = 35;
  static constexpr std::uint64_t kValueMask = (1 << 14) - 1;
  static constexpr std::uint64_t kMoveMask = 127;
  static_assert(2 * kMaxValue <= static_cast<Value>(kValueMask));
  static_assert(kPass <= kMoveMask);

  static int depth_of(std::uint64_t data) noexcept {
    return static_cast<int>(data >> kDepthShift & 127);
  }
};

using SearchTable = SharedTable<TableCodec>;

}  // namespace trivium::reversi
