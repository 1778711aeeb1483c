// Runs one best-action identification, until its budget is spent or its confidence is reached.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/bandits/method.h"
#include "engine/bandits/odds.h"
#include "engine/core/node_budget.h"

namespace trivium::bandits {

/// Condition for stopping before the budget is spent.
struct Confidence {
  double level = 1;  ///< posterior probability that the action is best; 1: never stop early
  std::size_t check_every = 50;     ///< rounds between two checks, at least 1
  std::size_t check_samples = 500;  ///< samples per check, at least 1
};

struct Identified {
  std::size_t action = 0;
  std::size_t rounds = 0;
  bool sure = false;  ///< stopped because the confidence was reached
};

/// Pulls the leaves that `method` selects until the end; each pull counts as one node of `budget`.
/// `pull(leaf)` returns the outcome. Blocks until the end.
template <class Pull>
Identified identify(Method& method, NodeBudget budget, const Confidence& confidence, Rng& rng,
                    Pull&& pull) {
  TreeValue room(method.tree(), method.rule());
  std::vector<double> odds(method.tree().actions());
  Identified found;
  while (!budget.spent()) {
    const std::size_t leaf = method.next(rng);
    method.observe(leaf, pull(leaf), rng);
    budget.count();
    ++found.rounds;
    if (confidence.level >= 1 || found.rounds % confidence.check_every != 0) continue;
    found.action = voted_best(method.beliefs(), confidence.check_samples, room, odds, rng);
    found.sure = odds[found.action] >= confidence.level;
    if (found.sure) return found;
  }
  found.action = method.recommend(rng);
  return found;
}

}  // namespace trivium::bandits
