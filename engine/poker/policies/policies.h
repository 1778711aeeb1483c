// Registry of policies by user-visible name.
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
  std::string_view detail = {};  ///< what may follow a colon after the name: "FILE" or "BASE"
};

/// Returns all kinds, for help texts.
const std::vector<PolicyKind>& policy_kinds();

/// Creates a policy that can play `game` by its name: "KIND", "KIND:FILE" if the kind is read from
/// a file, or "model:BASE", where BASE is another policy. An empty name means the installed
/// strategy for this game, or else "rule". The error lists the kinds or states what is wrong with
/// the file.
Result<std::shared_ptr<const Policy>> policy_named(std::string_view name,
                                                   const GameDefinition& game);

/// Returns the files that this policy is read from, first the one after the colon; empty if it
/// needs none or the name is unknown. They need not exist. Throws format::LoadError if the
/// installed file cannot be determined.
std::vector<std::filesystem::path> policy_files(std::string_view name, const GameDefinition& game);

}  // namespace trivium::poker
