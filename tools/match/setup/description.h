// From what the user said (arguments.h) to a tournament (tournament.h), and to what of it concerns the eye only.
//
// Both dialects are followed where they agree. Where they differ:
//   - -rounds R and -games G: every pairing plays R x G games in both. They are played in pairs of one opening with colors reversed unless
//     G is 1 and -repeat is not given. G is 2 where it is not said (fastchess; cutechess-cli takes 1).
//   - -each replaces what an engine says itself, as in both; here a warning tells of it.
//   - restart=off is "not between games" in both; an engine that crashed is started anew. restart=never is ours.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "tools/match/setup/arguments.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

struct Description {
  Tournament tournament;
  bool plain_lines = false;           ///< on a terminal too
  std::filesystem::path save_to;      ///< where the description itself is wanted as JSON; empty: nowhere
  std::vector<std::string> warnings;  ///< one line each
};

/// The error names the flag, or the place in the JSON, and the cause. No file is opened. The number of processors is asked for
/// where the user speaks of it.
Result<Description> describe(std::span<const Argument> arguments);

}  // namespace trivium::match
