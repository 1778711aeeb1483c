// Transposition table of chess: results of earlier searches by position.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/chess/rules/types.h"
#include "engine/chess/rules/value.h"
#include "engine/core/shared_table.h"

namespace trivium::chess {

using Bound = Score::Bound;

struct TableEntry {
  Move move;  ///< best or refuting move, or none
  Value value = 0;
  Value evaluation = kNoValue;  ///< static evaluation, or kNoValue
  int depth = 0;
  Bound bound = Bound::kExact;
  bool was_pv = false;  ///< the position was in the principal variation, or was expected to be
};

/// True if the entry alone answers a search of `depth` with this window.
constexpr bool cuts_off(const TableEntry& entry, Value alpha, Value beta, int depth) noexcept {
  if (entry.depth < depth) return false;
  return entry.bound == Bound::kExact || (entry.bound == Bound::kLower && entry.value >= beta) ||
         (entry.bound == Bound::kUpper && entry.value <= alpha);
}

/// Returns the static evaluation, or the entry's value if its bound makes it more precise. Mate
/// values are never used.
constexpr Value refined(Value evaluation, const std::optional<TableEntry>& hit) noexcept {
  if (!hit || is_mate(hit->value)) return evaluation;
  const bool better = hit->bound == Bound::kExact ||
                      (hit->bound == Bound::kLower && hit->value > evaluation) ||
                      (hit->bound == Bound::kUpper && hit->value < evaluation);
  return better ? hit->value : evaluation;
}

/// Fields from bit 0 on, with their sizes in bits: move (16), value (16), evaluation (16), depth
/// (8), bound + 1 (2), age (5), was_pv (1).
struct TableEntryCodec {
  using Entry = TableEntry;

  static constexpr int kAgeShift = 58;
  static constexpr int kAgeCost = 8;

  static std::uint64_t pack(const TableEntry& entry) noexcept;
  static TableEntry unpack(std::uint64_t data) noexcept;
  static int replacement_value(std::uint64_t data) noexcept;
  /// Keeps an entry of the same search that is at least four plies deeper, unless the new value is
  /// exact. Keeps the known move if there is no new one.
  static std::uint64_t update(const TableEntry& entry, std::uint64_t known,
                              bool same_search) noexcept;
};

class TranspositionTable : public SharedTable<TableEntryCodec> {
 public:
  using SharedTable::SharedTable;

  /// Returns the entry. `ply` is the distance of the position from the root: mate distances are
  /// stored from the position, but returned from the root. A mate beyond kMaxPly becomes kTableWin.
  std::optional<TableEntry> probe(std::uint64_t key, int ply) const noexcept;
  void store(std::uint64_t key, const TableEntry& entry, int ply) noexcept;
};

}  // namespace trivium::chess
