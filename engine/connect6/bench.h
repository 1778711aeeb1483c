// Benchmark with a signature: searches fixed positions to fixed depths, and solves them with a
// fixed node limit. With the same weights and parameters, the signature is the same on every
// machine and compiler. It changes when the search or the solver decides differently; speed does
// not affect it.
#pragma once

#include <chrono>
#include <cstdint>

#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/search/search_parameters.h"
#include "engine/core/step_progress.h"

namespace trivium::connect6 {

struct BenchResult {
  /// Hash of integers: depth, score and variation of every report, the turn and the nodes of every
  /// search, and status, nodes and main line of every solution. Print it in hexadecimal.
  std::uint64_t signature = 0;
  std::uint64_t nodes = 0;  ///< of all searches and solutions
  int positions = 0;
  std::chrono::microseconds time{0};
};

/// Runs the benchmark on boards of several sizes. Takes one or two seconds on one thread.
/// `progress` receives the number of positions done. Requires: `knowledge` has weights.
BenchResult bench(const Knowledge& knowledge, const SearchParameters& search = kSearch,
                  const StepProgress& progress = {});

}  // namespace trivium::connect6
