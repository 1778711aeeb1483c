#include "tools/match/play/poker/known_policy.h"

#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "engine/core/text.h"
#include "engine/poker/policies/policies.h"
#include "learning/harness/manifest.h"
#include "learning/poker_measure/showdown/deals.h"
#include "models/format/load_error.h"
#include "tools/match/play/poker/poker_room.h"

namespace trivium::match {

namespace {

namespace fs = std::filesystem;

using format::or_throw;

constexpr std::size_t kShownName = 40;

/// Returns the hashes of the files, joined by commas.
std::string hash_of(const std::vector<fs::path>& files) {
  return text::joined(
      files, ",", [](const fs::path& file) { return learning::describe_data(file, {}).sha256; });
}

// These functions throw format::LoadError.

/// Empty if the policy learns during a match.
std::optional<KnownPolicy> known_as(const std::string& name, int engine,
                                    const poker::GameDefinition& game) {
  const auto policy = or_throw(poker::policy_named(name, game));
  if (policy->fresh_experience() != nullptr) return std::nullopt;
  const std::vector<fs::path> files = poker::policy_files(name, game);
  if (files.empty()) return KnownPolicy{engine, name, {}};
  const fs::path whole = fs::absolute(files.front()).lexically_normal();
  const std::string kind = name.empty() ? policy->name() : name.substr(0, name.find(':'));
  return KnownPolicy{engine, fmt::format("{}:{}", kind, whole.string()), hash_of(files)};
}

std::optional<KnownPolicy> known(const EngineSpec& engine, int number,
                                 const poker::GameDefinition& game) {
  if (engine.protocol == Protocol::kInternal) return known_as(local_policy(engine), number, game);
  if (engine.aivat_policy.empty()) return std::nullopt;
  std::optional<KnownPolicy> named = known_as(engine.aivat_policy, number, game);
  if (!named)
    throw format::LoadError("match.aivat.policy",
                            "policy {} learns during a match; AIVAT needs a fixed policy",
                            engine.aivat_policy);
  return named;
}

}  // namespace

Result<std::vector<KnownPolicy>> known_policies(const Tournament& tournament,
                                                const poker::GameDefinition& game) {
  const Status fit = learning::poker_measure::check_two_players(game, "AIVAT");
  std::vector<KnownPolicy> all;
  for (std::size_t number = 0; number < tournament.engines.size(); ++number) {
    const EngineSpec& engine = tournament.engines[number];
    const auto reject = [&engine](std::string_view why) {
      return Error{"match.aivat.policy", "engine {}: aivat: {}",
                   text::quoted(engine.name, kShownName), why};
    };
    if (!fit && engine.aivat_policy.empty()) continue;
    if (!fit) return reject(fit.error().message);
    try {
      if (auto one = known(engine, static_cast<int>(number), game)) all.push_back(*std::move(one));
    } catch (const format::LoadError& unusable) {
      return reject(unusable.what());
    }
  }
  return all;
}

Result<std::shared_ptr<const poker::Policy>> policy_of(const KnownPolicy& known,
                                                       const poker::GameDefinition& game) {
  return format::or_error([&] {
    const std::vector<fs::path> files = poker::policy_files(known.policy, game);
    if (hash_of(files) != known.sha256) {
      throw format::LoadError("match.aivat.changed", "{} has changed since the games were played",
                              files.front().string());
    }
    return or_throw(poker::policy_named(known.policy, game));
  });
}

}  // namespace trivium::match
