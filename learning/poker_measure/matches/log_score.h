// What a player won in a log of hands: raw, by all-in expectation, and by AIVAT where his policy is known.
//
// Intervals are those of a mean over clusters of hands that share their deal (deal_clusters.h).
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

/// In thousandths of a big blind a hand. `units` of the winnings are clusters.
struct LogScore {
  std::uint64_t hands = 0;
  /// In which the player did what his policy never does: AIVAT takes them at their all-in expectation, which is no longer unbiased.
  std::uint64_t unlike = 0;
  Winnings raw;
  Winnings all_in;
  Winnings aivat;
  Winnings all_in_less_raw;
  Winnings aivat_less_raw;
};

/// Where `player` sits in a logged hand. An error, which names the hand, where he does not, two are called so, cards are missing, or the
/// payoffs stated are not those of the cards.
Result<int> position_in(const poker::StateRecord& record, std::string_view player);

/// Of finished hands of `game`, with the cards of both players, in all of which `player` sits; the error names the hand that is otherwise.
/// He plays by `policy`, but for a hand in a hundred, in which a dealer may have played for him; where there are more, the error names the
/// first.
Result<LogScore> score_log(const poker::GameDefinition& game, std::span<const poker::StateRecord> hands, std::string_view player,
                           const poker::Policy& policy, const LogScoreOptions& options);

}  // namespace trivium::learning::poker_measure
