#include "engine/poker/policies/policies.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "engine/core/spelling.h"
#include "engine/core/text.h"
#include "engine/poker/policies/fixed_policy.h"
#include "engine/poker/policies/mixed_policy.h"
#include "engine/poker/policies/model_policy.h"
#include "engine/poker/policies/network_policy.h"
#include "engine/poker/policies/rule_policy.h"
#include "engine/poker/policies/strategy_policy.h"
#include "models/format/load_error.h"
#include "models/format/model_path.h"

namespace trivium::poker {

namespace {

constexpr std::size_t kShownBytes = 40;
/// `detail` of kinds that are read from files.
constexpr std::string_view kFromFile = "FILE";

using PolicyResult = Result<std::shared_ptr<const Policy>>;
/// Throws format::LoadError.
using Maker = PolicyResult (*)(const GameDefinition& game, std::string_view detail);

struct Entry {
  PolicyKind kind;
  Maker make;  ///< receives the text after the colon, or an empty text
};

template <class Kind, class... Arguments>
PolicyResult make_policy(Arguments&&... arguments) {
  return std::shared_ptr<const Policy>(
      std::make_shared<Kind>(std::forward<Arguments>(arguments)...));
}

constexpr std::string_view kStrategy = "cfr";
constexpr std::string_view kNetwork = "cnn";
constexpr std::string_view kMixed = "mixed";
constexpr std::string_view kModel = "model";

std::string_view role_of(const GameDefinition& game) noexcept {
  return game.no_limit() ? "nolimit" : "limit";
}

std::string_view network_role_of(const GameDefinition& game) noexcept {
  return game.no_limit() ? "nolimit-cnn" : "limit-cnn";
}

/// Returns `file`, or if it is empty, the installed strategy for the game's kind of betting.
std::optional<std::filesystem::path> strategy_file(const GameDefinition& game,
                                                   std::string_view file) {
  return file.empty() ? format::default_model("poker", role_of(game)) : std::filesystem::path(file);
}

/// Does the same for a network.
std::optional<std::filesystem::path> network_file(const GameDefinition& game,
                                                  std::string_view file) {
  return file.empty() ? format::default_model("poker", network_role_of(game))
                      : std::filesystem::path(file);
}

Error no_strategy(std::string_view kind, const GameDefinition& game) {
  return {"poker.policy.no_strategy",
          fmt::format("policy {}: no default strategy: no poker/default.json with \"{}\" was found",
                      kind, role_of(game))};
}

/// Loads the strategy in `file` or the installed one, for whatever game; null if there is neither.
PolicyResult load_strategy(const GameDefinition& game, std::string_view file) {
  const auto path = strategy_file(game, file);
  if (!path) return std::shared_ptr<const Policy>();
  return std::shared_ptr<const Policy>(
      std::make_shared<const StrategyPolicy>(Strategy::load(*path)));
}

/// Returns the policy, or an error if it cannot play the game.
PolicyResult checked(std::shared_ptr<const Policy> policy, const GameDefinition& game) {
  if (const Status fit = policy->can_play(game); !fit) return fit.error();
  return policy;
}

PolicyResult make_strategy(const GameDefinition& game, std::string_view file) {
  const PolicyResult policy = load_strategy(game, file);
  if (!policy) return policy;
  return *policy == nullptr ? no_strategy(kStrategy, game) : checked(*policy, game);
}

/// Loads the network in `file` or the installed one; null if there is neither. Throws
/// format::LoadError.
std::shared_ptr<const Network> load_network(const GameDefinition& game, std::string_view file) {
  const auto path = network_file(game, file);
  return path ? Network::load(*path) : nullptr;
}

PolicyResult no_network(std::string_view kind, const GameDefinition& game) {
  return Error{"poker.policy.no_network",
               "policy {}: no default network: no poker/default.json with \"{}\" was found", kind,
               network_role_of(game)};
}

PolicyResult make_network(const GameDefinition& game, std::string_view file) {
  const auto network = load_network(game, file);
  if (network == nullptr) return no_network(kNetwork, game);
  return checked(std::make_shared<NetworkPolicy>(network), game);
}

PolicyResult make_mixed(const GameDefinition& game, std::string_view file) {
  const auto strategy = strategy_file(game, {});
  if (!strategy) return no_strategy(kMixed, game);
  const auto network = load_network(game, file);
  if (network == nullptr) return no_network(kMixed, game);
  return checked(std::make_shared<MixedPolicy>(Strategy::load(*strategy), network), game);
}

/// Creates the policy for an empty name.
PolicyResult make_default(const GameDefinition& game) {
  const PolicyResult policy = load_strategy(game, {});
  if (!policy || (*policy != nullptr && (*policy)->can_play(game))) return policy;
  return make_policy<RulePolicy>(game);
}

PolicyResult make_model(const GameDefinition& game, std::string_view base);

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all{
      {{kStrategy,
        "a strategy trained by counterfactual regret minimization: the installed one, or FILE",
        kFromFile},
       make_strategy},
      {{kNetwork, "a convolutional network: the installed one, or FILE", kFromFile}, make_network},
      {{kMixed,
        "the installed strategy; where its tree has no decision, the network (installed, or FILE)",
        kFromFile},
       make_mixed},
      {{"rule", "rules: compares the probability of winning at showdown with the price of staying"},
       [](const GameDefinition& game, std::string_view) { return make_policy<RulePolicy>(game); }},
      {{"call", "always checks or calls"},
       [](const GameDefinition&, std::string_view) {
         return make_policy<FixedPolicy>("call", ActionWeights{0, 1, 0});
       }},
      {{"raise", "always bets or raises while it can"},
       [](const GameDefinition&, std::string_view) {
         return make_policy<FixedPolicy>("raise", ActionWeights{0, 0, 1});
       }},
      {{"random", "folds, calls and raises equally often"},
       [](const GameDefinition&, std::string_view) {
         return make_policy<FixedPolicy>("random", ActionWeights{1, 1, 1});
       }},
      {{kModel,
        "best reply to the opponent's actions so far, mixed with policy BASE (default: cfr, or "
        "rule); two players",
        "BASE"},
       make_model},
  };
  return all;
}

PolicyResult make_model(const GameDefinition& game, std::string_view base) {
  if (base.starts_with(kModel))
    return Error{"poker.policy.base",
                 "policy model: the base must be another policy, for example model:rule"};
  PolicyResult found = policy_named(base, game);
  if (!found) return found;
  const auto model = std::make_shared<ModelPolicy>(game, *std::move(found));
  if (const Status fit = model->can_play(game); !fit) return at_place("policy model", fit.error());
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

namespace {

/// True if `file` holds a strategy for this game. False too if it cannot be read; the caller
/// that loads it reports that.
bool was_trained_for(const GameDefinition& game, const std::filesystem::path& file) {
  try {
    return Strategy::game_of(format::read_weight_file(file)) == game;
  } catch (const format::LoadError&) {
    return false;
  }
}

}  // namespace

std::vector<std::filesystem::path> policy_files(std::string_view name, const GameDefinition& game) {
  std::vector<std::filesystem::path> files;
  const auto add = [&files](std::optional<std::filesystem::path> file) {
    if (file) files.push_back(*std::move(file));
  };
  const std::size_t colon = name.find(':');
  const std::string_view kind = name.substr(0, colon);
  const std::string_view detail =
      colon == std::string_view::npos ? std::string_view() : name.substr(colon + 1);
  if (name.empty()) {
    // make_default() uses the installed strategy only for the game that it was trained for.
    const auto file = strategy_file(game, {});
    if (file && was_trained_for(game, *file)) add(file);
  } else if (kind == kModel) {
    return policy_files(detail, game);
  } else if (kind == kStrategy) {
    add(strategy_file(game, detail));
  } else if (kind == kNetwork || kind == kMixed) {
    add(network_file(game, detail));
    if (kind == kMixed) add(strategy_file(game, {}));
  }
  return files;
}

Result<std::shared_ptr<const Policy>> policy_named(std::string_view name,
                                                   const GameDefinition& game) try {
  if (name.empty()) return make_default(game);
  const std::size_t colon = name.find(':');
  const std::string_view kind = name.substr(0, colon);
  const auto found =
      std::ranges::find_if(entries(), [&](const Entry& entry) { return entry.kind.name == kind; });
  if (found == entries().end()) {
    return Error("poker.policy.unknown", "unknown policy {}: there are {}{}",
                 text::quoted(kind, kShownBytes),
                 text::joined(policy_kinds(), ", ", &PolicyKind::name),
                 text::suggestion(kind, policy_kinds(), &PolicyKind::name));
  }
  const bool with_detail = colon != std::string_view::npos;
  if (with_detail && found->kind.detail.empty()) {
    return Error("poker.policy.file", "policy {}: {} is not read from a file",
                 text::quoted(name, kShownBytes), kind);
  }
  return found->make(game, with_detail ? name.substr(colon + 1) : std::string_view());
} catch (const format::LoadError& error) {
  return Error{error.code(), error.what()};
}

}  // namespace trivium::poker
