// Lays out the levels of a strength scale before they are measured: nodes and weights rise by equal
// factors.
#pragma once

#include <cstddef>

#include "engine/chess/choice/strength.h"

namespace trivium::learning::strength {

struct ScaleLayout {
  std::size_t levels = 13;                    ///< at least two
  double min_nodes = 32, max_nodes = 4096;    ///< for each legal move; of the first and last level
  double min_weight = 0.25, max_weight = 16;  ///< log-odds per pawn, of the first and last level
};

/// Returns the levels. Their Elo values only number them. Requires: no maximum is less than its
/// minimum, and the minima are above 0.
chess::StrengthScale laid_out(const ScaleLayout& layout);

}  // namespace trivium::learning::strength
