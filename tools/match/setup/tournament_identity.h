// Identity of a tournament: name, engines, and rules that decide games. A command that is repeated
// finds its tournament in a journal by it. It is computed from the description of a tournament and
// the files that the description names (programs, weights, books). Parts of the description can be
// read back from it.
//
// The number of games is not included, so that a tournament can be extended.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/rules/game_definition.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

struct TournamentIdentity {
  std::string name;
  /// JSON object: game, schedule without the number of rounds, time controls, seed; openings with
  /// their hash and adjudication, or the poker table.
  std::string rules;
  std::vector<std::string> engines;     ///< names in order
  std::vector<std::string> identities;  ///< engine_identity() of each engine

  friend bool operator==(const TournamentIdentity&, const TournamentIdentity&) = default;
};

/// Describes how `now` differs from the started tournament of the same name: "engine 'A' has
/// changed (its program, options or weights)", "rule 'seed': was 1, is 2". Empty if they are equal.
std::optional<std::string> difference(const TournamentIdentity& begun,
                                      const TournamentIdentity& now);

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
