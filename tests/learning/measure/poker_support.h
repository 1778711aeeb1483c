// Games and policies by name, for tests of poker measures.
#pragma once

#include <doctest/doctest.h>
#include <memory>
#include <string>

#include "engine/poker/policies.h"
#include "engine/poker/rules/game_definition.h"

namespace trivium::learning {

/// A built-in game; stays where it is.
inline const poker::GameDefinition& game_called(const std::string& name) {
  for (const poker::NamedGame& known : poker::built_in_games()) {
    if (known.name == name) return known.game;
  }
  FAIL("no such game: " << name);
  return poker::built_in_games().front().game;
}

inline std::shared_ptr<const poker::Policy> policy_called(const std::string& kind, const std::string& game) {
  const auto policy = poker::policy_named(kind, game_called(game));
  if (!policy) FAIL(policy.error().message);
  return *policy;
}

inline poker::GameDefinition game_of(const std::string& text) {
  const Result<poker::GameDefinition> parsed = poker::parse_game_definition(text);
  if (!parsed) FAIL(parsed.error().message);
  return *parsed;
}

}  // namespace trivium::learning
