// Running means of a player's winnings through matches, from their logs: the curves of paper 004's
// figures 6 and 7.
//
// Matches of the same seed deal the same cards in the same order, so that the curves of one player
// against several lie above each other hand by hand.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/records.h"
#include "learning/poker_measure/matches/deal_clusters.h"
#include "learning/poker_measure/matches/duplicate.h"

namespace trivium::learning::poker_measure {

/// One match.
struct MatchCourse {
  std::string opponent;     ///< its name in the log
  std::vector<double> won;  ///< chips of the player, by hand in the order of the log
  DealClusters clusters;    ///< of the same hands
  Winnings chips;           ///< a hand, with the interval of a mean over clusters of the same deal

  /// The same after the first `hands` hands. Requires: 1 to won.size().
  Winnings after(std::size_t hands) const;
};

/// Of finished hands with all cards, in all of which `player` meets the same opponent; the error
/// names the hand that is otherwise.
Result<MatchCourse> course_of(std::span<const poker::StateRecord> hands, std::string_view player);

/// Running means of a player through these matches, up to the length of the shortest, as a table:
/// "opponent,hands,chips,low,high". Requires: at least one match, none of them empty.
std::string running_means_csv(std::span<const MatchCourse> courses);

/// The same as a picture: a line with its 95 % interval for each match.
std::string running_means_svg(std::span<const MatchCourse> courses, std::string_view title);

}  // namespace trivium::learning::poker_measure
