// Benchmark with a signature: searches fixed positions to fixed depths and node counts. The
// signature is the same on every machine and compiler. It changes when the search decides
// differently; time and threads do not affect it.
#pragma once

#include <chrono>
#include <cstdint>

#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/search/search_parameters.h"
#include "engine/core/step_progress.h"

namespace trivium::connect6 {

struct BenchResult {
  /// Hash of the turn, score and nodes of every report (integers only). Print it in hexadecimal.
  std::uint64_t signature = 0;
  std::uint64_t nodes = 0;
  int positions = 0;
  std::chrono::microseconds time{0};
};

/// Searches and solves fixed positions on boards of several sizes. Takes one or two seconds on one
/// thread. `progress` receives the number of positions done.
BenchResult bench(const Knowledge& knowledge, const SearchParameters& search = kSearch,
                  const StepProgress& progress = {});

}  // namespace trivium::connect6
