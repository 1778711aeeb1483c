#include "engine/reversi/search/probcut.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace trivium::reversi {

ProbCutMargins::ProbCutMargins(const PatternValue* value, int percent) noexcept {
  if (value == nullptr || percent == 0) return;
  const std::span<const double> errors = value->search_errors();
  const std::size_t depths = errors.size() / static_cast<std::size_t>(value->set().stages());
  last_depth_ = kMinProbCutDepth + static_cast<int>(depths) - 1;
  constexpr std::size_t kFirstDiscs = 4;  // fewer have no stage
  for (std::size_t discs = kFirstDiscs; discs < kDiscs; ++discs) {
    const auto stage = static_cast<std::size_t>(value->set().stage(static_cast<int>(discs)));
    for (std::size_t i = 0; i < depths; ++i) {
      // Rounded to whole numbers, so that play is equal on every machine.
      const auto error = static_cast<Value>(std::lround(kDisc * errors[stage * depths + i]));
      margins_[discs][i] = std::min(error * percent / 100, 2 * kMaxValue);
    }
  }
}

}  // namespace trivium::reversi
