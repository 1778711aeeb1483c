// Plays hands between policies and logs them as training data. The logs of paper 004 are not
// available.
//
// The cards of hand i depend only on the seed and i. Hands are played in blocks of kBlockHands.
// Players that learn during a match start anew in each block, so threads can play blocks in
// parallel, and the log is the same for any number of threads.
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
  std::string name;  ///< name in the log, without ':', '|' and '/'
  std::shared_ptr<const poker::Policy> policy;
};

struct SelfPlayOptions {
  std::uint64_t hands = 1000;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  WorkProgress progress = {};  ///< called with the number of hands done
};

/// Number of hands in a block.
inline constexpr std::uint64_t kBlockHands = 1000;

/// Plays hands of a two-player game. Each block is played by one pair of players, and all pairs
/// take turns. Positions alternate after each hand. A single player plays against itself. Calls
/// `take` with each STATE line, in order and without its line end, from one thread at a time. Fails
/// if the game does not have two players with at most two own cards, if there is no player, or if a
/// player cannot play the game.
Status play_hands(const poker::GameDefinition& game, const std::vector<NamedPlayer>& players,
                  const SelfPlayOptions& options,
                  const std::function<void(std::string_view line)>& take);

}  // namespace trivium::learning::poker_cnn
