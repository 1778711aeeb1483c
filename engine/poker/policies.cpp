#include "engine/poker/policies.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "engine/core/text.h"
#include "engine/poker/fixed_policy.h"
#include "engine/poker/model_policy.h"
#include "engine/poker/rule_policy.h"
#include "engine/poker/strategy_policy.h"
#include "models/format/load_error.h"
#include "models/format/model_path.h"

namespace trivium::poker {

namespace {

constexpr std::size_t kShownBytes = 40;
/// The detail of kinds that are strategies in files.
constexpr std::string_view kFromFile = "FILE";

using Made = Result<std::shared_ptr<const Policy>>;
using Maker = Made (*)(const GameDefinition& game, std::string_view detail);

struct Entry {
  PolicyKind kind;
  Maker make;  ///< gets what stands behind the colon, nothing where there is none
};

template <class Kind, class... Arguments>
Made made(Arguments&&... arguments) {
  return std::shared_ptr<const Policy>(std::make_shared<Kind>(std::forward<Arguments>(arguments)...));
}

constexpr std::string_view kStrategy = "cfr";
constexpr std::string_view kModel = "model";

std::string_view role_of(const GameDefinition& game) noexcept { return game.no_limit() ? "nolimit" : "limit"; }

/// `file`, or where there is none that of the strategy in use for the game's kind of betting.
std::optional<std::filesystem::path> strategy_file(const GameDefinition& game, std::string_view file) {
  return file.empty() ? format::default_model("poker", role_of(game)) : std::filesystem::path(file);
}

/// The strategy in that file, or in use, whatever its game; null where none is named and none in use.
Made loaded_strategy(const GameDefinition& game, std::string_view file) {
  try {
    const auto path = strategy_file(game, file);
    if (!path) return std::shared_ptr<const Policy>();
    return std::shared_ptr<const Policy>(std::make_shared<const StrategyPolicy>(Strategy::load(*path)));
  } catch (const format::LoadError& error) {
    return Error{error.what()};
  }
}

Made made_strategy(const GameDefinition& game, std::string_view file) {
  const Made policy = loaded_strategy(game, file);
  if (!policy) return policy;
  if (*policy == nullptr) {
    return Error{fmt::format("policy cfr: no default strategy: no poker/default.json with \"{}\" was found", role_of(game))};
  }
  if (const Status fit = (*policy)->can_play(game); !fit) return fit.error();
  return policy;
}

/// What plays where nobody says.
Made made_default(const GameDefinition& game) {
  const Made policy = loaded_strategy(game, {});
  if (!policy || (*policy != nullptr && (*policy)->can_play(game))) return policy;
  return made<RulePolicy>(game);
}

Made model_on(const GameDefinition& game, std::string_view base);

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all{
      {{kStrategy, "a strategy learned by counterfactual regret minimisation, the one in use or that in FILE", kFromFile}, made_strategy},
      {{"rule", "chances at the showdown against the price of staying"},
       [](const GameDefinition& game, std::string_view) { return made<RulePolicy>(game); }},
      {{"call", "always checks or calls"},
       [](const GameDefinition&, std::string_view) {
         return made<FixedPolicy>("call", ActionWeights{0, 1, 0});
       }},
      {{"raise", "always bets or raises while it can"},
       [](const GameDefinition&, std::string_view) {
         return made<FixedPolicy>("raise", ActionWeights{0, 0, 1});
       }},
      {{"random", "folds, calls and raises equally often"},
       [](const GameDefinition&, std::string_view) {
         return made<FixedPolicy>("random", ActionWeights{1, 1, 1});
       }},
      {{kModel, "learns its opponent and plays the best reply, mixed with policy BASE: cfr if there is one in use, or rule; two players",
        "BASE"},
       model_on},
  };
  return all;
}

Made model_on(const GameDefinition& game, std::string_view base) {
  if (base.starts_with(kModel)) return Error{"policy model: its base is another policy, as in model:rule"};
  Made found = policy_named(base, game);
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

std::optional<std::filesystem::path> policy_file(std::string_view name, const GameDefinition& game) {
  if (name.empty()) {
    const Made policy = made_default(game);
    return policy && (*policy)->name() == kStrategy ? strategy_file(game, {}) : std::nullopt;
  }
  const std::size_t colon = name.find(':');
  const std::string_view kind = name.substr(0, colon);
  if (kind == kModel) return policy_file(colon == std::string_view::npos ? std::string_view() : name.substr(colon + 1), game);
  const auto reads = std::find_if(entries().begin(), entries().end(), [&](const Entry& entry) { return entry.kind.name == kind; });
  if (reads == entries().end() || reads->kind.detail != kFromFile) return std::nullopt;
  return strategy_file(game, colon == std::string_view::npos ? std::string_view() : name.substr(colon + 1));
}

Result<std::shared_ptr<const Policy>> policy_named(std::string_view name, const GameDefinition& game) {
  if (name.empty()) return made_default(game);
  const std::size_t colon = name.find(':');
  const std::string_view kind = name.substr(0, colon);
  const auto found = std::find_if(entries().begin(), entries().end(), [&](const Entry& entry) { return entry.kind.name == kind; });
  if (found == entries().end()) {
    std::string names;
    for (const PolicyKind& known : policy_kinds()) names.append(names.empty() ? "" : ", ").append(known.name);
    return Error{fmt::format("unknown policy {}: there are {}", text::quoted(kind, kShownBytes), names)};
  }
  const bool with_detail = colon != std::string_view::npos;
  if (with_detail && found->kind.detail.empty()) {
    return Error{fmt::format("policy {}: {} is not read from a file", text::quoted(name, kShownBytes), kind)};
  }
  return found->make(game, with_detail ? name.substr(colon + 1) : std::string_view());
}

}  // namespace trivium::poker
