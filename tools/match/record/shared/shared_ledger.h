// Ledger in a PostgreSQL database, which several runners on several machines share.
//
// Every game is entered in one transaction, by its key, so that entering it again changes nothing:
// after a lost answer the same transaction is repeated. An encounter is claimed with FOR UPDATE
// SKIP LOCKED for a lease, which a thread renews; only the clock of the server counts. No
// transaction stays open while a game is played.
//
// What happens at a failure:
// - A runner is killed: its claims run out, and others play its encounters. Only running games are
//   lost.
// - A runner stalls past its lease: another one plays too. The first result counts, the other is
//   kept as late.
// - The server or the network fails: calls wait, and repeat, until the server is back or the run is
//   stopped.
// - An answer to a commit is lost: the repeated transaction finds the own game, which is a success.
//
// shared_tournament.cpp lists the tables. Sources: FOR UPDATE SKIP LOCKED in the manual of
// PostgreSQL 15 (SELECT, "The Locking Clause"); the tasks of fishtest, which time out after 360 s.
#pragma once

#include <memory>
#include <string>

#include "engine/core/result.h"
#include "tools/match/record/ledger.h"
#include "tools/match/record/shared/sql.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {

/// Opens the ledger and joins the tournament as a runner; creates tables and tournament if they are
/// missing. `place` names the database in messages. Fails if the database cannot be reached or
/// used, the tournament of that name differs and has games or runners, or `runner` has another
/// speed and rejects that. The returned object renews its claims until it is destroyed, which gives
/// them back.
Result<std::unique_ptr<Ledger>> open_shared_ledger(const SqlConnect& connect,
                                                   const std::string& place,
                                                   const TournamentIdentity& tournament,
                                                   const RunnerOptions& runner);

/// Opens the ledger for reading: has(), games() and first_missing() show the state at this call.
/// Names as for Journal::open_for_reading().
Result<std::unique_ptr<Ledger>> read_shared_ledger(const SqlConnect& connect,
                                                   const std::string& place,
                                                   const std::string& tournament);

}  // namespace trivium::match
