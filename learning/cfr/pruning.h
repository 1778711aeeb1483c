// Regret-based pruning: traversals skip actions with very negative regrets, without changing the
// expected update.
//
// One iteration in kEvery skips nothing, and its updates of prunable actions have weight kEvery.
// The iteration number selects it. So the share of such iterations in a batch is fixed, up to
// rounding, and the sums in the table stay in bounds.
// Source: Brown and Sandholm 2019 (pruning by regret).
#pragma once

#include <cstdint>
#include <limits>

namespace trivium::learning::cfr {

/// Pruning in one iteration.
struct Pruning {
  /// Actions with at most this regret, in chips, can be pruned.
  float bound = -std::numeric_limits<float>::infinity();
  bool explore = true;  ///< true if this iteration skips nothing

  static constexpr std::uint32_t kEvery = 20;

  /// Returns the pruning of an iteration with the bound -below. `below` is in chips; 0 disables
  /// pruning.
  static Pruning of(double below, std::uint64_t iteration) noexcept {
    if (below <= 0) return {};
    return {static_cast<float>(-below), iteration % kEvery == 0};
  }
  /// True if pruning is enabled.
  bool enabled() const noexcept { return bound > -std::numeric_limits<float>::infinity(); }
  /// Returns the weight of updates of a prunable action in this iteration.
  std::uint32_t prunable_weight() const noexcept { return explore ? kEvery : 0; }
};

}  // namespace trivium::learning::cfr
