// Report of what a player values more and less than others, as one self-contained HTML file.
//
// It states the findings in words, then shows a plot and a table of the differences, the accuracy
// of predictions, an explanation and the method. It is also well-formed XML, runs no script, and
// supports dark mode, print and small screens.
// Sources: Wallbrink 2000 (paper 002); weight_comparison.h for intervals and for which differences
// are clear.
#pragma once

#include <string>
#include <vector>

#include "learning/choice/fit.h"

namespace trivium::learning::choice {

struct PlayerReport {
  std::string player;  ///< "Anna"
  std::string others;  ///< in words that follow "than": "others rated 2310 to 2510 in these games"
  std::vector<std::string> names;  ///< of the attributes
  std::string lookahead;           ///< "1-ply"
  Fit own;                         ///< from the player's moves, without a prior
  Fit rest;                        ///< from the others' moves, without a prior
  ChoiceSums own_held_out;   ///< of the player's held-out moves by the own weights; empty if none
  ChoiceSums rest_held_out;  ///< of the same moves by the others' weights
  std::string data;          ///< where the games came from
  std::string tool;          ///< which program made this
};

/// Throws std::invalid_argument unless there is one weight and one standard error per name. Texts
/// may be any bytes. Values that are not finite or not learned are shown as unknown.
std::string player_report_html(const PlayerReport& report);

}  // namespace trivium::learning::choice
