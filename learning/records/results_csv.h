// Results of games in CSV, as leagues publish them.
//
// The first line names the columns, in any order, upper or lower case. Others are ignored.
//
//   columns                                     what
//   home, HomeTeam or white                     player at home
//   away, AwayTeam or black                     its opponent
//   result or FTR                               1-0, 0-1, 1/2-1/2, 1, 0, 0.5, H, A or D
//   or both of home_goals, FTHG                 goals of the player at home
//              and away_goals, FTAG             and of its opponent
//
// A value may stand in double quotes, in which "" is a quote. Empty lines are ignored, and so are
// games without a result (nothing or *).
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "engine/core/outcome.h"

namespace trivium::learning::records {

using TakeResult =
    std::function<void(std::string_view home, std::string_view away, Outcome for_home)>;

/// Reads a file, or standard input ("-"). Throws format::LoadError for a file that cannot be read
/// and for the first line with a fault ("league.csv: line 7: result 'x' is none of ...").
void read_results(const std::filesystem::path& path, const TakeResult& take);

}  // namespace trivium::learning::records
