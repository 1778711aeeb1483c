// Games of Reversi that Trivium plays against itself, for the learners of values and of patterns.
//
// A game has three parts: random moves (random_starts.h), moves that the player finds by a search
// of fixed nodes, and best play by both sides from a number of empty squares on, which the endgame
// solver finds. So the final score of the game is the exact label of all positions of the last
// part. All games begin from different positions. A game depends only on seed, options and weights,
// not on threads or interruptions.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/reversi/evaluation/knowledge.h"
#include "learning/harness/run.h"
#include "learning/records/reversi_games.h"

namespace trivium::learning::reversi_value {

struct SelfPlayOptions : RunOptions {
  std::uint64_t seed = 1;
  std::uint64_t games = 1000;    ///< not in the identity: a resumed run may have another number
  std::uint64_t nodes = 10'000;  ///< positions searched per move, at least 1
  int min_random_plies = 10;     ///< random moves at the beginning: see RandomStarts
  int max_random_plies = 10;
  int solve = 20;  ///< empty squares from which both sides play best; 0: none
};

/// Name of the snapshot in the folder of checkpoints.
inline constexpr const char* kSelfPlayName = "reversi_self_play";

/// Plays the games. Returns fewer if RandomStarts finds no more beginnings. `knowledge_hash` is the
/// result of hashes_of() for the files of `knowledge`. `on_games` receives the number of games that
/// are done, from one thread at a time; may be null. Throws std::bad_alloc, or format::LoadError if
/// a checkpoint to resume is damaged or belongs to another run.
std::vector<records::ReversiGame> play_games(
    const reversi::Knowledge& knowledge, const std::string& knowledge_hash,
    const SelfPlayOptions& options, const std::function<void(std::uint64_t)>& on_games = {});

}  // namespace trivium::learning::reversi_value
