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
  int engine = 0;      ///< index in the tournament
  std::string policy;  ///< for poker::policy_named(), with the absolute path of its first file
  std::string sha256;  ///< hashes of its files, joined by commas; empty if there is no file

  friend bool operator==(const KnownPolicy&, const KnownPolicy&) = default;
};

/// Returns the known policies of a tournament in order of their engines; none unless the game has
/// two players. Fails if a policy cannot be loaded, learns during a match although `aivat` names
/// it, or `aivat` is given in another game; the error names the engine.
Result<std::vector<KnownPolicy>> known_policies(const Tournament& tournament,
                                                const poker::GameDefinition& game);

/// Loads the policy of `known`. Fails if a file cannot be read or has changed since.
Result<std::shared_ptr<const poker::Policy>> policy_of(const KnownPolicy& known,
                                                       const poker::GameDefinition& game);

}  // namespace trivium::match
