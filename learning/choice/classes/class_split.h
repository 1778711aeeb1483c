// Finds the best split of a class of positions: question and threshold with the largest expected
// gain. One pass over the games computes gradient and information for all thresholds.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/choice/position_classes.h"
#include "learning/choice/fit.h"

namespace trivium::learning::choice {

/// A possible split of a class: positions whose answer is below `threshold`, and all others.
struct ClassSplit {
  const chess::PositionQuestion* question = nullptr;
  int threshold = 0;
  double expected = 0;  ///< expected gain of one step of Fisher scoring on both sides, in nats
};

/// Returns the decisions in class `number`. Requires: `classes` outlives the result.
Decisions only(Decisions decisions, const chess::PositionClasses& classes, std::size_t number);

/// Returns the best split of class `number`, whose weights are `weights`; nullopt if no split is
/// possible or has an expected gain above 0. Uses lookahead, prior_moves (of the fit of each side)
/// and threads of `options`.
std::optional<ClassSplit> best_split(const Decisions& train, const chess::Attributes& attributes,
                                     const chess::PositionClasses& classes, std::size_t number,
                                     std::span<const double> weights, const FitOptions& options);

}  // namespace trivium::learning::choice
