// What the search remembers of positions, shared by all its threads without a lock: the best turn, and a value with the depth it rests on.
// Buckets are those of shared_bucket.h; a position has one entry of 64 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>

#include "engine/connect6/evaluation.h"
#include "engine/connect6/likelihood.h"
#include "engine/connect6/turn.h"
#include "engine/core/report.h"
#include "engine/core/shared_bucket.h"
#include "engine/core/zeroed_array.h"

namespace trivium::connect6 {

struct TableEntry {
  Turn turn;        ///< best or refuting turn, or none
  Value value = 0;  ///< seen from the node, proved wins counted from there
  Cost depth = 0;   ///< 0 and less are stored as 0
  Score::Bound bound = Score::Bound::kExact;
  Cost cost = 0;  ///< of the turn; less than kMaxCost
};

class TranspositionTable {
 public:
  /// Throws std::bad_alloc.
  explicit TranspositionTable(int megabytes);

  /// Takes the memory that no search has used yet, until done or told to stop.
  void warm_up(const std::stop_token& stop) noexcept { buckets_.populate(stop); }
  /// Forgets everything. Not while a search runs.
  void clear() noexcept {
    buckets_.clear();
    age_ = 0;
  }
  /// Entries of earlier searches become the first to be replaced. Not while a search runs.
  void new_search() noexcept { age_ = (age_ + 1) & kAgeMask; }

  /// Begins to bring what is known of `key` near, for a find() to come.
  void prefetch(std::uint64_t key) const noexcept { __builtin_prefetch(&bucket(key)); }
  std::optional<TableEntry> find(std::uint64_t key) const noexcept;
  /// A bare evaluation, without depth and turn, does not replace what a search has found of the same position.
  void store(std::uint64_t key, const TableEntry& entry) noexcept;
  /// Share of entries written since new_search(), by a sample.
  int per_mille_used() const noexcept;

 private:
  static constexpr unsigned kAgeMask = 31;

  SharedBucket& bucket(std::uint64_t key) const noexcept { return buckets_[static_cast<std::size_t>(key & (buckets_.size() - 1))]; }
  int worth(std::uint64_t data) const noexcept;

  mutable ZeroedArray<SharedBucket> buckets_;  ///< mutable: an atomic read of a word needs it writable
  unsigned age_ = 0;
};

}  // namespace trivium::connect6
