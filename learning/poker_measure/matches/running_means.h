// Running means of a player's winnings in matches, computed from their logs. They reproduce the
// curves of figures 6 and 7 of paper 004.
//
// Matches with the same seed deal the same cards in the same order, so the curves of a player
// against several opponents can be compared hand by hand.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/records.h"
#include "learning/poker_measure/matches/duplicate.h"

namespace trivium::learning::poker_measure {

/// Results of a player in the hands of one match.
struct MatchCourse {
  std::string opponent;     ///< name in the log
  std::vector<double> won;  ///< winnings of the player in chips, by hand in the order of the log
  DealClusters clusters;    ///< clusters of the same hands
  Winnings chips;           ///< mean over all hands, in chips per hand

  /// Returns the mean over the first `hands` hands. Requires: `hands` is in [1, won.size()].
  Winnings after(std::size_t hands) const;
};

/// Returns the results of `player` in the hands of a log. Fails if there are no hands, if
/// position_in() fails for a hand, or if the player meets different opponents. The error names the
/// hand.
Result<MatchCourse> course_of(std::span<const poker::StateRecord> hands, std::string_view player);

/// Returns the running means of a player in these matches as CSV with the columns
/// "opponent,hands,chips,low,high", at up to 100 points, up to the length of the shortest match.
/// Requires: at least one match, none of them empty.
std::string running_means_csv(std::span<const MatchCourse> courses);

/// Returns the same means as an SVG chart with one line and its 95 % interval for each match.
std::string running_means_svg(std::span<const MatchCourse> courses, std::string_view title);

}  // namespace trivium::learning::poker_measure
