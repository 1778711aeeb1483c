// Logs of self-play as training data; the paper's logs are not available.
//
// Hand i and its random numbers depend only on the seed and i. Players that learn during play do so
// within a block of kBlockHands hands and are reset for the next, so threads can play blocks in
// parallel and the log is the same for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "learning/harness/work_items.h"

namespace trivium::learning::poker_cnn {

struct NamedPlayer {
  std::string name;  ///< in the log: without ':', '|' and '/'
  std::shared_ptr<const poker::Policy> policy;
};

struct SelfPlayOptions {
  std::uint64_t hands = 1000;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  WorkProgress progress = {};  ///< called with the number of hands done
};

inline constexpr std::uint64_t kBlockHands = 1000;

/// Plays hands of a two-player `game`: all pairs in turn, one pair per block, positions
/// alternating; a single player plays itself. `take` receives the STATE lines in order, without
/// line ends, from one thread at a time. Fails if the game is not for two or a player does not
/// support it.
Status play_hands(const poker::GameDefinition& game, const std::vector<NamedPlayer>& players,
                  const SelfPlayOptions& options,
                  const std::function<void(std::string_view line)>& take);

}  // namespace trivium::learning::poker_cnn
