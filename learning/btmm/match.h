// A match between two sets of gammas: how well do they play, with nothing but their strengths and
// what one turn decides?
//
// Each side chooses stones by its own strengths; the table plays exactly what is decided within one
// turn, for both (game_table.h). Every opening, drawn at random, is played twice with colors
// exchanged, and such a pair is what a score's interval counts: openings of random stones are
// seldom even. A pair depends on seed, its number, the gammas and the options only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connect6/patterns/pattern_board.h"
#include "learning/btmm/game_table.h"
#include "learning/btmm/stone_chooser.h"
#include "learning/harness/work_items.h"

namespace trivium::learning::btmm {

/// Who plays. What it refers to must outlive it.
struct Contestant {
  const connect6::PatternLayout* layout;
  std::span<const double> gammas;
  Choice choice;
};

struct MatchOptions {
  std::uint64_t seed = 1;
  GameOptions game;
};

/// The two games of an opening, as the first contestant sees them: half points, 0 to 2, and the
/// stones on the board at the end.
struct MatchPair {
  int as_black = 0;
  int as_white = 0;
  int stones = 0;  ///< of both games together

  friend bool operator==(const MatchPair&, const MatchPair&) = default;
};

/// Pairs [0, count). Both layouts must have boards of one size. Throws std::invalid_argument when
/// the options make no sense. `progress` receives the number of pairs played.
std::vector<MatchPair> play_match(const Contestant& first, const Contestant& second,
                                  const MatchOptions& options, std::size_t count,
                                  std::size_t threads, const WorkProgress& progress = {});

}  // namespace trivium::learning::btmm
