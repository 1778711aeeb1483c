// A candidate turn of an ordinary search, with the odds that playouts give it (odds_analyzer.h).
#pragma once

#include <cstdint>
#include <optional>

#include "engine/connect6/rules/turn.h"
#include "engine/core/report.h"

namespace trivium::connect6 {

/// Chances of a turn, estimated from the search's value and from playouts.
struct MoveBelief {
  EndChances mean;          ///< adds up to 1
  EndChances low;           ///< each chance by itself lies between these with a probability of 95 %
  EndChances high;          ///< never below `low`
  double best = 0;          ///< probability that no other candidate is better; adds up to 1 over candidates
  std::uint64_t pulls = 0;  ///< number of playouts
};

/// The search's report of a turn, and the odds of the first turn of its variation.
struct TurnOdds : Report<Turn> {
  std::optional<MoveBelief> belief;  ///< none if there were no playouts
};

}  // namespace trivium::connect6
