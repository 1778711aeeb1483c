// Set of the moves that threads are searching now (ABDADA). Other threads defer such a move and
// find its result in the transposition table later.
//
// Threads that search the same moves in the same order do the same work twice. With this set, they
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

namespace trivium {

/// Thread-safe.
class BusyMoves {
 public:
  using Key = std::uint64_t;

  /// Returns the key of a move in `position` at the remaining `depth`; never 0. `move` differs for
  /// each move of a position.
  static Key key(std::uint64_t position, std::uint64_t move, int depth) noexcept {
    const std::uint64_t mixed =
        (position ^ move ^ static_cast<std::uint64_t>(depth)) * 0x9E3779B97F4A7C15ULL;
    return mixed | 1;
  }

  /// True if a claim has this key.
  bool has(Key key) const noexcept {
    return slots_[slot(key)].load(std::memory_order_relaxed) == key;
  }

  /// Marks a move as busy during its lifetime. Does nothing if `moves` is null.
  class Claim {
   public:
    Claim(BusyMoves* moves, Key key) noexcept : moves_(moves), key_(key) {
      if (moves_ != nullptr) moves_->slots_[slot(key_)].store(key_, std::memory_order_relaxed);
    }
    ~Claim() {
      if (moves_ != nullptr && moves_->has(key_))
        moves_->slots_[slot(key_)].store(0, std::memory_order_relaxed);
    }
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

   private:
    BusyMoves* moves_;
    Key key_;
  };

 private:
  static constexpr int kSlotBits = 12;

  static std::size_t slot(Key key) noexcept {
    return static_cast<std::size_t>(key >> (64 - kSlotBits));
  }

  std::array<std::atomic<Key>, std::size_t{1} << kSlotBits> slots_{};
};

/// Moves busy moves from index `i` to the end of `moves`, each at most once; `deferred` counts
/// them. Then moves[i] is the next move to search. Never defers the first move, because its value
/// narrows the window for the others.
template <typename T, typename IsBusy>
void put_off_busy(std::vector<T>& moves, std::size_t i, std::size_t& deferred,
                  const IsBusy& is_busy) {
  while (i > 0 && i + deferred < moves.size() && is_busy(moves[i])) {
    const auto place = moves.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(place, place + 1, moves.end());
    ++deferred;
  }
}

}  // namespace trivium
