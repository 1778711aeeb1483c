// The hands of a journal, estimated by AIVAT: tens of milliseconds a hand in hold'em, and so on demand and not while they are played.
//
// A hand counts at its all-in expectation where it does not fit the policies: where a known player did what his policy never does, and from
// a player's first fault in a block on, since what he does then may be the dealer's doing. The all-in expectation has the same mean.
#pragma once

#include <cstddef>

#include "engine/core/result.h"
#include "learning/harness/work_items.h"
#include "tools/match/record/journal.h"
#include "tools/match/record/standings/aivat_score.h"

namespace trivium::match {

struct AivatOptions {
  std::size_t threads = 1;          ///< changes the speed, not the result
  learning::WorkProgress progress;  ///< of hands_in(journal)
};

/// Hands that the journal holds now. The error says that it is not of poker.
Result<std::uint64_t> hands_in(const Journal& journal);

/// Reads all games, one at a time. The error says that nobody's policy is known, names a player whose policy cannot be had again, or a game
/// that is damaged.
Result<AivatScore> score_by_aivat(const Journal& journal, const AivatOptions& options);

}  // namespace trivium::match
