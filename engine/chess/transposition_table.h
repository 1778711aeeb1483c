// The transposition table: what earlier searches found out about a position, shared by all threads without a lock.
// Buckets are those of shared_bucket.h; a position has one entry of 64 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>

#include "engine/chess/rules/types.h"
#include "engine/chess/value.h"
#include "engine/core/shared_bucket.h"
#include "engine/core/zeroed_array.h"

namespace trivium::chess {

using Bound = Score::Bound;

struct TableEntry {
  Move move;  ///< best or refuting move, or none
  Value value = 0;
  Value evaluation = kNoValue;  ///< static evaluation, or kNoValue
  int depth = 0;
  Bound bound = Bound::kExact;
  bool was_pv = false;  ///< the position once stood in the principal variation, or the search thought so
};

/// Whether the entry alone answers a search of `depth` with this window.
constexpr bool answers(const TableEntry& entry, Value alpha, Value beta, int depth) noexcept {
  if (entry.depth < depth) return false;
  return entry.bound == Bound::kExact || (entry.bound == Bound::kLower && entry.value >= beta) ||
         (entry.bound == Bound::kUpper && entry.value <= alpha);
}

/// The static evaluation, replaced by the entry's value where that is known to be nearer to the truth; a mate never is an evaluation.
constexpr Value refined(Value evaluation, const std::optional<TableEntry>& hit) noexcept {
  if (!hit || is_mate(hit->value)) return evaluation;
  const bool better = hit->bound == Bound::kExact || (hit->bound == Bound::kLower && hit->value > evaluation) ||
                      (hit->bound == Bound::kUpper && hit->value < evaluation);
  return better ? hit->value : evaluation;
}

class TranspositionTable {
 public:
  /// `megabytes` at least 1. Throws std::bad_alloc.
  explicit TranspositionTable(int megabytes);

  int megabytes() const noexcept { return megabytes_; }
  /// Forgets everything. Not while a search runs.
  void clear() noexcept {
    buckets_.clear();
    age_ = 0;
  }
  /// Takes the memory that no search has used yet, until done or told to stop.
  void warm_up(const std::stop_token& stop) noexcept { buckets_.populate(stop); }
  /// Entries of earlier searches become the first to be replaced. Not while a search runs.
  void new_search() noexcept { age_ = (age_ + 1) & kAgeMask; }

  /// `ply` turns mates counted from this position into mates counted from the root.
  std::optional<TableEntry> probe(std::uint64_t key, int ply) const noexcept;
  void store(std::uint64_t key, const TableEntry& entry, int ply) noexcept;
  /// Always inline: GCC takes a function that does nothing but this for one without effect, and drops its calls.
  [[gnu::always_inline]] void prefetch(std::uint64_t key) const noexcept { __builtin_prefetch(&bucket(key)); }

  /// Share of entries written by the present search, estimated from a sample.
  int used_per_mille() const noexcept;

 private:
  static constexpr unsigned kAgeMask = 31;

  /// Buckets are chosen by the high bits of the key, whatever their number.
  SharedBucket& bucket(std::uint64_t key) const noexcept {
    __extension__ using Wide = unsigned __int128;
    return buckets_[static_cast<std::size_t>((static_cast<Wide>(key) * buckets_.size()) >> 64)];
  }
  int worth(std::uint64_t data) const noexcept;

  int megabytes_;
  mutable ZeroedArray<SharedBucket> buckets_;  ///< mutable: an atomic read of a word needs it writable
  unsigned age_ = 0;
};

}  // namespace trivium::chess
