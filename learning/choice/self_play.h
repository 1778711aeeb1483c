// Games of a player that follows the model exactly: the learner must recover its weights from them.
// Source: Wallbrink 2000, node 8, and Jansen's experiment that it repeats (paper 002).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/choice/move_values.h"
#include "engine/chess/rules/pgn.h"
#include "engine/core/rng.h"

namespace trivium::learning::choice {

/// A simulated player with a lookahead and weights.
struct Chooser {
  const chess::Attributes* attributes = nullptr;
  chess::Lookahead lookahead = chess::Lookahead::kOnePly;
  std::vector<double> weights;
};

/// A game of a chooser against himself, from the usual position to its end by the rules (a third
/// repetition and fifty moves end it), or to `longest` half-moves, where it has no result.
chess::PgnGame play_game(const Chooser& chooser, Rng& rng, std::size_t longest);

/// Game number `first` to `first + count - 1` of a seed: the same for any number of threads, and
/// whatever is asked for besides.
std::vector<chess::PgnGame> play_games(const Chooser& chooser, std::uint64_t seed,
                                       std::uint64_t first, std::size_t count, std::size_t longest,
                                       std::size_t threads);

}  // namespace trivium::learning::choice
