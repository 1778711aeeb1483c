// How a player fared through matches, from their logs: mean chips a hand after so many hands, the curve of paper 004's figures 6 and 7.
//
// Matches of the same seed deal the same cards in the same order, so that the curves of one player against several lie above each other
// hand by hand.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/records.h"
#include "learning/poker_measure/duplicate.h"

namespace trivium::learning::poker_measure {

/// One match.
struct MatchCourse {
  std::string opponent;     ///< his name in the log
  std::vector<double> won;  ///< chips of the player, by hand in the order of the log
  Winnings chips;           ///< a hand, with the interval of a mean over clusters of the same deal

  /// After the first `hands`, of which there are as many.
  double mean_after(std::size_t hands) const noexcept;
};

/// Of finished hands with all cards, in all of which `player` meets the same opponent; the error names the hand that is otherwise.
Result<MatchCourse> course_of(std::span<const poker::StateRecord> hands, std::string_view player);

/// Curves of the player called `title` through these matches, up to the length of the shortest, at most five to a chart; SVG. At least one,
/// and none is empty.
std::string running_means_svg(std::span<const MatchCourse> courses, std::string_view title);

}  // namespace trivium::learning::poker_measure
