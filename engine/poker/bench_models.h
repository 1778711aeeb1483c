// An untrained network and an untrained strategy, for benchmarks and tests that must not depend on
// weight files.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/poker/network/network.h"
#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/game_definition.h"
#include "models/format/weight_file.h"

namespace trivium::poker {

/// Returns a file of kind poker.cnn with a value head, a size head if `setting` has raise sizes
/// and, if `memory` is true, a memory. Its random numbers are uniform around 0, with a width by
/// layer that keeps the scale of the signals.
format::WeightFile random_network(const NetworkSetting& setting, std::uint64_t seed = 1,
                                  bool memory = false);

/// Returns a network with a memory and, in no-limit games, raise sizes. Requires: encodable(game).
std::shared_ptr<const Network> bench_network(const GameDefinition& game);

/// Returns a strategy for a heads-up hold'em `game` with few buckets and bets, and with
/// probabilities from a hash. It uses buckets, tree and bet translation like a trained strategy.
std::shared_ptr<const Policy> bench_strategy(const GameDefinition& game);

}  // namespace trivium::poker
