// Set of the turns that threads are searching now (ABDADA). Other threads defer such a turn and
// find its result in the transposition table later.
//
// Threads that search the same turns in the same order do the same work twice. With this set, they
// divide the work at every node that is deep enough. A slot holds one key; a lost or stale key
// costs time but never changes a value. Source: Weill, "The ABDADA distributed minimax search
// algorithm" (ICCA Journal 19(1), 1996). The small table beside the transposition table is from
// Kerrigan ("Simplified ABDADA", 2013).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/connect6/rules/turn.h"
#include "engine/connect6/search/likelihood.h"

namespace trivium::connect6 {

/// Thread-safe.
class BusyTurns {
 public:
  using Key = std::uint64_t;

  /// Returns the key of `turn` in `position` at the remaining `depth`; never 0.
  static Key key(std::uint64_t position, Turn turn, Cost depth) noexcept {
    const auto stones = static_cast<std::uint64_t>(turn.first) << 32 |
                        static_cast<std::uint64_t>(turn.second) << 16;
    const std::uint64_t mixed =
        (position ^ stones ^ static_cast<std::uint64_t>(depth)) * 0x9E3779B97F4A7C15ULL;
    return mixed | 1;
  }

  /// True if a claim has this key.
  bool has(Key key) const noexcept {
    return slots_[slot(key)].load(std::memory_order_relaxed) == key;
  }

  /// Marks a turn as busy during its lifetime. Does nothing if `turns` is null.
  class Claim {
   public:
    Claim(BusyTurns* turns, Key key) noexcept : turns_(turns), key_(key) {
      if (turns_ != nullptr) turns_->slots_[slot(key_)].store(key_, std::memory_order_relaxed);
    }
    ~Claim() {
      if (turns_ != nullptr && turns_->has(key_))
        turns_->slots_[slot(key_)].store(0, std::memory_order_relaxed);
    }
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

   private:
    BusyTurns* turns_;
    Key key_;
  };

 private:
  static constexpr int kSlotBits = 12;

  static std::size_t slot(Key key) noexcept {
    return static_cast<std::size_t>(key >> (64 - kSlotBits));
  }

  std::array<std::atomic<Key>, std::size_t{1} << kSlotBits> slots_{};
};

/// Moves busy turns from index `i` to the end of `turns`, each at most once; `deferred` counts
/// them. Then turns[i] is the next turn to search. Never moves the first turn, because its value
/// narrows the window for the others.
template <typename T, typename IsBusy>
void put_off_busy(std::vector<T>& turns, std::size_t i, std::size_t& deferred,
                  const IsBusy& is_busy) {
  while (i > 0 && i + deferred < turns.size() && is_busy(turns[i])) {
    const auto place = turns.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(place, place + 1, turns.end());
    ++deferred;
  }
}

}  // namespace trivium::connect6
