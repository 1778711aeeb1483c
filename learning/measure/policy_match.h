// Two policies play a duplicate match in one process; what one of them wins is told raw, by all-in expectation and by AIVAT.
//
// All three are means of the same hands, so that they are compared like for like; the difference of each from the raw result has an
// interval of its own, which holds zero where the estimate is unbiased.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "engine/core/result.h"
#include "engine/poker/policy.h"
#include "learning/measure/duplicate.h"

namespace trivium::learning {

struct PolicyMatchOptions {
  std::uint64_t pairs = 500;  ///< of hands
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  bool all_in = true;
  bool aivat = true;                                  ///< both policies known; asks them for whole ranges
  bool one_sided = true;                              ///< AIVAT also with only the first known
  std::function<void(std::uint64_t pairs)> progress;  ///< told how many pairs are done, from one thread at a time; may be empty
};

/// Of the first policy, in thousandths of a big blind a hand. What was not asked for has no pairs.
struct PolicyMatchResult {
  Duplicate raw;
  Duplicate all_in;
  Duplicate aivat;            ///< both known
  Duplicate aivat_one_sided;  ///< the first known
  Duplicate all_in_less_raw;
  Duplicate aivat_less_raw;
  Duplicate aivat_one_sided_less_raw;
};

/// An error where the game is not for two players, or a policy cannot play it. Equal for any number of threads.
Result<PolicyMatchResult> play_policy_match(const poker::GameDefinition& game, const poker::Policy& first, const poker::Policy& second,
                                            const PolicyMatchOptions& options);

}  // namespace trivium::learning
