// Players of known policy, so that AIVAT can average over their possible hands and actions.
//
// An internal player is known by its option "policy", unless that policy learns during a match. A
// program is known if its description says that it is one of ours: aivat=KIND[:FILE].
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

struct KnownPolicy {
  int engine = 0;
  std::string policy;  ///< for poker::policy_named(), with the absolute path of its first file
  std::string sha256;  ///< hashes of its files, joined by commas; empty if there is no file

  friend bool operator==(const KnownPolicy&, const KnownPolicy&) = default;
};

/// Ordered by engine; empty unless the game has two players. The error names the engine whose
/// `aivat` cannot be right.
Result<std::vector<KnownPolicy>> known_policies(const Tournament& tournament,
                                                const poker::GameDefinition& game);

/// Loads the policy again. Fails if a file cannot be read or has changed.
Result<std::shared_ptr<const poker::Policy>> policy_of(const KnownPolicy& known,
                                                       const poker::GameDefinition& game);

}  // namespace trivium::match
