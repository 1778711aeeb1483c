// Where an evaluation comes from, term by term, summing exactly to the centipawns that the search sees.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/chess/rules/position.h"
#include "engine/chess/value.h"
#include "engine/chess/weights.h"

namespace trivium::chess {

/// Numbers in "units" are hundredths of a centipawn (Weights::kUnitsPerCentipawn).
struct ExplainedTerm {
  std::string name;  ///< the feature's name
  int white = 0;     ///< its count for White
  int black = 0;
  std::int32_t weight_units = 0;
  std::int32_t contribution_units = 0;  ///< weight x (white - black)
};

/// sum of contributions + rounding + limit = white_centipawns * kUnitsPerCentipawn.
struct Explanation {
  std::vector<ExplainedTerm> terms;
  std::int32_t rounding_units = 0;  ///< what rounding to whole centipawns added
  std::int32_t limit_units = 0;     ///< what the bound kMaxEvaluation took away
  Value white_centipawns = 0;       ///< the score from White's view
  Value score_centipawns = 0;       ///< from the side to move's view: evaluate()
  std::string weights_source;
};

Explanation explain(const Position& position, const Weights& weights);

/// The table for a reader, lines ended by '\n'. Rounding and limit have rows of their own where they are not zero.
std::string to_text(const Explanation& explanation);

/// Units as centipawns, exactly: "-12.50".
std::string units_text(std::int32_t units);

}  // namespace trivium::chess
