// A fixed piece of work: its signature is the same on every machine and compiler, and changes exactly when the player's choices may.
#pragma once

#include <chrono>
#include <cstdint>

#include "engine/core/step_progress.h"

namespace trivium::poker {

struct BenchResult {
  std::uint64_t signature = 0;  ///< hashes integers only: actions and probabilities in millionths; to be printed in hexadecimal
  std::uint64_t hands = 0;
  std::uint64_t decisions = 0;
  std::chrono::microseconds time{0};
  std::uint64_t batches = 0;                  ///< questions for all holdings at once
  std::chrono::microseconds batch_time{0};    ///< not in `time`
  std::chrono::nanoseconds encoding_time{0};  ///< of one position for a network
  std::chrono::nanoseconds network_time{0};   ///< of a network for one position, drawn already
  std::chrono::nanoseconds memory_time{0};    ///< of a network to read the betting of that position
  double network_checksum = 0;                ///< keeps the compiler from leaving these out
};

/// The rule policy, one that learns its opponent, a strategy that nobody learned and a network that nobody trained play hands of several
/// games, and are asked for whole ranges; one thread, some seconds. Weight files have no part in it.
/// Requires: `share` > 0. Plays a `share`-th of the hands of each match, at least one; each share has its own signature.
/// `progress` gets the matches.
BenchResult bench(int share = 1, const StepProgress& progress = {});

}  // namespace trivium::poker
