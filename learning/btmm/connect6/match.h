// A match between two sets of gammas (pattern strengths). It measures how well they play without a
// search.
//
// Each side chooses stones by its own strengths; the table plays wins and parries within one turn
// exactly, for both sides (game_table.h). Every random opening is played twice with colors
// exchanged. Such a pair of games is the sampling unit of a score's interval, because random
// openings seldom give equal chances. A pair depends only on the seed, its number, the gammas and
// the options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connect6/patterns/pattern_board.h"
#include "learning/btmm/connect6/game_table.h"
#include "learning/btmm/connect6/stone_chooser.h"
#include "learning/harness/work_items.h"

namespace trivium::learning::btmm {

/// One side of a match. Requires: `*layout` and the gammas outlive it.
struct Contestant {
  const connect6::PatternLayout* layout;
  std::span<const double> gammas;
  Choice choice;
};

struct MatchOptions {
  std::uint64_t seed = 1;
  GameOptions game;
};

/// Results of the two games of an opening.
struct MatchPair {
  int as_black = 0;  ///< half points of the first contestant as Black, in [0, 2]
  int as_white = 0;  ///< half points of the first contestant as White, in [0, 2]
  int stones = 0;    ///< stones on the board at the end, both games together

  friend bool operator==(const MatchPair&, const MatchPair&) = default;
};

/// Plays and returns pairs [0, count) with `threads` threads, which do not change the result.
/// `progress` receives the number of pairs played. Throws std::invalid_argument if `options.game`
/// is invalid (GameOptions::check()) or if the layouts have different board sizes.
std::vector<MatchPair> play_match(const Contestant& first, const Contestant& second,
                                  const MatchOptions& options, std::size_t count,
                                  std::size_t threads, const WorkProgress& progress = {});

}  // namespace trivium::learning::btmm
