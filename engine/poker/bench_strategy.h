// A strategy that nobody learned: for work that must be equal wherever it is done, whatever weight files are there.
#pragma once

#include <memory>

#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/game_definition.h"

namespace trivium::poker {

/// Plays `game`, heads-up hold'em, over a few buckets and bets by numbers out of a hash: buckets, the tree and the translation of bets
/// between its sizes work as in a strategy of worth.
std::shared_ptr<const Policy> bench_strategy(const GameDefinition& game);

}  // namespace trivium::poker
