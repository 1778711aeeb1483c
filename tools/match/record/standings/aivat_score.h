// AIVAT estimates of a poker tournament, with the actual winnings in the same hands.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/match/record/standings/standings.h"

namespace trivium::match {

struct AivatScore {
  std::vector<std::string> policies;  ///< policy of each engine; empty text: unknown
  Standings standings;                ///< over blocks with at least one known policy
  std::uint64_t hands = 0;            ///< hands in these blocks
  /// Number of hands counted at their all-in expectation, because no policy is known in them or
  /// they do not fit the policies (aivat_replay.h).
  std::uint64_t all_in_hands = 0;
};

}  // namespace trivium::match
