// The policies there are, by the names that users write.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/policy.h"

namespace trivium::poker {

struct PolicyKind {
  std::string_view name;
  std::string_view help;
};

/// All kinds, for help texts.
const std::vector<PolicyKind>& policy_kinds();

/// A policy that can play `game`: "KIND", or "KIND:FILE" where the kind is read from a file, or "model:BASE", BASE being a policy again.
/// The error says which kinds there are, or what is wrong with the file.
Result<std::shared_ptr<const Policy>> policy_named(std::string_view name, const GameDefinition& game);

}  // namespace trivium::poker
