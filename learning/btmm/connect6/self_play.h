// Self-play of Connect-6 by pattern strengths: stones are sampled by their strengths, and wins and
// parries within one turn are played exactly (game_table.h).
//
// Openings are random. A game records the length of its opening, because the learner does not train
// on these stones. A game depends only on the seed, its number, the gammas and the options, not on
// the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connect6/patterns/pattern_board.h"
#include "learning/btmm/connect6/game_table.h"
#include "learning/btmm/connect6/stone_chooser.h"
#include "learning/records/connect6_games.h"

namespace trivium::learning::btmm {

struct SelfPlayOptions {
  std::uint64_t seed = 1;
  Choice choice;
  GameOptions game;
};

/// Plays and returns games [first, first + count). Requires: `gammas` has one positive number per
/// feature of layout.set(). Throws std::invalid_argument if the options are invalid
/// (GameOptions::check(), ChooserFactory).
std::vector<records::Connect6Game> play_games(const connect6::PatternLayout& layout,
                                              std::span<const double> gammas,
                                              const SelfPlayOptions& options, std::uint64_t first,
                                              std::size_t count, std::size_t threads);

}  // namespace trivium::learning::btmm
