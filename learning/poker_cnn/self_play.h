// Logs for a network to learn from, played by our own players: the logs of the paper are not to be had.
//
// Hand number i and the dice of its players depend on the seed and i alone. Players who learn from hands do so within a block of
// kBlockHands hands, and begin afresh in the next: so blocks may be played by several threads, and the log is the same for any number of
// them.
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

/// Plays hands of `game`, which is for two: everybody against everybody in turn, a pair through a whole block, seats changing every hand; a
/// single player against himself. `take` gets the STATE lines in order, without their ends, one thread at a time. An error where the game
/// is not for two or a player cannot play it.
Status play_hands(const poker::GameDefinition& game, const std::vector<NamedPlayer>& players, const SelfPlayOptions& options,
                  const std::function<void(std::string_view line)>& take);

}  // namespace trivium::learning::poker_cnn
