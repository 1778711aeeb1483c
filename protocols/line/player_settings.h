// The player options that every game has, as sessions of all protocols pass them to their seats.
#pragma once

#include "engine/core/limits.h"
#include "protocols/line/memory_budget.h"

namespace trivium::line {

struct PlayerSettings {
  int threads = 1;
  int hash_megabytes = kUsualHashMegabytes;
  int lines = 1;                  ///< number of principal variations, or of candidates, in reports
  Milliseconds move_overhead{0};  ///< time lost outside the search: pipes, a busy machine
};

}  // namespace trivium::line
