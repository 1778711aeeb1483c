// Classes of positions as CSV tables, and a picture of the splits that were tried.
#pragma once

#include <span>
#include <string>

#include "learning/choice/classes/classes.h"

namespace trivium::learning::choice {

/// Quality of the predictions by one set of weights and by classes.
struct ClassFigures {
  std::string name;  ///< part of the games: "train", "validation" or "held_out"
  ChoiceSums whole;
  ChoiceSums by_class;
  GameGain gain;
};

/// Returns a row for all positions and for each class, if there are several: conditions, number of
/// moves, and the weight of each attribute with its 95 % interval.
std::string classes_csv(const GrownClasses& grown, std::span<const std::string> attributes);

/// Returns a row for each split that was tried: expected gain in training and gain in validation,
/// in nats, and whether it was kept. An unknown error is an empty cell.
std::string splits_csv(const GrownClasses& grown);
/// Returns a forest plot of the gains in validation, with 95 % intervals. It omits splits whose
/// error is unknown.
std::string splits_svg(const GrownClasses& grown);

/// Returns a row for each part of the games that has moves.
std::string predictions_csv(std::span<const ClassFigures> figures);

}  // namespace trivium::learning::choice
