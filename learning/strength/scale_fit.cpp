#include "learning/strength/scale_fit.h"

#include <algorithm>
#include <cstddef>
#include <functional>

namespace trivium::learning::strength {

namespace {

/// Of two levels whose Elo does not rise, leaves out the less certain one.
void leave_out_what_falls(std::vector<MeasuredLevel>& levels) {
  std::vector<MeasuredLevel*> kept;
  for (MeasuredLevel& next : levels) {
    if (next.left_out != nullptr) continue;
    while (!kept.empty() && next.left_out == nullptr && next.level.elo <= kept.back()->level.elo) {
      constexpr const char* kFalls = "left out: does not rise";
      if (next.level.error < kept.back()->level.error) {
        kept.back()->left_out = kFalls;
        kept.pop_back();
      } else {
        next.left_out = kFalls;
      }
    }
    if (next.left_out == nullptr) kept.push_back(&next);
  }
}

}  // namespace

std::vector<MeasuredLevel> measured_levels(const chess::StrengthScale& before,
                                           const LevelResults& results, double minimum) {
  const std::vector<statistics::Rating> ratings = results.ratings();
  const std::vector<bool> connected = results.connected();
  std::vector<MeasuredLevel> levels;
  for (std::size_t i = 0; i < before.levels.size(); ++i) {
    MeasuredLevel& one = levels.emplace_back();
    one.games = results.games_of(i, false).games();
    one.with_known = results.games_of(i, true).games();
    one.level = {ratings[i].elo, ratings[i].standard_error, before.levels[i].search,
                 one.with_known > 0};
    if (!connected[i]) {
      one.left_out = "left out: no games lead to a player of known strength";
    } else if (one.level.elo < minimum) {
      one.left_out = "left out: too weak";
    }
  }
  leave_out_what_falls(levels);
  return levels;
}

chess::StrengthScale scale_of(std::span<const MeasuredLevel> levels) {
  chess::StrengthScale scale;
  for (const MeasuredLevel& one : levels) {
    if (one.left_out == nullptr) scale.levels.push_back(one.level);
  }
  return scale;
}

std::string_view origin_text(const chess::Level& level, std::span<const chess::Level> scale) {
  if (level.anchored) return "anchored";
  const auto anchored_beyond = [&](const auto& is_beyond) {
    return std::ranges::any_of(scale, [&](const chess::Level& other) {
      return other.anchored && is_beyond(other.elo, level.elo);
    });
  };
  return anchored_beyond(std::less()) && anchored_beyond(std::greater()) ? "interpolated"
                                                                         : "extrapolated";
}

}  // namespace trivium::learning::strength
