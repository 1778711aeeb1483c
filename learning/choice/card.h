// Manifest entries and model card of a choice model: counts, figures, standard errors and texts.
#pragma once

#include <span>
#include <string>

#include "engine/chess/choice/model.h"
#include "learning/choice/scoring.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"

namespace trivium::learning::choice {

/// Adds the number of decisions, bits per move and compression to the manifest, under `name`.
void note_sums(Manifest& manifest, const std::string& name, const ChoiceSums& sums);
/// Adds the known standard errors, and the ratios of the errors by game to those by choice.
/// Requires: one name for each weight of `fit`.
void note_errors(Manifest& manifest, std::span<const std::string> names, const Fit& fit);

/// Returns the texts of the model card. Includes tables of the weight of the search and of the
/// weights by class, if the model has them.
CardText card_text(const chess::ChoiceModel& model);

}  // namespace trivium::learning::choice
