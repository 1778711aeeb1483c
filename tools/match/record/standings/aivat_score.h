// AIVAT estimates of a poker tournament, with the actual winnings in the same hands.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/match/record/standings/standings.h"

namespace trivium::match {

struct AivatScore {
  std::vector<std::string> policies;  ///< by engine; empty if unknown
  Standings standings;                ///< over blocks with at least one known policy
  std::uint64_t hands = 0;            ///< hands in these blocks
  /// Hands counted at their all-in expectation, since they do not fit the policies.
  std::uint64_t unfit = 0;
};

}  // namespace trivium::match
