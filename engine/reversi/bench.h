// Benchmark with a signature: searches fixed positions to fixed depths, some of them to the end of
// the game. With the same weights and parameters, the signature is the same on every machine and
// compiler. It changes when the search decides differently; speed does not affect it.
#pragma once

#include "engine/core/signature.h"
#include "engine/core/step_progress.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "engine/reversi/search/search_parameters.h"

namespace trivium::reversi {

/// Runs the benchmark on boards of every size. Takes a few seconds on one thread. The signature is
/// that of depth, score and variation of every report, and of the move and the nodes of every
/// search. `progress` receives the number of positions done.
BenchResult bench(const Knowledge& knowledge, const SearchParameters& search = kSearch,
                  const StepProgress& progress = {});

}  // namespace trivium::reversi
