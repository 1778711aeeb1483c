#include "learning/strength/scale_layout.h"

#include <cmath>
#include <cstdint>

namespace trivium::learning::strength {

namespace {

/// Elo step between levels of an unmeasured scale; it only numbers them.
constexpr double kUnmeasuredStep = 100;

double on_curve(double minimum, double maximum, std::size_t i, std::size_t count) {
  return minimum *
         std::pow(maximum / minimum, static_cast<double>(i) / static_cast<double>(count - 1));
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

}  // namespace trivium::learning::strength
