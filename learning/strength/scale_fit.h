// Fit of a strength scale: the Elo of its levels from the results of games, and which levels stay
// on the scale.
//
// The ratings maximize the likelihood of the results if those of players of known strength are
// exact (statistics::anchored_bradley_terry()). A scale must rise, so of two levels whose Elo does
// not rise the less certain one is left out.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/chess/choice/strength.h"
#include "learning/strength/level_results.h"

namespace trivium::learning::strength {

/// A measured level, and why it is left out of the scale (null if it is used).
struct MeasuredLevel {
  chess::Level level;
  std::uint64_t games = 0;
  std::uint64_t with_known = 0;  ///< games against players of known strength
  const char* left_out = nullptr;
};

/// Returns the levels of `before` with the Elo that the results give them. Levels below `minimum`
/// Elo are left out. Requires: the first players of `results` are the levels of `before`, in order.
std::vector<MeasuredLevel> measured_levels(const chess::StrengthScale& before,
                                           const LevelResults& results, double minimum);

/// Returns the levels that are used. They may be fewer than a scale needs.
chess::StrengthScale scale_of(std::span<const MeasuredLevel> levels);

/// How the Elo of a level was found: levels beyond the last one with games against known players
/// are extrapolated.
std::string_view origin_text(const chess::Level& level, std::span<const chess::Level> scale);

}  // namespace trivium::learning::strength
