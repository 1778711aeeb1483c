// Weights that depend on the position: a tree of classes of positions
// (engine/chess/choice/position_classes.h), grown from the weights of all positions together.
//
// The candidate split of a class with the largest expected gain (one step of Fisher scoring on both
// sides) is tried. One pass over the games gives gradient and information for all thresholds. Then
// both sides are fitted with the class weights as prior. The split stays if it predicts validation
// games better by more than their sampling error. Source: the future work of Wallbrink 2000 (paper
// 002); Zeileis, Hothorn and Hornik 2008 for trees of fitted models.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/choice/move_values.h"
#include "engine/chess/choice/position_classes.h"
#include "learning/choice/fit.h"

namespace trivium::learning::choice {

/// Slopes are kept for every threshold, a matrix each: more attributes than these would take
/// gigabytes.
inline constexpr std::size_t kMaxClassAttributes = 64;

struct ClassOptions {
  chess::Lookahead lookahead = chess::Lookahead::kOnePly;
  std::size_t most = 6;      ///< classes
  double ridge = 0;          ///< of the weights of all positions together
  double prior_moves = 300;  ///< what the weights of the class that was parted count for on both
                             ///< sides: FitOptions::prior_moves
  std::size_t iterations = 100;  ///< of each fit, at most
  std::size_t threads = 1;       ///< does not change the result
};

/// Difference of the log-likelihoods of games between two models, in nats.
struct GameGain {
  double nats = 0;
  double error = 0;  ///< standard error, by the differences between games
};

/// A candidate split of a class.
struct TriedQuestion {
  std::string conditions;  ///< of the class
  std::string question;    ///< "phase < 40"
  double expected = 0;     ///< the gain in training, in nats
  GameGain gain;           ///< in validation
  bool kept = false;
};

struct GrownClasses {
  Fit all;  ///< of all positions together
  chess::PositionClasses classes;
  std::vector<Fit> fits;  ///< by class; sums are those of training
  std::vector<TriedQuestion> tried;
};

/// Receives each step, at most step_count() in total, and its details.
using ClassListener = std::function<void(std::size_t step, std::string_view detail)>;
std::size_t step_count(const ClassOptions& options) noexcept;

/// The same for any number of threads. At most kMaxClassAttributes attributes, or it throws
/// std::invalid_argument. The decisions have no classes in their filters, and nothing is searched.
GrownClasses grow_classes(const Decisions& train, const Decisions& validation,
                          const chess::Attributes& attributes, const ClassOptions& options,
                          const ClassListener& on_step = {});

/// Quality of the predictions of all classes together, and the gain over one class.
ChoiceSums predicted_by_class(const Decisions& decisions, const chess::Attributes& attributes,
                              const GrownClasses& grown, const ClassOptions& options);
GameGain gain_by_class(const Decisions& decisions, const chess::Attributes& attributes,
                       const GrownClasses& grown, const ClassOptions& options);

}  // namespace trivium::learning::choice
