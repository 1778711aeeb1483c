// Regret pruning: walks that leave out actions which have been bad for long, without changing the mean of what is learned.
//
// One walk in kEvery leaves nothing out, and what it learns of such an action and in all that is below it counts kEvery times. Which one is
// fixed by the number of the iteration, so that a batch has no more of them than its size says: sums keep their bounds.
// Source: Brown and Sandholm 2019 (pruning by regret).
#pragma once

#include <cstdint>
#include <limits>

namespace trivium::learning::cfr {

struct Pruning {
  float bound = -std::numeric_limits<float>::infinity();  ///< actions whose regret is at most this
  bool explore = true;                                    ///< this walk leaves nothing out, and stands for the kEvery - 1 that do

  static constexpr std::uint32_t kEvery = 20;

  /// That of an iteration; `below` is in chips, 0 for none.
  static Pruning of(double below, std::uint64_t iteration) noexcept {
    if (below <= 0) return {};
    return {static_cast<float>(-below), iteration % kEvery == 0};
  }
  bool some() const noexcept { return bound > -std::numeric_limits<float>::infinity(); }
  /// How much what is learned of such an action in this walk counts.
  std::uint32_t times_left_out() const noexcept { return explore ? kEvery : 0; }
};

}  // namespace trivium::learning::cfr
