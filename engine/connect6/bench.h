// A fixed piece of work: its signature is the same on every machine and compiler, and changes when the player's choices at fixed depths and
// nodes do. What clocks and threads decide is no part of it.
#pragma once

#include <chrono>
#include <cstdint>

#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/search/search_parameters.h"
#include "engine/core/step_progress.h"

namespace trivium::connect6 {

struct BenchResult {
  std::uint64_t signature = 0;  ///< hashes integers only: turns, scores and nodes of every report; to be printed in hexadecimal
  std::uint64_t nodes = 0;
  int positions = 0;
  std::chrono::microseconds time{0};
};

/// Searches and solves fixed positions of several board sizes to fixed depths and nodes; one thread, a second or two.
/// `progress` gets the positions.
BenchResult bench(const Knowledge& knowledge, const SearchParameters& search = kSearch, const StepProgress& progress = {});

}  // namespace trivium::connect6
