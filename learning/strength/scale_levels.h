// Levels of a strength scale: their layout before they are measured, their Elo from the results of
// games, and which of them stay on the scale.
//
// The ratings maximize the likelihood of the results if those of players of known strength are
// exact (statistics::anchored_bradley_terry()). A scale must rise, so of two levels whose Elo does
// not rise the less certain one is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/chess/choice/strength.h"
#include "learning/strength/level_results.h"

namespace trivium::learning::strength {

/// Nodes and weights rise by equal factors.
struct ScaleLayout {
  std::size_t levels = 13;                    ///< at least two
  double min_nodes = 32, max_nodes = 4096;    ///< for each legal move; of the first and last level
  double min_weight = 0.25, max_weight = 16;  ///< log-odds per pawn, of the first and last level
};

/// Returns the levels. Their Elo values only number them. Requires: no maximum is less than its
/// minimum, and the minima are above 0.
chess::StrengthScale laid_out(const ScaleLayout& layout);

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
