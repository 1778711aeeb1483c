// Search benchmark with fixed positions. Its signature shows whether a change alters the search;
// its time shows the speed of the code or the machine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/chess/evaluation/weights.h"
#include "engine/chess/search/search_parameters.h"
#include "engine/core/search_control.h"
#include "engine/core/step_progress.h"

namespace trivium::chess {

/// Default depth in plies; commit messages state the signature at this depth.
inline constexpr int kBenchDepth = 13;

struct BenchResult {
  std::string signature;    ///< hash of nodes, best moves and scores: 16 hexadecimal digits
  std::uint64_t nodes = 0;  ///< of all positions
  double seconds = 0;       ///< wall-clock time
};

/// Searches a fixed list of positions to `depth` with one thread and the parameters `search`.
/// Blocks. Reports each position to `progress`. If `control` requests a stop, returns early with a
/// result that covers only part of the positions; the caller must discard it.
BenchResult run_bench(std::shared_ptr<const Weights> weights, const SearchControl& control,
                      const SearchParameters& search = kSearch, int depth = kBenchDepth,
                      const StepProgress& progress = {});

}  // namespace trivium::chess
