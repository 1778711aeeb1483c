// A run of exact learners side by side: their exploitability on the way, with snapshots from which
// it goes on.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "learning/cfr/exact/exact_cfr.h"
#include "learning/cfr/exact/exact_curve.h"
#include "learning/harness/run.h"
#include "learning/poker_measure/best_response/public_tree.h"

namespace trivium::learning::cfr {

struct ExactRunOptions : RunOptions {
  std::vector<Variant> variants;  ///< distinct, at least one
  std::uint64_t iterations = 10'000;
};

struct ExactRunResult {
  std::vector<CurvePoint> curve;  ///< after each of curve_places()
  std::vector<double>
      values;  ///< of the game to position 0 by each variant's strategy, in milli big blinds
};

/// Snapshots are named by it.
inline constexpr const char* kExactLearner = "cfr_exact";

/// Trains all variants; calls `heard`, if any, with the number of iterations done and the curve so
/// far. Throws format::LoadError where the checkpoint is of another run or further than
/// `iterations`.
ExactRunResult run_exact(
    const std::shared_ptr<const poker_measure::PublicTree>& tree, const ExactRunOptions& options,
    const std::function<void(std::uint64_t done, const std::vector<CurvePoint>& curve)>& heard =
        {});

}  // namespace trivium::learning::cfr
