// One pass of minorization-maximization over the games: how often each feature is expected in the chosen stone, and how likely the stones
// are that were chosen, by the gammas as they are.
//
//   expected(i) = sum over states of  sum over candidates with feature i of strength / total  =  gamma_i * sum_j C_ij / E_j
//
// (paper 000, formula 6). A pass costs what changes, not what is legal: while the features of a cell stand still, its share of a state is
// its strength times 1 / total of that state, so it is enough to know the sum of 1 / total over the states in between. That sum runs for
// each view (as features know the mover), and a cell is settled, strength times what the sum has grown by, only when a stone near it is
// about to change its features. The sums are kept in two doubles each, since a small growth of a large sum counts as much as any.
// Groups that pass (pattern_board.h) change strengths everywhere in each state; then every cell has a sum of its own.
#pragma once

#include <span>
#include <vector>

#include "engine/connect6/patterns/pattern_board.h"
#include "learning/harness/shards.h"
#include "learning/records/game_set.h"

namespace trivium::learning::btmm {

/// Features [begin, end) of a set: those of one table, of several that follow one another, or all.
struct FeatureRange {
  connect6::FeatureId begin = 0;
  connect6::FeatureId end = 0;

  std::size_t size() const noexcept { return end - begin; }
  bool contains(connect6::FeatureId feature) const noexcept { return feature >= begin && feature < end; }
};

struct Expectations {
  double log_evidence = 0.0;     ///< sum over the states, natural logarithm
  std::vector<double> expected;  ///< for each feature of the range
};

/// Goes through the training games. `gammas` has one positive number for each feature of layout.set(). The same bits for any number of
/// threads in `shards`.
Expectations expect(const records::GameSet& games, const connect6::PatternLayout& layout, std::span<const double> gammas,
                    FeatureRange range, const Shards& shards);

/// How often each feature of the set was in the chosen stone, over the training games.
std::vector<std::uint64_t> count_wins(const records::GameSet& games, const connect6::PatternLayout& layout, const Shards& shards);

}  // namespace trivium::learning::btmm
