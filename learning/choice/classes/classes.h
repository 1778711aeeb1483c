// Learns weights that depend on the position: a decision tree of classes of positions
// (engine/chess/choice/position_classes.h), each with its own weights.
//
// The tree starts with one class of all positions. In each step, the split with the largest
// expected gain is tried: both sides are fitted with the weights of the class as prior. The split
// is kept if it predicts the validation games better by more than their sampling error. A snapshot
// is saved after each step of Fisher scoring.
// Sources: Wallbrink 2000, section of future work (paper 002); Zeileis, Hothorn and Hornik 2008,
// "Model-Based Recursive Partitioning".
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/choice/position_classes.h"
#include "learning/choice/fit.h"
#include "learning/harness/run.h"

namespace trivium::learning::choice {

/// Maximum number of attributes. Every threshold needs a matrix over the attributes, so larger
/// numbers would take gigabytes.
inline constexpr std::size_t kMaxClassAttributes = 64;

struct ClassOptions {
  std::size_t maximum = 6;  ///< maximum number of classes
  /// Options of each fit, but `ridge` is only for the fit of all positions, and `prior_moves` only
  /// for the fits of both sides of a split. Requires: `prior` is empty. Ignores `processes`.
  FitOptions fit{.prior_moves = 300};
  RunOptions run{};
  /// JSON object with everything that determines the decisions.
  std::string data_identity = "{}";
};

/// Name of the learner in snapshots.
inline constexpr const char* kClassLearner = "choice_classes";

/// Difference between the log-likelihoods of two models, summed over games.
struct GameGain {
  double nats = 0;
  double error = 0;  ///< standard error in nats; infinite for fewer than two games
};

/// A split of a class that was tried.
struct TriedSplit {
  std::string conditions;  ///< conditions of the class
  std::string question;    ///< condition of the split: "phase < 40"
  double expected = 0;     ///< expected gain in the training games, in nats
  GameGain gain;           ///< gain in the validation games
  bool kept = false;
};

/// Result of grow_classes().
struct GrownClasses {
  Fit all;  ///< fit of all positions
  chess::PositionClasses classes;
  std::vector<Fit> fits;  ///< by class; sums are those of the training games
  std::vector<TriedSplit> tried;
};

/// Called with the number of the split that is tried (0 during the fit of all positions) and a text
/// with details.
using ClassListener = std::function<void(std::size_t step, std::string_view detail)>;

/// Returns the maximum number of splits that are tried.
std::size_t step_count(const ClassOptions& options) noexcept;

/// Learns classes and their weights. Returns the same result for any number of threads. Throws
/// std::invalid_argument if there are more than kMaxClassAttributes attributes, and
/// format::LoadError as run() of learning/harness/run.h does. Requires: the filters of the
/// decisions have no classes, and the decisions have no search values.
GrownClasses grow_classes(const Decisions& train, const Decisions& validation,
                          const chess::Attributes& attributes, const ClassOptions& options,
                          const ClassListener& on_step = {});

/// Returns the quality of the predictions with the weights of each position's class.
ChoiceSums predicted_by_class(const Decisions& decisions, const chess::Attributes& attributes,
                              const GrownClasses& grown, const ClassOptions& options);
/// Returns the gain of these predictions over those of `grown.all`.
GameGain gain_by_class(const Decisions& decisions, const chess::Attributes& attributes,
                       const GrownClasses& grown, const ClassOptions& options);

}  // namespace trivium::learning::choice
