// Benchmark with a signature: searches fixed positions to fixed depths, and solves them with a
// fixed node limit. With the same weights and parameters, the signature is the same on every
// machine and compiler. It changes when the search or the solver decides differently; speed does
// not affect it.
#pragma once

#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/search/search_parameters.h"
#include "engine/core/signature.h"
#include "engine/core/step_progress.h"

namespace trivium::connect6 {

/// Runs the benchmark on boards of several sizes. Takes one or two seconds on one thread. The
/// signature is that of depth, score and variation of every report, the turn and the nodes of every
/// search, and status, nodes and main line of every solution; the nodes include those of solutions.
/// `progress` receives the number of positions done. Requires: `knowledge` has weights.
BenchResult bench(const Knowledge& knowledge, const SearchParameters& search = kSearch,
                  const StepProgress& progress = {});

}  // namespace trivium::connect6
