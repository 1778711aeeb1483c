// Duplicate match of two policies in one process. Estimates the winnings of the first policy: raw,
// by all-in expectation and by AIVAT.
//
// All estimators use the same hands, so they can be compared. The difference between an estimator
// and the raw result has its own interval. If the estimator is unbiased, that interval contains
// zero in about 95 % of matches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "learning/harness/work_items.h"
#include "learning/poker_measure/matches/duplicate.h"

namespace trivium::learning::poker_measure {

/// Estimators of a player's winnings in a hand.
enum class Estimator : std::uint8_t {
  kRaw,             ///< payoff
  kAllIn,           ///< averages the board cards after the last decision (all_in_expectation.h)
  kAivatOneKnown,   ///< AIVAT that knows the first policy
  kAivatBothKnown,  ///< AIVAT that knows both policies
};
inline constexpr std::size_t kEstimators = 4;

/// Returns "raw", "all-in", "aivat one known" or "aivat both known".
std::string_view name_of(Estimator estimator) noexcept;

struct PolicyMatchOptions {
  std::uint64_t pairs = 500;  ///< pairs of hands; at least 1
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  bool one_known = true;                                   ///< compute kAivatOneKnown
  bool both_known = true;                                  ///< compute kAivatBothKnown
  WorkProgress progress;                                   ///< called with the number of pairs done
  std::array<std::string, 2> names = {"first", "second"};  ///< in the log; without ':', '|' and '/'
  /// Called with each STATE line, in order and without its line end, by one thread at a time.
  std::function<void(std::string_view line)> log = {};
};

/// Winnings of the first policy by estimator, in thousandths of a big blind per hand. An estimator
/// that was switched off has no pairs.
struct PolicyMatchResult {
  std::array<Duplicate, kEstimators> won;
  std::array<Duplicate, kEstimators> less_raw;  ///< differences from the raw result

  auto fields() noexcept { return std::tie(won, less_raw); }  ///< for Shards::sum()
  const Duplicate& of(Estimator estimator) const noexcept {
    return won[static_cast<std::size_t>(estimator)];
  }
};

/// Plays a match. Returns the same result for any number of threads. Fails if the game does not
/// have two players with one or two own cards, or if a policy cannot play it. A policy that learns
/// during a match plays each hand as if it were its first; engine/poker/policies/frozen_policy.h
/// freezes what it has learned.
Result<PolicyMatchResult> play_policy_match(const poker::GameDefinition& game,
                                            const poker::Policy& first, const poker::Policy& second,
                                            const PolicyMatchOptions& options);

}  // namespace trivium::learning::poker_measure
