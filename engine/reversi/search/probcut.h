// Margins of ProbCut: how far the value of a shallow search must be outside the window, so that the
// deep search is probably outside too.
//
// The margin is a multiple of the root mean square of the difference of both searches, which
// `trivium-learn reversi probcut` measures for the weights of the value and stores beside them.
// Source: Buro 1995, "ProbCut: An effective selective extension of the alpha-beta algorithm", and
// Buro 1997 (Multi-ProbCut: margins by stage and depth).
#pragma once

#include <array>
#include <cstddef>

#include "engine/reversi/patterns/pattern_value.h"
#include "engine/reversi/rules/value.h"

namespace trivium::reversi {

class ProbCutMargins {
 public:
  /// `percent`: the margin in percent of the measured difference. All margins are 0 if it is 0, or
  /// if `value` is null or has no search_errors().
  ProbCutMargins(const PatternValue* value, int percent) noexcept;

  /// Returns the margin in hundredths of a disc for a search of `depth` >= 0 with `discs` discs; 0
  /// if there is none.
  Value margin(int depth, int discs) const noexcept {
    if (depth < kMinProbCutDepth || depth > last_depth_) return 0;
    return margins_[static_cast<std::size_t>(discs)]
                   [static_cast<std::size_t>(depth - kMinProbCutDepth)];
  }

 private:
  static constexpr std::size_t kDiscs = 65;

  int last_depth_ = 0;
  std::array<std::array<Value, kMaxProbCutDepths>, kDiscs> margins_{};  // by discs and depth
};

}  // namespace trivium::reversi
