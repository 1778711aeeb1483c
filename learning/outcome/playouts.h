// Plays Connect-6 games from the middle of other games with the engine, for results with less
// noise.
//
// Games sampled by patterns reach varied positions, but their results are mostly chance. So each
// game is cut after a random number of stones, and the engine plays both sides to the end with few
// nodes per turn. The stones before the cut are the opening of the new game. A game depends only on
// its stones, its number, the weights and the options, not on the number of threads.
#pragma once

#include <cstdint>

#include "engine/connect6/evaluation/knowledge.h"
#include "learning/records/connect6_games.h"

namespace trivium::learning::outcome {

struct PlayoutOptions {
  std::uint64_t seed = 1;     ///< selects where games are cut
  std::uint64_t nodes = 300;  ///< node limit per turn
  int min_stones = 3;         ///< stones before the cut: uniform over odd numbers in [min, max]
  int max_stones = 31;
  /// No turn begins with this many stones or more on the board: an undecided game is then a draw.
  /// Requires: above max_stones.
  int max_length = 150;
};

/// Returns `game`, whose number is `number`, cut and continued. Returns a game without stones if
/// `game` has fewer stones than the cut needs, or is already over at the cut. Thread-safe.
records::Connect6Game play_on(const records::Connect6Game& game, std::uint64_t number,
                              const connect6::Knowledge& knowledge, const PlayoutOptions& options);

}  // namespace trivium::learning::outcome
