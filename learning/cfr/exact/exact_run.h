// A training run of one or more variants of exact CFR, with a common learning curve and snapshots.
// A resumed run ends with the same bits as an uninterrupted one. The curve is the exploitability of
// the average strategy by iteration; it is written as a CSV table and as an SVG chart.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "learning/cfr/exact/exact_cfr.h"
#include "learning/harness/run.h"
#include "learning/poker_measure/best_response/public_tree.h"

namespace trivium::learning::cfr {

/// Exploitability of the variants of a run after `iterations` iterations.
struct CurvePoint {
  std::uint64_t iterations = 0;
  std::vector<double> exploitability;  ///< by variant, in thousandths of a big blind per hand
};

/// Returns the iterations at which a curve is measured, ascending: 1, 2, 3, 5 and 7 times the
/// powers of ten, as far as they are below `end`, and `end`. Requires: `end` is at least 1.
std::vector<std::uint64_t> curve_iterations(std::uint64_t end);

/// Returns a table with the columns "iterations" and the names of `variants`, and a row for each
/// point.
std::string exact_csv(std::span<const Variant> variants, std::span<const CurvePoint> curve);

/// Returns a chart with logarithmic axes. It omits values that are not above 0.
std::string exact_svg(std::string_view title, std::span<const Variant> variants,
                      std::span<const CurvePoint> curve);

struct ExactRunOptions : RunOptions {
  std::vector<Variant> variants;  ///< distinct, at least 1
  std::uint64_t iterations = 10'000;
};

struct ExactRunResult {
  std::vector<CurvePoint> curve;  ///< a point for each of curve_iterations(iterations)
  /// Value of the game for position 0 by variant, if both players use its average strategy. In
  /// thousandths of a big blind per hand.
  std::vector<double> values;
};

/// Name of the learner in snapshots.
inline constexpr const char* kExactLearner = "cfr_exact";

/// Called with the number of iterations done and the curve so far.
using ExactListener = std::function<void(std::uint64_t done, const std::vector<CurvePoint>& curve)>;

/// Trains all variants and calls `progress`, unless empty. Throws format::LoadError if the
/// checkpoint belongs to another run or has more iterations than requested.
ExactRunResult run_exact(const std::shared_ptr<const poker_measure::PublicTree>& tree,
                         const ExactRunOptions& options, const ExactListener& progress = {});

}  // namespace trivium::learning::cfr
