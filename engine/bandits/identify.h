// One identification from the first pull to the answer: with so many rounds, or until it is sure enough.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "engine/bandits/method.h"
#include "engine/bandits/odds.h"

namespace trivium::bandits {

/// When to stop. With fixed confidence, `rounds` still is the most.
struct Budget {
  std::size_t rounds = 1000;
  double confidence = 1;            ///< stops as soon as one action is the best with this posterior probability; 1: never before the rounds
  std::size_t check_every = 50;     ///< rounds between two looks at that, at least 1
  std::size_t check_samples = 500;  ///< each look's, at least 1
};

struct Identified {
  std::size_t action = 0;
  std::size_t rounds = 0;
  bool sure = false;  ///< it stopped by the confidence
};

/// Pulls by `method`: `pull(leaf)` tells the outcome, `on_round(rounds)` hears of each round. Blocks as long as these take.
template <class Pull, class OnRound>
Identified identify(Method& method, const Budget& budget, Rng& rng, Pull&& pull, OnRound&& on_round) {
  TreeValue room(method.tree(), method.rule());
  std::vector<double> odds(method.tree().actions());
  Identified found;
  while (found.rounds < budget.rounds) {
    const std::size_t leaf = method.next(rng);
    method.observe(leaf, pull(leaf), rng);
    on_round(++found.rounds);
    if (budget.confidence >= 1 || found.rounds % budget.check_every != 0) continue;
    found.action = voted_best(method.beliefs(), budget.check_samples, room, odds, rng);
    found.sure = odds[found.action] >= budget.confidence;
    if (found.sure) return found;
  }
  found.action = method.recommend(rng);
  return found;
}

}  // namespace trivium::bandits
