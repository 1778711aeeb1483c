// What is left of the root policies of Connect-6: the name of the one that there is.
//
// Bandits at the root of the search were tried and showed no gain (engine/connect6/root_policy.md), so the search
// alone decides. Commands, options and configurations that say so are still read.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/core/text.h"

namespace trivium::gtp {

inline constexpr std::string_view kRootPolicy = "search";
inline constexpr std::string_view kRootPolicyWarning = "has no effect any more: the search alone chooses turns";

/// Accepts kRootPolicy only.
inline Status check_root_policy(std::string_view name) {
  if (name == kRootPolicy) return {};
  return Error{"gtp.root_policy.unknown",
               "root policy: " + text::quoted(name, 40) + " is not available; only search is, since no gain was shown for the others"};
}

}  // namespace trivium::gtp
