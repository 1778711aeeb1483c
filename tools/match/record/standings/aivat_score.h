// What AIVAT says of a poker tournament, beside what was won in the same hands.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/match/record/standings/standings.h"

namespace trivium::match {

struct AivatScore {
  std::vector<std::string> policies;  ///< by engine; empty where it is not known
  Standings standings;                ///< of the blocks in which somebody is known
  std::uint64_t hands = 0;            ///< in these
  std::uint64_t unfit = 0;            ///< of them, those that count at their all-in expectation: not all in them is by the policies
};

}  // namespace trivium::match
