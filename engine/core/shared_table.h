// A hash table of positions that all threads of a search read and write without a lock.
//
// A bucket is a cache line of four slots. Each slot has two words: key ^ data, and data. If
// threads use a slot at the same time, its words may not match. Then the key check fails and a
// reader finds no entry (Hyatt and Mann 2002, "A lock-less transposition table implementation").
// The game's codec defines the meaning of the 64 bits of data.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <stop_token>

#include "engine/core/zeroed_array.h"

namespace trivium {

/// Maximum size of a table that a user can set, in megabytes.
inline constexpr int kMaxHashMegabytes = 1 << 20;

/// Packs a game's entries into 64 bits. Data is never 0, which marks an empty slot. The table
/// stores the age of the entry, a number of its search, in the five bits from kAgeShift on.
template <class Codec>
concept TableCodec = requires(const typename Codec::Entry& entry, std::uint64_t data) {
  { Codec::kAgeShift } -> std::convertible_to<int>;
  /// Returns the packed entry, with 0 in the age bits.
  { Codec::pack(entry) } -> std::same_as<std::uint64_t>;
  { Codec::unpack(data) } -> std::same_as<typename Codec::Entry>;
  /// Returns the value of keeping `data`, ignoring its age. The table subtracts kAgeCost for each
  /// search since it was stored, and replaces the slot with the lowest result.
  { Codec::replacement_value(data) } -> std::same_as<int>;
  { Codec::kAgeCost } -> std::convertible_to<int>;
  /// update(entry, data, same_search) returns the data to store for a key whose present data is
  /// `data`; 0 keeps the present data. `same_search` is true if the present search stored that
  /// data.
  { Codec::update(entry, data, bool()) } -> std::same_as<std::uint64_t>;
};

/// A word that threads share, with relaxed memory order.
class SharedWord {
 public:
  std::uint64_t load() noexcept { return std::atomic_ref(bits_).load(std::memory_order_relaxed); }
  void store(std::uint64_t bits) noexcept {
    std::atomic_ref(bits_).store(bits, std::memory_order_relaxed);
  }

 private:
  std::uint64_t bits_;
};

template <TableCodec Codec>
class SharedTable {
 public:
  using Entry = typename Codec::Entry;

  /// Requires: `megabytes` >= 1. Throws std::bad_alloc.
  explicit SharedTable(int megabytes)
      : megabytes_(std::max(megabytes, 1)),
        buckets_((static_cast<std::size_t>(megabytes_) << 20) / sizeof(Bucket)) {}

  int megabytes() const noexcept { return megabytes_; }

  /// Replaces the table by an empty one of `megabytes`. Frees the old one first, so that both need
  /// not fit in memory. Throws std::bad_alloc; then the table is empty and keeps its size, if the
  /// memory for that is still there. Not thread-safe: no search may run.
  void resize(int megabytes) {
    const int former = megabytes_;
    *this = SharedTable(1);
    try {
      *this = SharedTable(megabytes);
    } catch (const std::bad_alloc&) {
      *this = SharedTable(former);
      throw;
    }
  }

  /// Removes all entries. Not thread-safe: no search may run.
  void clear(int threads = 1) noexcept {
    buckets_.clear(threads);
    age_ = 0;
  }
  /// Allocates all memory now, so that a search does not wait for it; keeps the entries. Returns
  /// early if `stop` is requested. Not thread-safe: no search may run.
  void warm_up(const std::stop_token& stop, int threads = 1) noexcept {
    buckets_.populate(stop, threads);
  }
  /// Starts a new search: lowers the replacement value of all present entries by kAgeCost. Not
  /// thread-safe: no search may run.
  void new_search() noexcept { age_ = (age_ + 1) & kAgeMask; }

  // The following functions are thread-safe.

  /// Returns the entry of `key`, if there is one.
  std::optional<Entry> probe(std::uint64_t key) const noexcept {
    for (Slot& slot : bucket(key).slots) {
      if (const std::uint64_t data = slot.data_of(key); data != 0) return Codec::unpack(data);
    }
    return std::nullopt;
  }

  /// Stores an entry. If the key has one already, Codec::update() decides what remains.
  void store(std::uint64_t key, const Entry& entry) noexcept {
    Slot& slot = slot_for(key);
    std::uint64_t data = 0;
    if (const std::uint64_t known = slot.data_of(key); known != 0) {
      data = Codec::update(entry, known, age_of(known) == age_);
      if (data == 0) return;
    } else {
      data = Codec::pack(entry);
    }
    slot.store(key, data | static_cast<std::uint64_t>(age_) << Codec::kAgeShift);
  }

  /// Prefetches the bucket that probe() reads. Always inline: GCC removes calls of a function that
  /// does nothing else, because it seems to have no effect.
  [[gnu::always_inline]] void prefetch(std::uint64_t key) const noexcept {
    __builtin_prefetch(&bucket(key));
  }

  /// Returns the share of slots written by the present search, in per mille, estimated from a
  /// sample.
  int used_per_mille() const noexcept {
    const std::size_t sample = std::min<std::size_t>(buckets_.size(), 250);
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample; ++i) {
      for (Slot& slot : buckets_[i].slots) {
        const std::uint64_t data = slot.data.load();
        used += data != 0 && age_of(data) == age_ ? 1U : 0U;
      }
    }
    return static_cast<int>(1000 * used / (sample * kSlots));
  }

 private:
  static constexpr unsigned kAgeMask = 31;
  static constexpr std::size_t kSlots = 4;

  struct Slot {
    SharedWord check;  ///< key ^ data
    SharedWord data;

    /// Returns the data stored for `key`, or 0.
    std::uint64_t data_of(std::uint64_t key) noexcept {
      const std::uint64_t found = data.load();
      return (check.load() ^ found) == key ? found : 0;
    }
    void store(std::uint64_t key, std::uint64_t stored) noexcept {
      check.store(key ^ stored);
      data.store(stored);
    }
  };
  struct alignas(64) Bucket {
    std::array<Slot, kSlots> slots;
  };

  static constexpr unsigned age_of(std::uint64_t data) noexcept {
    return static_cast<unsigned>(data >> Codec::kAgeShift) & kAgeMask;
  }

  /// Selects a bucket by the high bits of a product, which works for any number of buckets.
  Bucket& bucket(std::uint64_t key) const noexcept {
    __extension__ using Wide = unsigned __int128;
    return buckets_[static_cast<std::size_t>((static_cast<Wide>(key) * buckets_.size()) >> 64)];
  }

  int replacement_value(std::uint64_t data) const noexcept {
    constexpr int kEmpty = -1'000'000;
    if (data == 0) return kEmpty;
    return Codec::replacement_value(data) -
           static_cast<int>((age_ - age_of(data)) & kAgeMask) * Codec::kAgeCost;
  }

  /// Returns the slot of `key`, or the first of those with the lowest replacement value.
  Slot& slot_for(std::uint64_t key) noexcept {
    Slot* chosen = nullptr;
    int minimum = 0;
    for (Slot& slot : bucket(key).slots) {
      if (slot.data_of(key) != 0) return slot;
      if (const int here = replacement_value(slot.data.load());
          chosen == nullptr || here < minimum) {
        chosen = &slot;
        minimum = here;
      }
    }
    return *chosen;
  }

  int megabytes_;
  mutable ZeroedArray<Bucket> buckets_;  ///< mutable, because an atomic read of a word needs write
                                         ///< access
  unsigned age_ = 0;
};

}  // namespace trivium
