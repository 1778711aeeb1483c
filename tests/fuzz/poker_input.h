// Splits a fuzz input into a poker game, selected by the first byte, and a line for it.
#pragma once

#include <string_view>

#include "engine/poker/rules/game_definition.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::fuzz {

struct PokerInput {
  const poker::GameDefinition& game;
  std::string_view line;
};

inline PokerInput poker_input(Input input) {
  const auto& games = poker::built_in_games();
  if (input.empty()) return {games.front().game, {}};
  return {games[input[0] % games.size()].game, text_of(input).substr(1)};
}

}  // namespace trivium::fuzz
