#include "engine/poker/policies.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/core/text.h"
#include "engine/poker/fixed_policy.h"
#include "engine/poker/rule_policy.h"

namespace trivium::poker {

namespace {

constexpr std::size_t kShownBytes = 40;

using Maker = std::shared_ptr<const Policy> (*)(const GameDefinition& game);

struct Entry {
  PolicyKind kind;
  Maker make;
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all{
      {{"rule", "chances at the showdown against the price of staying"},
       [](const GameDefinition& game) -> std::shared_ptr<const Policy> { return std::make_shared<RulePolicy>(game); }},
      {{"call", "always checks or calls"},
       [](const GameDefinition&) -> std::shared_ptr<const Policy> {
         return std::make_shared<FixedPolicy>("call", ActionWeights{0, 1, 0});
       }},
      {{"raise", "always bets or raises while it can"},
       [](const GameDefinition&) -> std::shared_ptr<const Policy> {
         return std::make_shared<FixedPolicy>("raise", ActionWeights{0, 0, 1});
       }},
      {{"random", "folds, calls and raises equally often"},
       [](const GameDefinition&) -> std::shared_ptr<const Policy> {
         return std::make_shared<FixedPolicy>("random", ActionWeights{1, 1, 1});
       }},
  };
  return all;
}

}  // namespace

const std::vector<PolicyKind>& policy_kinds() {
  static const std::vector<PolicyKind> kinds = [] {
    std::vector<PolicyKind> result;
    for (const Entry& entry : entries()) result.push_back(entry.kind);
    return result;
  }();
  return kinds;
}

Result<std::shared_ptr<const Policy>> policy_named(std::string_view name, const GameDefinition& game) {
  const auto found = std::find_if(entries().begin(), entries().end(), [&](const Entry& entry) { return entry.kind.name == name; });
  if (found != entries().end()) return found->make(game);
  std::string names;
  for (const PolicyKind& kind : policy_kinds()) names.append(names.empty() ? "" : ", ").append(kind.name);
  return Error{fmt::format("unknown policy {}: there are {}", text::quoted(name, kShownBytes), names)};
}

}  // namespace trivium::poker
