// Logistic regression of game results on the features of labeled positions. It is the baseline for
// TDLeaf, which trains the same features.
//
//   minimize  - sum over positions of [ r log P(E) + (1 - r) log(1 - P(E)) ]
//             + ridge / 2 x |w - prior|^2                                       (w in pawns)
//
// r is White's result in points; P and E are those of linear_model.h with a fixed scale. Positions
// with an exactly known value are skipped. L-BFGS (learning/statistics/lbfgs.h) finds the optimum.
// The result depends only on positions, start and options, not on threads or interruptions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/chess/evaluation/expectation.h"
#include "learning/harness/crew.h"
#include "learning/harness/run.h"
#include "learning/records/packed_position.h"
#include "learning/tdleaf/linear_model.h"

namespace trivium::learning::tdleaf {

struct LabeledPosition {
  records::PackedPosition position{};
  float white_points = 0.5F;  ///< White's result of the game: 0, 0.5 or 1
};

/// Reads positions in EPD with the result of their game as operation `c9` or `c0`: "1-0", "0-1" or
/// "1/2-1/2". `name` names the file in messages. Throws format::LoadError with the line if a
/// position is invalid or has no result.
std::vector<LabeledPosition> read_labeled(std::istream& epd, std::string_view name);

/// Options of a run. A snapshot is saved after each iteration.
struct RegressionOptions : RunOptions {
  double scale = kEloScale;  ///< scale of win_probability(), in centipawns; above 0
  double ridge = 1.0;        ///< nats per squared pawn, over all positions; at least 0
  /// Share of held-out positions, in [0, 1). Neighboring positions often come from one game, so
  /// runs of neighbors are held out together.
  double held_out_share = 0.1;
  std::uint64_t seed = 1;              ///< selects the held-out positions
  std::uint64_t max_iterations = 500;  ///< a run can be resumed with a larger number
  /// Called before the snapshot is saved, with the objective divided by the number of training
  /// positions.
  std::function<void(std::uint64_t iteration, double loss)> on_iteration;
};

struct RegressionMetrics {
  std::size_t positions = 0;  ///< number of positions whose value is not known exactly
  double log_loss = 0.0;      ///< mean log loss of these, in nats
};

struct RegressionPoint {
  std::uint64_t iteration = 0;
  double loss = 0.0;  ///< as on_iteration() gets it
};

struct RegressionResult {
  std::vector<double> weights;     ///< in pawns
  RegressionMetrics train_before;  ///< with the weights of the start
  RegressionMetrics train;
  RegressionMetrics held_out_before;
  RegressionMetrics held_out;
  /// Model of results fitted to the training positions, if they determine one.
  std::optional<ExpectationModel> expectation;
  std::uint64_t iterations = 0;
  bool converged = false;
  /// Loss after each iteration. Begins with iteration 0, or with the iteration of the resumed
  /// snapshot if an older version saved it without a curve.
  std::vector<RegressionPoint> curve;
};

/// Trains from `start` (in pawns), which is also the prior. Throws std::invalid_argument for
/// invalid options or if there are no training positions, and format::LoadError if a checkpoint to
/// resume is damaged or belongs to another run.
RegressionResult regress(std::span<const LabeledPosition> data, std::span<const double> start,
                         const RegressionOptions& options);

/// Returns the mean loss of `weights` (in pawns) on `data`.
RegressionMetrics measure(std::span<const LabeledPosition> data, std::span<const double> weights,
                          double scale, Crew crew);

}  // namespace trivium::learning::tdleaf
