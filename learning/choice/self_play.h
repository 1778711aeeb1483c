// Games of simulated players that follow the choice model exactly. They test the learner, which
// must recover the players' weights from the moves.
//
// Source: Wallbrink 2000, node 8, which repeats an experiment by Jansen (paper 002).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/choice/move_values.h"
#include "engine/chess/rules/pgn.h"
#include "engine/core/rng.h"

namespace trivium::learning::choice {

/// A simulated player. Requires: `attributes` outlive it, and there is a weight for each.
struct Chooser {
  const chess::Attributes* attributes = nullptr;
  chess::Lookahead lookahead = chess::Lookahead::kOnePly;
  std::vector<double> weights;
};

/// Plays a game of `chooser` against itself from the usual start position to its end by the rules,
/// which includes threefold repetition and the fifty-move rule. Stops without a result after
/// `max_moves` half-moves.
chess::PgnGame play_game(const Chooser& chooser, Rng& rng, std::size_t max_moves);

/// Plays the games with the numbers [first, first + count) as play_game() does. A game depends only
/// on the chooser, the seed, its number and `max_moves`, not on the number of threads.
std::vector<chess::PgnGame> play_games(const Chooser& chooser, std::uint64_t seed,
                                       std::uint64_t first, std::size_t count,
                                       std::size_t max_moves, std::size_t threads);

}  // namespace trivium::learning::choice
