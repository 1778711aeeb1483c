// Games with a given result and no other data, for tests of standings and reports.
#pragma once

#include <chrono>

#include "tools/match/record/played_game.h"

namespace trivium::match {

inline PlayedGame ended(Outcome for_first) {
  PlayedGame game;
  game.for_first = for_first;
  game.closest_call.fill(std::chrono::microseconds::max());
  return game;
}

}  // namespace trivium::match
