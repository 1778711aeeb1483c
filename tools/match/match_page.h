// A tournament as one page of HTML, from its journal alone: standings, crosstable, sequential test,
// faults, delays, and all games to replay.
#pragma once

#include <string>

#include "engine/core/result.h"
#include "tools/match/record/journal.h"

namespace trivium::tools {

/// Returns the page, which needs no other file. The page contains all games of the journal, so its
/// size grows with their number. Fails if a game is damaged.
Result<std::string> match_page(const match::Journal& journal);

}  // namespace trivium::tools
