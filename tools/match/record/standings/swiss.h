// Pairings of a Swiss tournament: each round the engines meet others of about the same score, and nobody they have met before.
//
// The best engine that is not paired yet takes the opponent it should have: from its own score group the one half of the group away (the
// first of the upper half meets the first of the lower half), else the nearest in that group, else the best below it. An opponent is
// passed over where the rest could then not be paired without a repetition, which a perfect matching decides (matching.h): so no pairing
// comes twice while that can be avoided in the round, and nothing has to be tried back and forth however many engines there are. Colors
// need no care: both games of an encounter are played. Sources: the FIDE (Dutch) system for the order; Edmonds for the matching.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "tools/match/record/standings/standings.h"

namespace trivium::match {

struct SwissRound {
  std::vector<std::array<int, 2>> pairings;  ///< best first; the better of the two first
  std::optional<int> bye;                    ///< who does not play, where the number of engines is odd

  friend bool operator==(const SwissRound&, const SwissRound&) = default;
};

/// What an engine stands with before a round.
struct SwissScore {
  double points = 0;  ///< those of byes included; in poker the winnings of all deals, all-in pots at their expectation, and 0 for a bye
  double rating = 0;  ///< decides among equal points; then the lower number
};

/// What the engines stand with after the games and byes in `standings`.
std::vector<SwissScore> swiss_scores(const Standings& standings);

/// The pairings of the round after `played`, for the engines of `scores` (at least two). The bye goes to the lowest of those who have had
/// the fewest. Depends on its arguments only.
SwissRound swiss_round(std::span<const SwissScore> scores, std::span<const SwissRound> played);

}  // namespace trivium::match
