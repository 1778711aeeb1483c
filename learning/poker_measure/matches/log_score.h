// Winnings of a player in a log of hands: raw, by all-in expectation, and by AIVAT with a known
// policy.
//
// Intervals are of a mean over clusters of hands with the same deal (deal_clusters.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/records.h"
#include "learning/harness/work_items.h"
#include "learning/poker_measure/matches/duplicate.h"

namespace trivium::learning::poker_measure {

struct LogScoreOptions {
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  WorkProgress progress;
};

/// In thousandths of a big blind per hand. `units` of the winnings are clusters.
struct LogScore {
  std::uint64_t hands = 0;
  /// Hands with an action that the policy never takes. AIVAT uses their all-in expectation, which
  /// is biased.
  std::uint64_t unlike = 0;
  Winnings raw;
  Winnings all_in;
  Winnings aivat;
  Winnings all_in_less_raw;
  Winnings aivat_less_raw;
};

/// Returns the position of `player` in a logged hand. The error names the hand if the player is
/// missing or occurs twice, cards are missing, or the stated payoffs do not fit the cards.
Result<int> position_in(const poker::StateRecord& record, std::string_view player);

/// Scores finished hands of `game` with the cards of both players. `player` must sit in each; the
/// error names the hand where this fails. At most one hand in a hundred may contradict `policy` (a
/// dealer may have acted for the player); with more, the error names the first.
Result<LogScore> score_log(const poker::GameDefinition& game,
                           std::span<const poker::StateRecord> hands, std::string_view player,
                           const poker::Policy& policy, const LogScoreOptions& options);

}  // namespace trivium::learning::poker_measure
