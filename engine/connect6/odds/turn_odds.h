// A candidate turn with the odds estimated by playouts (odds_analyzer.h).
#pragma once

#include <cstdint>
#include <optional>

#include "engine/connect6/rules/turn.h"
#include "engine/core/report.h"

namespace trivium::connect6 {

/// Result probabilities of a turn, estimated from the search value and from playouts.
struct MoveBelief {
  EndChances mean;          ///< sums to 1
  EndChances low;           ///< lower end of the 95 % interval of each probability
  EndChances high;          ///< upper end
  double best = 0;          ///< probability of being the best turn; sums to 1 over the candidates
  std::uint64_t pulls = 0;  ///< number of playouts; column "pulls" of trivium-odds
};

/// The search's report of a turn, and the odds of the first turn of its variation.
struct TurnOdds : Report<Turn> {
  std::optional<MoveBelief> belief;  ///< none if the turn was not compared; see Player::odds()
};

}  // namespace trivium::connect6
