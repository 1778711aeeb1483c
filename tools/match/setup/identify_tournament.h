// Identity of a tournament, computed from its description and the files on disk (programs, weights,
// books), and the inverse: the tournament as far as its identity describes it.
#pragma once

#include <optional>

#include "engine/core/result.h"
#include "engine/poker/rules/game_definition.h"
#include "tools/match/setup/tournament.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {

/// Reads every file that affects games. The error names a file that cannot be read.
Result<TournamentIdentity> identify(const Tournament& tournament);

/// Parts of a tournament that standings and reports need.
struct Recollection {
  Tournament
      tournament;  ///< name, game, engine names, format, games per encounter, hands per block
  std::optional<poker::GameDefinition> poker_game;
};

/// Fails if the rules were not written by identify().
Result<Recollection> recall(const TournamentIdentity& identity);

}  // namespace trivium::match
