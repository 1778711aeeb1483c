// Pairings of a Swiss tournament: each round, engines meet new opponents of about the same score.
//
// The best unpaired engine chooses its opponent first. Its preferences, in this order:
//
// - the engine half a score group below it (the first of the upper half meets the first of the
//   lower half), then the others of the lower half downward
// - the others of the upper half, the last one first
// - the engines below the score group, best first
//
// An opponent is skipped if the other engines could then not be paired without repetition, which a
// perfect matching decides (matching.h). So repetitions occur only if a round has no other pairing,
// and no backtracking is needed. Colors do not matter if both games of an encounter are played.
// Sources: the FIDE (Dutch) system for the order; Edmonds for the matching.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "tools/match/record/standings/standings.h"

namespace trivium::match {

struct SwissRound {
  std::vector<std::array<int, 2>> pairings;  ///< best first; in each the better engine first
  std::optional<int> bye;                    ///< engine that does not play, if their number is odd

  friend bool operator==(const SwissRound&, const SwissRound&) = default;
};

/// State of an engine before a round.
struct SwissScore {
  /// Points with byes; in poker the winnings with all-in pots at their expectation, where a bye is
  /// 0.
  double points = 0;
  double rating = 0;  ///< breaks ties of points; equal engines are ranked by their numbers
};

/// Returns the scores of the engines after the games and byes in `standings`.
std::vector<SwissScore> swiss_scores(const Standings& standings);

/// Returns the pairings of the round after the rounds `played`. Requires: `scores` has at least two
/// engines. The bye goes to the lowest engine among those with the fewest byes whose bye leaves a
/// round without repetition, if there is one. Depends only on its arguments.
SwissRound swiss_round(std::span<const SwissScore> scores, std::span<const SwissRound> played);

}  // namespace trivium::match
