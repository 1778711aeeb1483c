// A tournament as one page of HTML, from its journal alone: standings, crosstable, sequential test,
// faults, delays, and all games to replay.
#pragma once

#include <cstdint>
#include <string>

#include "engine/core/result.h"
#include "tools/match/record/ledger.h"

namespace trivium::tools {

/// Returns the page, which needs no other file. All figures are of all games; to replay, the page
/// has the last `most_games` games, some 5 KB each, and says how many it leaves out. Fails if a
/// game is damaged.
Result<std::string> match_page(const match::Ledger& journal, std::uint64_t most_games);

}  // namespace trivium::tools
