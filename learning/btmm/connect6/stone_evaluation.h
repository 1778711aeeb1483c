// Quality of the predictions of Connect-6 gammas (pattern strengths), over the states of games.
//
// Uniform choice gives -ln(empty cells), about -5.8 on 19x19.
#pragma once

#include <span>

#include "engine/connect6/patterns/pattern_board.h"
#include "learning/btmm/evaluation.h"
#include "learning/harness/shards.h"
#include "learning/records/game_set.h"

namespace trivium::learning::btmm {

/// Evaluates `gammas` on the games of `role`. `ranks` and `by_pieces` have one element per cell.
/// Requires: one positive gamma per feature of layout.set(). The result has the same bits for any
/// number of threads in `shards`.
Evaluation evaluate(const records::GameSet& games, records::Role role,
                    const connect6::PatternLayout& layout, std::span<const double> gammas,
                    const Shards& shards);

/// Returns only the mean log-evidence, in nats; 0 if no game has this role. Faster than evaluate().
double mean_log_evidence(const records::GameSet& games, records::Role role,
                         const connect6::PatternLayout& layout, std::span<const double> gammas,
                         const Shards& shards);

}  // namespace trivium::learning::btmm
