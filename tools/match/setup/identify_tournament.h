// Computes the identity of a tournament from its description and the files that it names (programs,
// weights, books), and reads back from an identity the parts that it describes.
#pragma once

#include <optional>

#include "engine/core/result.h"
#include "engine/poker/rules/game_definition.h"
#include "tools/match/setup/tournament.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {

/// Returns the identity, with engine_identity() of `version`. Reads every file that affects games,
/// which takes seconds for large ones. The error names a file that cannot be read, or the version
/// if this program does not know it.
Result<TournamentIdentity> identify(const Tournament& tournament, int version = kIdentityVersion);

/// Returns the version of a stored identity, by which its tournament goes on.
int identity_version(const TournamentIdentity& identity);

/// Parts of a tournament that standings and reports need.
struct Recollection {
  /// With name, game, engine names, format, games per encounter and hands per block only.
  Tournament tournament;
  std::optional<poker::GameDefinition> poker_game;
};

/// Reads these parts from `identity`. Fails if identify() did not write its rules.
Result<Recollection> recall(const TournamentIdentity& identity);

}  // namespace trivium::match
