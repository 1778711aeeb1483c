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

/// Texts of the card of a measured scale.
struct MeasurementTexts {
  std::string check;       ///< check_markdown() of the games that check it, or empty
  std::string conditions;  ///< of the matches; empty: not given
};

/// The same for a measured scale.
format::WeightFile measured_file(const chess::StrengthScale& scale, Manifest manifest);
CardText measured_card(const chess::StrengthScale& scale, const MeasurementTexts& texts);

}  // namespace trivium::learning::strength
