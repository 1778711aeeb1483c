// State of a tournament read from its journal, without playing; works while the tournament runs.
#pragma once

#include "engine/core/result.h"
#include "tools/match/record/journal.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

struct Replay {
  Tournament tournament;  ///< as far as stored: name, game, engine names, format, games per
                          ///< encounter, sequential test
  Standings standings;
};

/// Reads all games. Fails if a game is damaged or the rules are unknown.
Result<Replay> replay(const Journal& journal);

}  // namespace trivium::match
