// Cache of values that depend only on the board, such as the buckets of all holdings or their order
// of strength. Tools that measure strategies query one board dozens of times, and computing these
// values takes most of their time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

namespace trivium::poker {

/// A value must depend only on the set of cards, so that cached and new values are equal.
/// Thread-safe; no thread waits while another creates a value.
template <class Value>
class BoardCache {
 public:
  /// Creates a cache with `slots` slots; each set of cards belongs to one slot.
  explicit BoardCache(std::size_t slots) : size_(slots), slots_(std::make_unique<Slot[]>(slots)) {}

  /// Returns the value of `cards`, a bit mask. Calls make() if it is not in the cache.
  template <class Make>
  std::shared_ptr<const Value> get(std::uint64_t cards, const Make& make) {
    constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15;
    Slot& slot = slots_[(cards * kSpread >> 32U) % size_];
    {
      const std::lock_guard guard(slot.lock);
      if (slot.value != nullptr && slot.cards == cards) return slot.value;
    }
    auto made = std::make_shared<const Value>(make());
    const std::lock_guard guard(slot.lock);
    slot.cards = cards;
    slot.value = made;
    return made;
  }

 private:
  struct Slot {
    std::mutex lock;
    std::uint64_t cards = 0;
    std::shared_ptr<const Value> value;
  };

  std::size_t size_;
  std::unique_ptr<Slot[]> slots_;
};

}  // namespace trivium::poker
