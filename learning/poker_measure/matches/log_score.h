// Winnings of a player in a log of hands: raw, by all-in expectation, and by AIVAT with the
// player's policy.
//
// The log may come from a match that was played elsewhere, as long as the policy of one player is
// available here. Intervals use clusters of hands with the same deal (duplicate.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/records.h"
#include "learning/harness/work_items.h"
#include "learning/poker_measure/matches/duplicate.h"

namespace trivium::learning::poker_measure {

struct LogScoreOptions {
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  WorkProgress progress;  ///< called with the number of hands done
};

/// Mean winnings in thousandths of a big blind per hand. Sampling units are clusters.
struct LogScore {
  std::uint64_t hands = 0;
  /// Number of hands with an action that the policy never takes. `aivat` uses their all-in
  /// expectation instead, which is biased.
  std::uint64_t unlike = 0;
  Winnings raw;
  Winnings all_in;
  Winnings aivat;
  Winnings all_in_less_raw;  ///< mean of the differences all_in - raw
  Winnings aivat_less_raw;   ///< mean of the differences aivat - raw
};

/// Returns the position of `player` in a logged hand. Fails if the hand is not finished, cards are
/// missing, the player does not occur exactly once, or the stated payoffs contradict the cards. The
/// error names the hand.
Result<int> position_in(const poker::StateRecord& record, std::string_view player);

/// Scores the hands of a log. Returns the same result for any number of threads. Fails if there are
/// no hands, if `game` does not have two players with one or two own cards, or if `policy` cannot
/// play it. Fails if position_in() fails for a hand, or if more than one hand in a hundred
/// contradicts `policy` (a dealer may have acted for the player). The error names the first such
/// hand.
Result<LogScore> score_log(const poker::GameDefinition& game,
                           std::span<const poker::StateRecord> hands, std::string_view player,
                           const poker::Policy& policy, const LogScoreOptions& options);

}  // namespace trivium::learning::poker_measure
