// One pass of minorization-maximization over the games: how often each feature is expected to occur
// in the chosen stones, and the likelihood of the choices, with the current gammas (pattern
// strengths).
//
//   expected(i) = sum over states of sum over candidates with feature i of strength / total
//               = gamma_i * sum_j C_ij / E_j                               (paper 000, formula 6)
//
// The cost of a pass is proportional to the changed cells, not to all legal cells. The probability
// of a cell in a state is its strength divided by the total. While its features do not change, only
// the sum of the reciprocal totals over these states is needed. There is one running sum per view
// (side to move and, if a group distinguishes them, first or second stone of the turn). A cell is
// settled just before a stone changes its features: it adds its strength times the growth of the
// running sum since it was last settled. Each running sum uses two doubles, because the small
// growth of a large sum matters. Passing groups (pattern_board.h) change all strengths in each
// state; then every cell has its own sum.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/connect6/patterns/pattern_board.h"
#include "learning/btmm/evaluation.h"
#include "learning/btmm/state_source.h"
#include "learning/harness/shards.h"
#include "learning/records/game_set.h"

namespace trivium::learning::btmm {

/// Computes the expectations over the training games. Requires: `gammas` has one positive number
/// per feature of layout.set(), and `range` holds whole tables. The result has the same bits for
/// any number of threads in `shards`.
Expectations expect(const records::GameSet& games, const connect6::PatternLayout& layout,
                    std::span<const double> gammas, FeatureRange range, const Shards& shards);

/// Returns, for each feature of layout.set(), how often it occurs in the chosen stones of the
/// training games.
std::vector<std::uint64_t> count_wins(const records::GameSet& games,
                                      const connect6::PatternLayout& layout, const Shards& shards);

/// Evaluates the predictions of `gammas` on the games of `role`. For comparison, a uniform choice
/// has log-evidence -ln(empty cells), about -5.8 on 19 x 19. `ranks` and `by_pieces` have one
/// element per cell. Requires: one positive gamma per feature of layout.set(). The result has the
/// same bits for any number of threads in `shards`.
Evaluation evaluate(const records::GameSet& games, records::Role role,
                    const connect6::PatternLayout& layout, std::span<const double> gammas,
                    const Shards& shards);

/// Returns only the mean log-evidence, in nats; 0 if no game has this role. Faster than evaluate().
double mean_log_evidence(const records::GameSet& games, records::Role role,
                         const connect6::PatternLayout& layout, std::span<const double> gammas,
                         const Shards& shards);

}  // namespace trivium::learning::btmm
