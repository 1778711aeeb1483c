// A duplicate match of two policies in one process: winnings of the first, raw, by all-in
// expectation and by AIVAT.
//
// All are means of the same hands, so that they are compared like for like; the difference of each
// from the raw result has an interval of its own, which holds zero where the estimate is unbiased.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "learning/harness/work_items.h"
#include "learning/poker_measure/matches/duplicate.h"

namespace trivium::learning::poker_measure {

/// Estimators of a hand's result.
enum class Estimator : std::uint8_t {
  kRaw,
  kAllIn,           ///< the board cards after the last decision averaged: all_in_expectation.h
  kAivatOneKnown,   ///< with the first player's policy
  kAivatBothKnown,  ///< with both policies
};
inline constexpr std::size_t kEstimators = 4;

/// "raw", "all-in", "aivat one known", "aivat both known".
std::string_view name_of(Estimator estimator) noexcept;

struct PolicyMatchOptions {
  std::uint64_t pairs = 500;  ///< of hands; at least one
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  bool one_known = true;   ///< AIVAT that knows the first policy, which is asked for whole ranges
  bool both_known = true;  ///< the same knowing both; each of the two takes its own time
  WorkProgress progress;   ///< gets the number of pairs that are done
  std::array<std::string, 2> names = {"first", "second"};  ///< in the log: without ':', '|' and '/'
  std::function<void(std::string_view line)> log =
      {};  ///< gets the STATE lines in order, without their ends, from one thread at a time
};

/// Of the first policy, in thousandths of a big blind a hand, by estimator. What was not asked for
/// has no pairs.
struct PolicyMatchResult {
  std::array<Duplicate, kEstimators> won;
  std::array<Duplicate, kEstimators> less_raw;  ///< each less the raw result

  const Duplicate& of(Estimator estimator) const noexcept {
    return won[static_cast<std::size_t>(estimator)];
  }
};

/// An error where the game is not for two players with one or two own cards, or a policy cannot
/// play it. Equal for any number of threads. A policy that learns from hands plays each as if it
/// were its first (or is frozen: engine/poker/policies/frozen_policy.h).
Result<PolicyMatchResult> play_policy_match(const poker::GameDefinition& game,
                                            const poker::Policy& first, const poker::Policy& second,
                                            const PolicyMatchOptions& options);

}  // namespace trivium::learning::poker_measure
