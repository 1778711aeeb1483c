// What a tournament is called whose user gave it neither a name nor a journal.
#pragma once

#include <string>

#include "tools/match/setup/tournament.h"

namespace trivium::match {

/// "A-B-3f2a91c4": the engines' names, fit for a file and cut where they are many, and a hash of what decides games. How many games
/// there are, how many at once, what is written and what is shown have no part in it: the same command made longer has the same name, and
/// two that differ in an engine or a rule have different ones. No file is opened.
std::string usual_name(const Tournament& tournament);

}  // namespace trivium::match
