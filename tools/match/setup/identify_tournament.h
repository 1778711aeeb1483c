// The identity of a tournament, taken from its description and from what lies on disk now: programs, weights, books.
#pragma once

#include "engine/core/result.h"
#include "tools/match/setup/tournament.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {

/// Reads every file that decides how games go. The error names one that cannot be read.
Result<TournamentIdentity> identify(const Tournament& tournament);

}  // namespace trivium::match
