#include "engine/poker/policies.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/core/text.h"
#include "engine/poker/fixed_policy.h"
#include "engine/poker/model_policy.h"
#include "engine/poker/rule_policy.h"

namespace trivium::poker {

namespace {

constexpr std::size_t kShownBytes = 40;

using Made = Result<std::shared_ptr<const Policy>>;
using Maker = Made (*)(const GameDefinition& game, std::string_view file);

struct Entry {
  PolicyKind kind;
  bool takes_file;  ///< or a base: the maker gets it, empty where none was named; others get none
  Maker make;
};

template <class Kind, class... Arguments>
Made made(Arguments&&... arguments) {
  return std::shared_ptr<const Policy>(std::make_shared<Kind>(std::forward<Arguments>(arguments)...));
}

Made model_on(std::string_view base, const GameDefinition& game);

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all{
      {{"rule", "chances at the showdown against the price of staying"},
       false,
       [](const GameDefinition& game, std::string_view) { return made<RulePolicy>(game); }},
      {{"call", "always checks or calls"},
       false,
       [](const GameDefinition&, std::string_view) {
         return made<FixedPolicy>("call", ActionWeights{0, 1, 0});
       }},
      {{"raise", "always bets or raises while it can"},
       false,
       [](const GameDefinition&, std::string_view) {
         return made<FixedPolicy>("raise", ActionWeights{0, 0, 1});
       }},
      {{"random", "folds, calls and raises equally often"},
       false,
       [](const GameDefinition&, std::string_view) {
         return made<FixedPolicy>("random", ActionWeights{1, 1, 1});
       }},
      {{"model", "learns its opponent and plays the best reply, mixed with a base: model:BASE, rule if left out; two players"},
       true,
       [](const GameDefinition& game, std::string_view base) { return model_on(base, game); }},
  };
  return all;
}

Made model_on(std::string_view base, const GameDefinition& game) {
  if (base.starts_with("model")) return Error{"policy model: its base is another policy, as in model:rule"};
  Made found = policy_named(base.empty() ? "rule" : base, game);
  if (!found) return found;
  const auto model = std::make_shared<ModelPolicy>(game, *std::move(found));
  if (const Status fit = model->can_play(game); !fit) return Error{"policy model: " + fit.error().message};
  return std::shared_ptr<const Policy>(model);
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
  const std::size_t colon = name.find(':');
  const std::string_view kind = name.substr(0, colon);
  const auto found = std::find_if(entries().begin(), entries().end(), [&](const Entry& entry) { return entry.kind.name == kind; });
  if (found == entries().end()) {
    std::string names;
    for (const PolicyKind& known : policy_kinds()) names.append(names.empty() ? "" : ", ").append(known.name);
    return Error{fmt::format("unknown policy {}: there are {}", text::quoted(kind, kShownBytes), names)};
  }
  const bool with_file = colon != std::string_view::npos;
  if (with_file && !found->takes_file) {
    return Error{fmt::format("policy {}: {} is not read from a file", text::quoted(name, kShownBytes), kind)};
  }
  return found->make(game, with_file ? name.substr(colon + 1) : std::string_view());
}

}  // namespace trivium::poker
