// What a player values more and less than others do, as a page for people: one HTML file that needs no other.
//
// It opens with what was found, in words; a picture and a table of the differences follow, how well weights predict moves, how to read all
// this, and how it was made. It is well-formed XML as well, runs no script, and reads by day, by night, on paper and on a telephone.
// Sources: Wallbrink 2000 (paper 002); weight_comparison.h for intervals and for which differences are clear.
#pragma once

#include <string>
#include <vector>

#include "learning/choice/fit.h"

namespace trivium::learning::choice {

struct PlayerReport {
  std::string player;              ///< "Anna"
  std::string others;              ///< in words that follow "than": "others rated 2310 to 2510 in these games"
  std::vector<std::string> names;  ///< of the attributes
  std::string lookahead;           ///< "1-ply"
  Fit own;                         ///< from the player's moves, without a prior
  Fit rest;                        ///< from the others' moves, without a prior
  ChoiceSums own_held_out;         ///< of the player's held-out moves by the own weights; empty if none
  ChoiceSums rest_held_out;        ///< of the same moves by the others' weights
  std::string data;                ///< where the games came from
  std::string tool;                ///< which program made this
};

/// One weight and one standard error for each name, else std::invalid_argument. Texts may be any bytes. What is not finite, or not learned,
/// is shown as unknown.
std::string player_report_html(const PlayerReport& report);

}  // namespace trivium::learning::choice
