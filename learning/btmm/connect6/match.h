// A match between two sets of gammas (pattern strengths), without a search (learning/btmm/match.h).
//
// Each side chooses stones by its own strengths; the table plays wins and parries within one turn
// exactly, for both sides (game_table.h). A pair of games depends only on the seed, its number, the
// gammas and the options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connect6/patterns/pattern_board.h"
#include "learning/btmm/connect6/game_table.h"
#include "learning/btmm/match.h"

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

/// Plays and returns pairs [0, count), as play_pairs() does. Throws std::invalid_argument if
/// `options.game` is invalid (GameOptions::check()) or if the layouts have different board sizes.
std::vector<MatchPair> play_match(const Contestant& first, const Contestant& second,
                                  const MatchOptions& options, std::size_t count,
                                  std::size_t threads, const WorkProgress& progress = {});

}  // namespace trivium::learning::btmm
