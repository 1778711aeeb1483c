// Baseline for TDLeaf: fits the same features to results of given games by logistic regression.
//
//   minimize  - sum over positions of [ r log P(E) + (1 - r) log(1 - P(E)) ] + ridge / 2 x |w -
//   prior|^2,    w in pawns
//
// P and E are those of linear_model.h with a fixed scale. Positions with an exactly known value are
// skipped. L-BFGS (learning/statistics/lbfgs.h) finds the optimum. The result depends only on
// positions, start and options, not on threads or interruptions.
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
#include "learning/harness/run.h"
#include "learning/records/packed_position.h"
#include "learning/tdleaf/linear_model.h"

namespace trivium::learning::tdleaf {

struct LabeledPosition {
  records::PackedPosition position{};
  float white_points = 0.5F;  ///< of its game
};

/// Positions with their game's result as operation `c9` or `c0`: "1-0", "0-1", "1/2-1/2". Throws
/// format::LoadError, naming the line, for one without; `name` stands for the file in messages.
std::vector<LabeledPosition> read_labeled(std::istream& epd, std::string_view name);

/// A snapshot is saved after each iteration.
struct RegressionOptions : RunOptions {
  double scale = kEloScale;
  double ridge = 1.0;  ///< nats for a squared pawn, over all positions: it fades as data grow
  double held_out_share =
      0.1;  ///< of the positions, in runs of neighbors, as these often come from one game
  std::uint64_t seed = 1;              ///< chooses the positions held out
  std::uint64_t max_iterations = 500;  ///< a run can be resumed with more
  std::size_t threads = 1;             ///< no part of the result
  /// Called before the snapshot is saved, with the loss and the ridge a position.
  std::function<void(std::uint64_t iteration, double loss)> on_iteration;
};

struct RegressionMetrics {
  std::size_t positions = 0;  ///< those whose value is known exactly are not counted
  double log_loss = 0.0;      ///< mean, natural logarithm
};

struct RegressionResult {
  std::vector<double> weights;
  RegressionMetrics train_before;  ///< with the start's weights
  RegressionMetrics train;
  RegressionMetrics held_out_before;
  RegressionMetrics held_out;
  std::optional<ExpectationModel>
      expectation;  ///< what values and labels of the positions learned from say, if they decide it
  std::uint64_t iterations = 0;
  bool converged = false;
};

/// Trains from `start`, which is also the prior. Throws std::invalid_argument for invalid options
/// or no positions, format::LoadError if a checkpoint to resume is damaged or of another run.
RegressionResult regress(std::span<const LabeledPosition> data, std::span<const double> start,
                         const RegressionOptions& options);

/// Returns the mean loss of weights (in pawns) on positions.
RegressionMetrics measure(std::span<const LabeledPosition> data, std::span<const double> weights,
                          double scale, std::size_t threads);

}  // namespace trivium::learning::tdleaf
