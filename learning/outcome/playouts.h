// Connect-6 games that the engine plays on from the middle of others: results that say what positions are worth, and not who stumbles next.
//
// Games drawn by patterns reach positions of all kinds, but their results are mostly chance. So each is cut off after some stones, which
// become its opening, and the engine plays both sides to the end with few positions a turn. A game depends on its stones, its number,
// what the engine has learned and the options only: any number of threads gives the same games.
#pragma once

#include <cstdint>

#include "engine/connect6/evaluation/knowledge.h"
#include "learning/records/connect6_games.h"

namespace trivium::learning::outcome {

struct PlayoutOptions {
  std::uint64_t seed = 1;     ///< of where games are cut
  std::uint64_t nodes = 300;  ///< positions a turn
  int fewest_stones = 3;      ///< kept of a game: between these two, where a turn begins, any number as likely
  int most_stones = 31;
  int longest = 150;  ///< longer games are a draw; more than most_stones, or there would be draws that nobody played
};

/// The game `number`, cut off and played on; without stones where it has fewer than are to be kept.
records::Connect6Game play_on(const records::Connect6Game& game, std::uint64_t number, const connect6::Knowledge& knowledge,
                              const PlayoutOptions& options);

}  // namespace trivium::learning::outcome
