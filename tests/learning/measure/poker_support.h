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

inline std::shared_ptr<const poker::Policy> policy_for(const std::string& kind, const poker::GameDefinition& game) {
  const auto policy = poker::policy_named(kind, game);
  if (!policy) FAIL(policy.error().message);
  return *policy;
}

inline std::shared_ptr<const poker::Policy> policy_called(const std::string& kind, const std::string& game) {
  return policy_for(kind, game_called(game));
}

inline poker::GameDefinition game_of(const std::string& text) {
  const Result<poker::GameDefinition> parsed = poker::parse_game_definition(text);
  if (!parsed) FAIL(parsed.error().message);
  return *parsed;
}

// Two suits of three ranks, stacks of four antes, any size of bet, a card on the table in the second round.
inline constexpr const char* kSmallNoLimit =
    "GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = 2\nstack = 4 4\nblind = 1 1\nfirstPlayer = 1 1\nnumSuits = 2\nnumRanks = 3\n"
    "numHoleCards = 1\nnumBoardCards = 0 1\nEND GAMEDEF\n";
// Two own cards of eight, two more on the table.
inline constexpr const char* kTwoCards =
    "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 2\nblind = 1 1\nraiseSize = 2 2\nfirstPlayer = 1 1\nmaxRaises = 1 1\nnumSuits = 2\n"
    "numRanks = 4\nnumHoleCards = 2\nnumBoardCards = 0 2\nEND GAMEDEF\n";

}  // namespace trivium::learning
