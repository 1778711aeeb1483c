// Players whose policy is known, so that AIVAT can average what they might have held and done.
//
// Players of our own are known by their option "policy" unless it learns from the hands of a match, as what it does then is no function of
// the hand. A program is known where who described it says that it is one of ours: aivat=KIND[:FILE].
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
  std::string policy;  ///< for poker::policy_named(), with the whole path of its first file
  std::string sha256;  ///< of its files, joined by commas; empty where there is none

  friend bool operator==(const KnownPolicy&, const KnownPolicy&) = default;
};

/// In order of engines; none in games that are not for two players. The error names the engine that cannot be as `aivat` says.
Result<std::vector<KnownPolicy>> known_policies(const Tournament& tournament, const poker::GameDefinition& game);

/// The policy again. The error says that its file cannot be read, or is no more what it was.
Result<std::shared_ptr<const poker::Policy>> policy_of(const KnownPolicy& known, const poker::GameDefinition& game);

}  // namespace trivium::match
