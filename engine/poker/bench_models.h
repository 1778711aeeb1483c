// A network that nobody trained and a strategy that nobody learned: for work that must be equal wherever it is done, whatever weight
// files are there, and for tests.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/poker/network/network.h"
#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/game_definition.h"
#include "models/format/weight_file.h"

namespace trivium::poker {

/// A file of kind poker.cnn with a value head and, if wished for, a memory, its numbers drawn evenly about 0 and so wide that a signal
/// stays as strong as it is.
format::WeightFile drawn_network(const NetworkSetting& setting, std::uint64_t seed = 1, bool memory = false);

/// For `game`, which is encodable(), with a memory; in no-limit games with sizes of raises.
std::shared_ptr<const Network> bench_network(const GameDefinition& game);

/// Plays `game`, heads-up hold'em, over a few buckets and bets by numbers out of a hash: buckets, the tree and the translation of bets
/// between its sizes work as in a strategy of worth.
std::shared_ptr<const Policy> bench_strategy(const GameDefinition& game);

}  // namespace trivium::poker
