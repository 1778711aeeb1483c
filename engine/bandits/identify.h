// Runs one best-action identification: pulls leaves of a tree (tree.h) until the budget is spent or
// one action is best with enough posterior probability. A pull samples the outcome of one leaf, for
// example by a playout.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/bandits/method.h"
#include "engine/bandits/odds.h"
#include "engine/core/node_budget.h"

namespace trivium::bandits {

/// Condition for stopping before the budget is spent.
struct Confidence {
  /// Required posterior probability that the leading action is best, in (0, 1]; 1: never stop
  /// early.
  double level = 1;
  std::size_t check_every = 50;     ///< pulls between two checks, at least 1
  std::size_t check_samples = 500;  ///< posterior samples per check (voted_best()), at least 1
};

/// Result of an identification.
struct Identified {
  std::size_t action = 0;  ///< recommended root action
  std::size_t rounds = 0;  ///< number of pulls
  bool sure = false;       ///< true if Confidence::level was reached
};

/// Pulls the leaves that `method` selects, until `budget` is spent or `confidence` is reached. Each
/// pull counts as one node of `budget`. `pull(leaf)` samples a leaf and returns its outcome from
/// the view of the root player (MAX). Blocks. Requires: `budget` has a limit, or the level is
/// below 1.
template <class Pull>
Identified identify(Method& method, NodeBudget budget, const Confidence& confidence, Rng& rng,
                    Pull&& pull) {
  TreeValue scratch(method.tree(), method.rule());
  std::vector<double> odds(method.tree().actions());
  Identified found;
  while (!budget.spent()) {
    const std::size_t leaf = method.next(rng);
    method.observe(leaf, pull(leaf), rng);
    budget.count();
    ++found.rounds;
    if (confidence.level >= 1 || found.rounds % confidence.check_every != 0) continue;
    found.action = voted_best(method.beliefs(), confidence.check_samples, scratch, odds, rng);
    found.sure = odds[found.action] >= confidence.level;
    if (found.sure) return found;
  }
  found.action = method.recommend(rng);
  return found;
}

}  // namespace trivium::bandits
