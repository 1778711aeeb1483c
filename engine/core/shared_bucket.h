// A cache line of a hash table that the threads of a search share without a lock.
//
// It has four slots of two 64-bit words, the first being key xor data, so that a torn write does not match its key and is simply not found
// (Hyatt and Mann 2002, "A lock-less transposition table implementation"). What the data says is the game's affair; only 0 is nothing.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "engine/core/zeroed_array.h"

namespace trivium {

/// A word that threads share without order among them.
class SharedWord {
 public:
  std::uint64_t load() noexcept { return std::atomic_ref(bits_).load(std::memory_order_relaxed); }
  void store(std::uint64_t bits) noexcept { std::atomic_ref(bits_).store(bits, std::memory_order_relaxed); }

 private:
  std::uint64_t bits_;
};

class SharedSlot {
 public:
  /// Whatever key it belongs to; 0: nothing was stored here.
  std::uint64_t data() noexcept { return data_.load(); }
  /// What was stored for `key`, or 0.
  std::uint64_t data_of(std::uint64_t key) noexcept {
    const std::uint64_t data = data_.load();
    return (check_.load() ^ data) == key ? data : 0;
  }
  void store(std::uint64_t key, std::uint64_t data) noexcept {
    check_.store(key ^ data);
    data_.store(data);
  }

 private:
  SharedWord check_;  // key xor data
  SharedWord data_;
};

struct alignas(64) SharedBucket {
  std::array<SharedSlot, 4> slots;

  /// What was stored for `key`, or 0.
  std::uint64_t data_of(std::uint64_t key) noexcept {
    for (SharedSlot& slot : slots) {
      if (const std::uint64_t data = slot.data_of(key); data != 0) return data;
    }
    return 0;
  }
  /// The slot to store `key` in: its own, else the first of those whose data is worth least.
  template <class Worth>
  SharedSlot& slot_for(std::uint64_t key, const Worth& worth) noexcept {
    SharedSlot* chosen = nullptr;
    int least = 0;
    for (SharedSlot& slot : slots) {
      if (slot.data_of(key) != 0) return slot;
      if (const int here = worth(slot.data()); chosen == nullptr || here < least) {
        chosen = &slot;
        least = here;
      }
    }
    return *chosen;
  }
};

/// The share of slots whose data `counts`, by a sample.
template <class Counts>
int used_per_mille(ZeroedArray<SharedBucket>& buckets, const Counts& counts) noexcept {
  const std::size_t sample = std::min<std::size_t>(buckets.size(), 250);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i) {
    for (SharedSlot& slot : buckets[i].slots) used += counts(slot.data()) ? 1U : 0U;
  }
  return static_cast<int>(1000 * used / (sample * std::tuple_size_v<decltype(SharedBucket::slots)>));
}

}  // namespace trivium
