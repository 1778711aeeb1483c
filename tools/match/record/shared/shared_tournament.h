// Functions that create, find and join a tournament in a database.
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
BegunTournament find_tournament(const Sql& sql, const std::string& name);

/// Returns the id of the tournament, and enters it if it is new; creates the tables if there are
/// none. A tournament with the same name and other settings is replaced if it has no games, no
/// valid claims and no runner that was active within `lease`; otherwise throws. Requires: within a
/// transaction.
std::uint64_t find_or_create_tournament(const Sql& sql, const TournamentIdentity& tournament,
                                        std::chrono::milliseconds lease);

/// Enters a runner of tournament `id` and returns its id. Throws or warns, depending on
/// `runner.speed_rule`, if its speed differs from that of the first runner. Requires: within a
/// transaction.
std::uint64_t join_tournament(const Sql& sql, std::uint64_t id, const RunnerOptions& runner);

}  // namespace trivium::match
