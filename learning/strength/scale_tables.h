// Tables of a strength scale and of the games that check it: as text, CSV, Markdown and JSON.
#pragma once

#include <span>
#include <string>

#include "engine/chess/choice/strength.h"
#include "learning/strength/level_results.h"
#include "learning/strength/scale_levels.h"

namespace trivium::learning::strength {

/// Returns the measured levels as aligned text, those that are left out with the reason. `scale`
/// has the levels that are used.
std::string levels_text(std::span<const MeasuredLevel> levels, const chess::StrengthScale& scale);

/// Returns the levels in the games that check a scale as CSV: requested Elo and measured Elo.
/// Requires: the first players of `results` are `levels`, in order.
std::string check_csv(std::span<const int> levels, const LevelResults& results);

/// Returns the table of check_csv() in Markdown.
std::string check_markdown(const std::string& csv);

/// Returns the tables of the scale and of its check, in Markdown. `check` is that of
/// check_markdown(), or empty.
std::string scale_markdown(const chess::StrengthScale& scale, const std::string& check);

/// Returns the levels of the scale and the table of check_csv(), if it is not empty, as one line of
/// JSON.
std::string scale_json(const chess::StrengthScale& scale, const std::string& check);

}  // namespace trivium::learning::strength
