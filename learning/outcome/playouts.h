// Connect-6 games that the engine continues from the middle of others, for results with less noise.
//
// Games sampled by patterns reach varied positions, but their results are mostly chance. Each is
// cut after some stones, which become its opening, and the engine plays both sides to the end with
// few nodes per turn. A game depends only on its stones, its number, the weights and the options,
// not on the number of threads.
#pragma once

#include <cstdint>

#include "engine/connect6/evaluation/knowledge.h"
#include "learning/records/connect6_games.h"

namespace trivium::learning::outcome {

struct PlayoutOptions {
  std::uint64_t seed = 1;     ///< of where games are cut
  std::uint64_t nodes = 300;  ///< positions a turn
  int fewest_stones =
      3;  ///< kept of a game: between these two, where a turn begins, any number as likely
  int most_stones = 31;
  int longest = 150;  ///< longer games are draws; must exceed most_stones
};

/// Returns game `number`, cut and continued; without stones if it is too short.
records::Connect6Game play_on(const records::Connect6Game& game, std::uint64_t number,
                              const connect6::Knowledge& knowledge, const PlayoutOptions& options);

}  // namespace trivium::learning::outcome
