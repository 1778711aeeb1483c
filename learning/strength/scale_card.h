// Writes a strength scale as a weight file with its model card.
#pragma once

#include <filesystem>
#include <string>

#include "engine/chess/choice/strength.h"
#include "learning/harness/manifest.h"

namespace trivium::learning::strength {

/// Writes a scale whose levels are only laid out. `manifest` has everything but the origin. Returns
/// the path of the weight file. Throws as write_with_card() does.
std::filesystem::path write_layout(const std::filesystem::path& target,
                                   const chess::StrengthScale& scale, Manifest manifest);

/// Texts of the card of a measured scale.
struct MeasurementTexts {
  std::string check;       ///< check_markdown() of the games that check it, or empty
  std::string conditions;  ///< of the matches; empty: not given
};

/// The same for a measured scale.
std::filesystem::path write_measured(const std::filesystem::path& target,
                                     const chess::StrengthScale& scale,
                                     const MeasurementTexts& texts, Manifest manifest);

}  // namespace trivium::learning::strength
