// AIVAT estimates of the hands in a journal. A hand of hold'em takes tens of milliseconds, so this
// runs on demand and not during play.
//
// A hand that does not fit the policies counts at its all-in expectation, which has the same mean:
// (a) a known player took an action that its policy never takes, (b) hands of a block from a
// player's first fault on, since the dealer may then act for that player.
#pragma once

#include <cstddef>

#include "engine/core/result.h"
#include "learning/harness/work_items.h"
#include "tools/match/record/journal.h"
#include "tools/match/record/standings/aivat_score.h"

namespace trivium::match {

struct AivatOptions {
  std::size_t threads = 1;          ///< changes the speed, not the result
  learning::WorkProgress progress;  ///< in hands, of hands_in(journal)
};

/// Returns the number of hands in the journal. Fails if the journal is not of poker.
Result<std::uint64_t> hands_in(const Journal& journal);

/// Reads all games, one at a time. Fails if no policy is known, a policy cannot be loaded again
/// (the error names the player) or a game is damaged.
Result<AivatScore> score_by_aivat(const Journal& journal, const AivatOptions& options);

}  // namespace trivium::match
