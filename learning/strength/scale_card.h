// The weight file of a strength scale, and its model card.
#pragma once

#include <string>

#include "engine/chess/choice/strength.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "models/format/weight_file.h"

namespace trivium::learning::strength {

/// Returns a scale whose levels are only laid out. `manifest` has everything but the origin.
format::WeightFile layout_file(const chess::StrengthScale& scale, Manifest manifest);
CardText layout_card();

/// The same for a measured scale. `check` is check_markdown() of the games that check it, or empty;
/// `conditions` are those of the matches, empty if they are not given.
format::WeightFile measured_file(const chess::StrengthScale& scale, Manifest manifest);
CardText measured_card(const chess::StrengthScale& scale, const std::string& check,
                       const std::string& conditions);

}  // namespace trivium::learning::strength
