// What the search remembers of positions, shared by all its threads without a lock: the best turn, and a value with the depth it rests on.
//
// A bucket is one cache line of four entries; an entry is two 64-bit words, the first being key xor data, so that a torn write does not
// match its key and is simply not found (Hyatt and Mann 2002, "A lock-less transposition table implementation").
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>

#include "engine/connect6/evaluation.h"
#include "engine/connect6/likelihood.h"
#include "engine/connect6/turn.h"
#include "engine/core/report.h"
#include "engine/core/zeroed_array.h"

namespace trivium::connect6 {

struct TableEntry {
  Turn turn;        ///< best or refuting turn, or none
  Value value = 0;  ///< seen from the node, proved wins counted from there
  Cost depth = 0;   ///< 0 and less are stored as 0
  Score::Bound bound = Score::Bound::kExact;
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

  std::optional<TableEntry> find(std::uint64_t key) const noexcept;
  void store(std::uint64_t key, const TableEntry& entry) noexcept;
  /// Share of entries written since new_search(), by a sample.
  int per_mille_used() const noexcept;

 private:
  static constexpr unsigned kAgeMask = 31;
  static constexpr std::size_t kEntriesPerBucket = 4;

  /// A word that threads share without order among them.
  class Word {
   public:
    std::uint64_t load() noexcept { return std::atomic_ref(bits_).load(std::memory_order_relaxed); }
    void store(std::uint64_t bits) noexcept { std::atomic_ref(bits_).store(bits, std::memory_order_relaxed); }

   private:
    std::uint64_t bits_;
  };
  struct Slot {
    Word check;  ///< key xor data
    Word data;
  };
  struct alignas(64) Bucket {
    std::array<Slot, kEntriesPerBucket> slots;
  };

  Bucket& bucket(std::uint64_t key) const noexcept { return buckets_[static_cast<std::size_t>(key & (buckets_.size() - 1))]; }
  int worth(std::uint64_t data) const noexcept;

  mutable ZeroedArray<Bucket> buckets_;  ///< mutable: an atomic read of a word needs it writable
  unsigned age_ = 0;
};

}  // namespace trivium::connect6
