// Beginning and joining of a tournament in a database: its tables, its rules and its runners.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "tools/match/record/ledger.h"
#include "tools/match/record/shared/sql_session.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {

/// A tournament that is in the database.
struct BegunTournament {
  std::uint64_t id = 0;
  TournamentIdentity identity;
};

// The functions below throw format::LoadError.

/// Returns the tournament with this name; without a name, the only one there is.
BegunTournament begun_tournament(const Sql& sql, const std::string& name);

/// Returns the id of the tournament, and enters it if it is new; makes the tables if there are
/// none. A tournament with the same name and other settings is replaced if nobody has used it
/// within `lease`; otherwise throws. Requires: within a transaction.
std::uint64_t take_tournament(const Sql& sql, const TournamentIdentity& tournament,
                              std::chrono::milliseconds lease);

/// Enters a runner of tournament `id` and returns its id. Compares its speed with that of the first
/// runner, as `runner` says. Requires: within a transaction.
std::uint64_t join(const Sql& sql, std::uint64_t id, const RunnerOptions& runner);

}  // namespace trivium::match
