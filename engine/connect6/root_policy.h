// How the search decides between turns at the root: by their values, or by best-action identification (engine/bandits).
//
// "search", the default, takes the turn of the greatest value. Any other policy is a method of identification with its number, as
// bandits::parse_method() reads it ("dissent", "top_two:0.6"). What needs no thought is exact under all of them: a win, what must be
// parried, a proof. turn_bandit.h tells the rest.
#pragma once

#include <string>
#include <string_view>

#include "engine/bandits/method.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

struct RootPolicy {
  bandits::MethodChoice method{};  ///< `info` is null: the search's value alone decides

  bool identifies() const noexcept { return method.info != nullptr; }
  std::string name() const { return identifies() ? method.text : "search"; }
};

/// The error names what there is. Methods that plan by the number of their rounds are none: a search does not know it.
Result<RootPolicy> parse_root_policy(std::string_view text);

/// "search, uniform, ttba, ...".
std::string root_policy_names();

}  // namespace trivium::connect6
