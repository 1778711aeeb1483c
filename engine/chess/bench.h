// Search benchmark with fixed positions. Its signature shows whether a change alters the search;
// its time shows the speed of the code or the machine.
#pragma once

#include <memory>

#include "engine/chess/evaluation/weights.h"
#include "engine/chess/search/search_parameters.h"
#include "engine/core/search_control.h"
#include "engine/core/signature.h"
#include "engine/core/step_progress.h"

namespace trivium::chess {

/// Default depth in plies; commit messages state the signature at this depth.
inline constexpr int kBenchDepth = 13;

/// Searches a fixed list of positions to `depth` with one thread and the parameters `search`. The
/// signature is a hash of nodes, best moves and scores. Blocks. Reports each position to
/// `progress`. If `control` requests a stop, returns soon with a result that covers only part of
/// the positions; the caller must discard it.
BenchResult run_bench(std::shared_ptr<const Weights> weights, const SearchControl& control,
                      const SearchParameters& search = kSearch, int depth = kBenchDepth,
                      const StepProgress& progress = {});

}  // namespace trivium::chess
