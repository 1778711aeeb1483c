// A fixed piece of work: the same on every machine, so that its signature tells whether a change altered the search, and its time how
// fast the machine or the code is.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/chess/evaluation/weights.h"
#include "engine/chess/search/search_parameters.h"
#include "engine/core/search_control.h"
#include "engine/core/step_progress.h"

namespace trivium::chess {

/// The depth whose signature a commit states.
inline constexpr int kBenchDepth = 13;

struct BenchResult {
  std::string signature;  ///< 16 hexadecimal digits over nodes, best moves and scores
  std::uint64_t nodes = 0;
  double seconds = 0;
};

/// Searches a fixed list of positions to `depth` with one thread, by the numbers of `search`. When `control` says stop it returns early,
/// with a result of no meaning. `progress` gets the positions.
BenchResult run_bench(std::shared_ptr<const Weights> weights, const SearchControl& control, const SearchParameters& search = kSearch,
                      int depth = kBenchDepth, const StepProgress& progress = {});

}  // namespace trivium::chess
