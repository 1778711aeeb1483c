// AIVAT estimates of the hands in a journal. A hand of hold'em takes tens of milliseconds, so this
// runs on demand and not during play.
//
// A player counts as unknown from its first fault in a block on, since the dealer may then act for
// it. A hand counts at its all-in expectation, which has the same mean, if no player in it is known
// or if a known player took an action that its policy never takes.
#pragma once

#include <cstddef>

#include "engine/core/result.h"
#include "learning/harness/work_items.h"
#include "tools/match/record/ledger.h"
#include "tools/match/record/standings/report.h"

namespace trivium::match {

struct AivatOptions {
  std::size_t threads = 1;          ///< changes the speed, not the result
  learning::WorkProgress progress;  ///< receives the number of hands done, of hands_in(journal)
};

/// Returns the number of hands in the journal. Fails if the journal is not of poker.
Result<std::uint64_t> hands_in(const Ledger& journal);

/// Estimates the hands of all games; keeps one game in memory at a time. Fails if no policy is
/// known, a policy cannot be loaded again (the error names the player) or a game is damaged.
Result<AivatScore> score_by_aivat(const Ledger& journal, const AivatOptions& options);

}  // namespace trivium::match
