// A tournament as its journal knows it, for those who look at it without playing: its standings so far, whether it is running or not.
#pragma once

#include "engine/core/result.h"
#include "tools/match/record/journal.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

struct Replay {
  Tournament tournament;  ///< as far as the journal tells: name, game, names of the engines, format, games of an encounter, sequential test
  Standings standings;
};

/// Reads all games. The error names a game that is damaged, or says that the rules are none of ours.
Result<Replay> replay(const Journal& journal);

}  // namespace trivium::match
