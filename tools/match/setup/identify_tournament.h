// The identity of a tournament, taken from its description and from what lies on disk now (programs, weights, books), and what such an
// identity tells of the tournament again.
#pragma once

#include <optional>

#include "engine/core/result.h"
#include "engine/poker/rules/game_definition.h"
#include "tools/match/setup/tournament.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {

/// Reads every file that decides how games go. The error names one that cannot be read.
Result<TournamentIdentity> identify(const Tournament& tournament);

/// What standings and reports need of a tournament.
struct Recollection {
  Tournament tournament;  ///< name, game, names of the engines, format, games of an encounter, hands of a block
  std::optional<poker::GameDefinition> poker_game;
};

/// The error says that the rules are none that identify() writes.
Result<Recollection> recall(const TournamentIdentity& identity);

}  // namespace trivium::match
