// Reads results of games in CSV, as sports leagues publish them.
//
// The first line names the columns, in any order and in upper or lower case. Other columns are
// ignored. Either `result` or both columns of goals are required.
//
//   column                       what
//   home, HomeTeam or white      home player
//   away, AwayTeam or black      its opponent
//   result or FTR                1-0, 0-1, 1/2-1/2, 1, 0, 0.5, H, A or D
//   home_goals or FTHG           goals of the home player; used if there is no column of results
//   away_goals or FTAG           goals of its opponent; used if there is no column of results
//
// A value may be enclosed in double quotes, in which "" is a quote. Empty lines and games without a
// result (empty or *) are skipped.
#pragma once

#include <functional>
#include <string_view>

#include "engine/core/outcome.h"
#include "engine/core/readers/input_file.h"

namespace trivium::learning::records {

using TakeResult =
    std::function<void(std::string_view home, std::string_view away, Outcome for_home)>;

/// Reads the rest of `in` and calls `take` for each game with a result. The names passed to `take`
/// are valid only during the call. Throws format::LoadError if the file cannot be read, and for the
/// first faulty line ("league.csv: line 7: result 'x' is none of ...").
void read_results(input::Stream& in, const TakeResult& take);

}  // namespace trivium::learning::records
