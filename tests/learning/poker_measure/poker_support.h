// Games and policies by name, for tests of poker measures.
#pragma once

#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/poker/policies/policies.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/records.h"
#include "tests/engine/poker/support.h"

namespace trivium::learning {

/// Returns a built-in game; the reference stays valid.
inline const poker::GameDefinition& game_called(const std::string& name) {
  return poker::game(name);
}

/// Parses a STATE line; fails the test on an error.
inline poker::StateRecord record_of(const std::string& line, const poker::GameDefinition& game) {
  auto record = poker::parse_state(line, game);
  if (!record) FAIL(record.error().message);
  return *std::move(record);
}

inline std::vector<poker::StateRecord> records_of(const std::vector<std::string>& lines,
                                                  const poker::GameDefinition& game) {
  std::vector<poker::StateRecord> records;
  for (const std::string& line : lines) records.push_back(record_of(line, game));
  return records;
}

inline std::shared_ptr<const poker::Policy> policy_for(const std::string& kind,
                                                       const poker::GameDefinition& game) {
  const auto policy = poker::policy_named(kind, game);
  if (!policy) FAIL(policy.error().message);
  return *policy;
}

inline std::shared_ptr<const poker::Policy> policy_called(const std::string& kind,
                                                          const std::string& game) {
  return policy_for(kind, game_called(game));
}

inline poker::GameDefinition game_of(const std::string& text) {
  const Result<poker::GameDefinition> parsed = poker::parse_game_definition(text);
  if (!parsed) FAIL(parsed.error().message);
  return *parsed;
}

// No-limit game with two suits of three ranks, stacks of four antes, one own card and one board
// card in the second round.
inline constexpr const char* kSmallNoLimit =
    "GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = 2\nstack = 4 4\nblind = 1 1\nfirstPlayer = 1 "
    "1\nnumSuits = 2\nnumRanks = 3\n"
    "numHoleCards = 1\nnumBoardCards = 0 1\nEND GAMEDEF\n";
// Limit game with eight cards, two own cards and two board cards in the second round.
inline constexpr const char* kTwoCards =
    "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 2\nblind = 1 1\nraiseSize = 2 2\nfirstPlayer = 1 "
    "1\nmaxRaises = 1 1\nnumSuits = 2\n"
    "numRanks = 4\nnumHoleCards = 2\nnumBoardCards = 0 2\nEND GAMEDEF\n";

}  // namespace trivium::learning
