// The policies there are, by the names that users write.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"

namespace trivium::poker {

struct PolicyKind {
  std::string_view name;
  std::string_view help;
  std::string_view detail = {};  ///< what may follow a colon behind the name: "FILE" or "BASE"
};

/// All kinds, for help texts.
const std::vector<PolicyKind>& policy_kinds();

/// A policy that can play `game`: "KIND", or "KIND:FILE" where the kind is read from a file, or "model:BASE", BASE being a policy again.
/// Empty: the strategy in use, where there is one that was learned for this game, else "rule". The error says which kinds there are, or
/// what is wrong with the file.
Result<std::shared_ptr<const Policy>> policy_named(std::string_view name, const GameDefinition& game);

/// The files that a policy of that name is read from, the one that may stand behind its colon first; none where it is read from none. They
/// need not exist. Throws format::LoadError where the one in use cannot be found out.
std::vector<std::filesystem::path> policy_files(std::string_view name, const GameDefinition& game);

}  // namespace trivium::poker
