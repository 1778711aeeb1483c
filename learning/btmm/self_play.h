// Connect-6 games of pattern strengths against themselves: stones are drawn by their strengths, and what one turn decides is played
// exactly.
//
// A side that can win wins, one that must parry parries everything if it can; all else is chance, so that a million games differ. Openings
// are drawn at random and marked in the game, since nobody learns from stones that nobody chose. A game depends on seed, its number, the
// gammas and the options only: any number of threads gives the same games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connect6/pattern_board.h"
#include "learning/btmm/game_file.h"

namespace trivium::learning::btmm {

struct SelfPlayOptions {
  std::uint64_t seed = 1;
  /// Strengths are raised to this power: 1 draws stones as often as the patterns predict them, more prefers the strong ones.
  double sharpness = 1.0;
  int fewest_opening_stones = 1;  ///< drawn near each other around the centre: between these two, any number as likely
  int most_opening_stones = 6;
  int most_stones = 225;  ///< longer games are a draw
};

/// Games [first, first + count). `gammas` has a positive number for each feature of the layout's set.
std::vector<Game> play_games(const connect6::PatternLayout& layout, std::span<const double> gammas, const SelfPlayOptions& options,
                             std::uint64_t first, std::size_t count, std::size_t threads);

}  // namespace trivium::learning::btmm
