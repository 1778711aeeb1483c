// What was found out about the boards that were asked for last: measures ask about one board dozens of times, and what depends on nothing
// else (buckets of all holdings, their order of strength) takes them most of their time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

namespace trivium::poker {

/// Values by sets of cards. A value must depend on nothing but the set, so that nobody can tell whether it was made now or before. Any
/// thread; no thread waits while another makes a value.
template <class Value>
class BoardCache {
 public:
  /// Keeps the latest value in each of `slots` places, in one of which a set belongs.
  explicit BoardCache(std::size_t slots) : size_(slots), slots_(std::make_unique<Slot[]>(slots)) {}

  /// The value of `cards`, bits of cards; make() returns it where it is not at hand.
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
