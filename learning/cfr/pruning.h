// Regret-based pruning: walks skip actions with very negative regrets, without changing the
// expected update.
//
// One walk in kEvery skips nothing; its updates of prunable actions have weight kEvery. The
// iteration number selects this walk, so the number of such walks per batch is fixed and the table
// sums stay in bounds.
// Source: Brown and Sandholm 2019 (pruning by regret).
#pragma once

#include <cstdint>
#include <limits>

namespace trivium::learning::cfr {

struct Pruning {
  float bound = -std::numeric_limits<float>::infinity();  ///< actions whose regret is at most this
  bool explore = true;  ///< this walk leaves nothing out, and stands for the kEvery - 1 that do

  static constexpr std::uint32_t kEvery = 20;

  /// Returns the pruning of an iteration; `below` is in chips, 0 for none.
  static Pruning of(double below, std::uint64_t iteration) noexcept {
    if (below <= 0) return {};
    return {static_cast<float>(-below), iteration % kEvery == 0};
  }
  bool some() const noexcept { return bound > -std::numeric_limits<float>::infinity(); }
  /// Returns the weight of updates of a prunable action in this walk.
  std::uint32_t times_left_out() const noexcept { return explore ? kEvery : 0; }
};

}  // namespace trivium::learning::cfr
