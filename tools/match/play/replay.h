// State of a tournament read from its journal, without playing; works while the tournament runs.
#pragma once

#include "engine/core/result.h"
#include "tools/match/record/journal.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

struct Replay {
  /// Only what the journal has: name, game, engine names, format, games per encounter, hands per
  /// block, sequential test.
  Tournament tournament;
  Standings standings;
};

/// Reads all games. Fails if a game is damaged or the stored rules cannot be read.
Result<Replay> replay(const Journal& journal);

}  // namespace trivium::match
