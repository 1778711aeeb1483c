// Which turns some thread is searching now, so that the others look at another one first and find the result in the table later (ABDADA).
//
// Threads that go through the same turns in the same order do the same work twice; told of each other's turns, they divide it at every node
// that is deep enough. A place holds one key: one lost or left over costs time, never a value.
// Source: Weill, "The ABDADA distributed minimax search algorithm" (ICCA Journal 19(1), 1996); the small table beside the transposition
// table is Kerrigan's ("Simplified ABDADA", 2013).
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

/// Any thread may call anything at any time.
class BusyTurns {
 public:
  using Key = std::uint64_t;

  /// A turn in the position `position` that is searched with `depth` left; never 0.
  static Key key(std::uint64_t position, Turn turn, Cost depth) noexcept {
    const auto stones = static_cast<std::uint64_t>(turn.first) << 32 | static_cast<std::uint64_t>(turn.second) << 16;
    const std::uint64_t mixed = (position ^ stones ^ static_cast<std::uint64_t>(depth)) * 0x9E3779B97F4A7C15ULL;
    return mixed | 1;
  }

  bool has(Key key) const noexcept { return places_[place(key)].load(std::memory_order_relaxed) == key; }

  /// The caller searches a turn as long as this lives; nothing where `turns` is null.
  class Claim {
   public:
    Claim(BusyTurns* turns, Key key) noexcept : turns_(turns), key_(key) {
      if (turns_ != nullptr) turns_->places_[place(key_)].store(key_, std::memory_order_relaxed);
    }
    ~Claim() {
      if (turns_ != nullptr && turns_->has(key_)) turns_->places_[place(key_)].store(0, std::memory_order_relaxed);
    }
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

   private:
    BusyTurns* turns_;
    Key key_;
  };

 private:
  static constexpr int kPlaceBits = 12;

  static std::size_t place(Key key) noexcept { return static_cast<std::size_t>(key >> (64 - kPlaceBits)); }

  std::array<std::atomic<Key>, std::size_t{1} << kPlaceBits> places_{};
};

/// Moves what is busy from place `i` of `turns` on to the end, each once: `put_off` counts those. Then the turn at `i` is to be searched.
/// The first turn is not put off: what it is worth decides how little of the others need be looked at.
template <typename T, typename IsBusy>
void put_off_busy(std::vector<T>& turns, std::size_t i, std::size_t& put_off, const IsBusy& is_busy) {
  while (i > 0 && i + put_off < turns.size() && is_busy(turns[i])) {
    const auto place = turns.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(place, place + 1, turns.end());
    ++put_off;
  }
}

}  // namespace trivium::connect6
