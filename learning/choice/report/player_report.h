// Report of what a player values more and less than others, as one self-contained HTML page.
//
// The page states the findings in words, then shows a plot and a table of the differences, the
// quality of predictions, an explanation and the method. It is also well-formed XML, runs no
// script, and supports dark mode, print and small screens.
// Sources: Wallbrink 2000 (paper 002); weight_comparison.h for the intervals.
#pragma once

#include <string>
#include <vector>

#include "learning/choice/scoring.h"

namespace trivium::learning::choice {

struct PlayerReport {
  std::string player;  ///< "Anna"
  std::string others;  ///< text after "than": "others rated 2310 to 2510 in these games"
  std::vector<std::string> names;  ///< names of the attributes
  std::string lookahead;           ///< "1-ply"
  Fit own;                         ///< fit of the player's moves, without a prior
  Fit rest;                        ///< fit of the others' moves, without a prior
  ChoiceSums own_held_out;   ///< the player's held-out moves by the own weights; empty if none
  ChoiceSums rest_held_out;  ///< the same moves by the others' weights
  std::string data;          ///< origin of the games
  std::string tool;          ///< program that wrote the report
};

/// Returns the page. Texts may contain any bytes. Values that are not finite or not learned are
/// shown as unknown. Throws std::invalid_argument unless there is one weight and one standard error
/// for each name.
std::string player_report_html(const PlayerReport& report);

}  // namespace trivium::learning::choice
