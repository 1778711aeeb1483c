// The transposition table of Connect-6: best turn and value of a position, with the depth of the
// search that found them.
#pragma once

#include <cstdint>

#include "engine/connect6/evaluation/evaluation.h"
#include "engine/connect6/rules/turn.h"
#include "engine/connect6/search/likelihood.h"
#include "engine/core/report.h"
#include "engine/core/shared_table.h"

namespace trivium::connect6 {

struct TableEntry {
  Turn turn;        ///< best or refuting turn, or none
  Value value = 0;  ///< seen from the node; proved wins are counted from the node
  Cost depth = 0;   ///< negative depths are stored as 0
  Score::Bound bound = Score::Bound::kExact;
  Cost cost = 0;  ///< cost of the turn; below kMaxCost
};

/// Bit layout from bit 0: two cells (10 bits each), value (16), depth (11), bound + 1 (2), age (5),
/// cost (10).
struct TableEntryCodec {
  using Entry = TableEntry;

  static constexpr int kAgeShift = 49;
  static constexpr int kAgeCost = 8 * kBit;

  static std::uint64_t pack(const TableEntry& entry) noexcept;
  static TableEntry unpack(std::uint64_t data) noexcept;
  /// Replacement value: the depth.
  static int replacement_value(std::uint64_t data) noexcept;
  /// An evaluation without depth and turn does not replace a result with a depth above 0.
  static std::uint64_t update(const TableEntry& entry, std::uint64_t known,
                              bool same_search) noexcept;
};

using TranspositionTable = SharedTable<TableEntryCodec>;

}  // namespace trivium::connect6
