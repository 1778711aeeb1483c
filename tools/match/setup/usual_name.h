// Default name of a tournament, for users who give neither a name nor a journal.
#pragma once

#include <string>

#include "tools/match/setup/tournament.h"

namespace trivium::match {

/// Returns "A-B-3f2a91c4": the engines' names, fit for a file name and shortened, and a hash of
/// what decides games. The number of games, concurrency and output settings are not included: a
/// longer tournament has the same name; one with another engine or rule has a different name. Opens
/// no file.
std::string usual_name(const Tournament& tournament);

}  // namespace trivium::match
