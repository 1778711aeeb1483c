#include "learning/strength/scale_levels.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace trivium::learning::strength {

namespace {

/// Elo step between levels of an unmeasured scale; it only numbers them.
constexpr double kUnmeasuredStep = 100;

double on_curve(double minimum, double maximum, std::size_t i, std::size_t count) {
  return minimum *
         std::pow(maximum / minimum, static_cast<double>(i) / static_cast<double>(count - 1));
}

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

chess::StrengthScale laid_out(const ScaleLayout& layout) {
  chess::StrengthScale scale;
  for (std::size_t i = 0; i < layout.levels; ++i) {
    chess::SearchPart search;
    search.nodes = static_cast<std::uint64_t>(
        std::lround(on_curve(layout.min_nodes, layout.max_nodes, i, layout.levels)));
    search.weight = on_curve(layout.min_weight, layout.max_weight, i, layout.levels);
    scale.levels.push_back({kUnmeasuredStep * static_cast<double>(i + 1), 0, search, false});
  }
  return scale;
}

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
