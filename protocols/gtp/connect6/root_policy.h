// The root policy of Connect-6; only `search` exists.
//
// Others were removed because they showed no gain (engine/connect6/odds/root_policy.md). Commands,
// options and configurations that name `search` are still accepted.
#pragma once

#include <string_view>

#include "engine/core/result.h"
#include "engine/core/text.h"

namespace trivium::gtp {

inline constexpr std::string_view kRootPolicy = "search";
inline constexpr std::string_view kRootPolicyWarning =
    "has no effect any more: the search alone chooses turns";

/// Accepts kRootPolicy only.
inline Status check_root_policy(std::string_view name) {
  if (name == kRootPolicy) return {};
  return Error{"gtp.root_policy.unknown",
               "root policy: " + text::quoted(name, 40) +
                   " is not available; only search is, since no gain was shown for the others"};
}

}  // namespace trivium::gtp
