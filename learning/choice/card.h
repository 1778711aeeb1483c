// What a file of weights of choices says of itself: figures of its manifest, and its card.
#pragma once

#include <span>
#include <string>

#include "engine/chess/choice/model.h"
#include "learning/choice/scoring.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"

namespace trivium::learning::choice {

/// Adds the sums as counts and figures.
void note_sums(Manifest& manifest, const std::string& name, const ChoiceSums& sums);
/// Adds the standard errors that are known, and how much they differ by game and by choice.
void note_errors(Manifest& manifest, std::span<const std::string> names, const Fit& fit);

/// With what the model has besides weights of all positions: that of its search, and those of its
/// classes.
CardText card_text(const chess::ChoiceModel& model);

}  // namespace trivium::learning::choice
