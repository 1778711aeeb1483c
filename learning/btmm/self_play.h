// Connect-6 games of pattern strengths against themselves: stones are drawn by their strengths, and
// what one turn decides is played exactly (game_table.h).
//
// Openings are random and marked in the game, since their stones are not trained on. A game depends
// on seed, its number, the gammas and the options only: any number of threads gives the same games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connect6/patterns/pattern_board.h"
#include "learning/btmm/game_table.h"
#include "learning/btmm/stone_chooser.h"
#include "learning/records/connect6_games.h"

namespace trivium::learning::btmm {

struct SelfPlayOptions {
  std::uint64_t seed = 1;
  Choice choice;
  GameOptions game;
};

/// Games [first, first + count). `gammas` has a positive number for each feature of the layout's
/// set. Throws std::invalid_argument when the options make no sense.
std::vector<records::Connect6Game> play_games(const connect6::PatternLayout& layout,
                                              std::span<const double> gammas,
                                              const SelfPlayOptions& options, std::uint64_t first,
                                              std::size_t count, std::size_t threads);

}  // namespace trivium::learning::btmm
