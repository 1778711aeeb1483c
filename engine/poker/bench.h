// Benchmark of the poker players. Its signature is the same on every machine and compiler; it
// changes if a player decides differently.
#pragma once

#include <chrono>
#include <cstdint>

#include "engine/core/step_progress.h"

namespace trivium::poker {

struct BenchResult {
  /// Hash of actions and probabilities in millionths (integers only). Print it in hexadecimal.
  std::uint64_t signature = 0;
  std::uint64_t hands = 0;
  std::uint64_t decisions = 0;
  std::chrono::microseconds time{0};
  std::uint64_t batches = 0;                  ///< number of queries for all holdings at once
  std::chrono::microseconds batch_time{0};    ///< not included in `time`
  std::chrono::nanoseconds encoding_time{0};  ///< encoding of one position for a network
  std::chrono::nanoseconds network_time{0};   ///< evaluation of one encoded position
  std::chrono::nanoseconds memory_time{0};    ///< reading of its betting by the network's memory
  double network_checksum = 0;                ///< so that the compiler does not omit this work
};

/// Plays hands of several games with the rule policy, an adaptive policy, an untrained strategy and
/// an untrained network, and queries whole ranges. Takes some seconds on one thread; uses no weight
/// files. Plays 1/`share` of the hands of each match, at least one; the signature depends on
/// `share`. `progress` receives the number of finished matches. Requires: `share` > 0.
BenchResult bench(int share = 1, const StepProgress& progress = {});

}  // namespace trivium::poker
