// A line of poker and the game to read it by, out of fuzz input: the first byte chooses the game, the rest is the line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/poker/rules/game_definition.h"

namespace trivium::fuzz {

struct PokerInput {
  const poker::GameDefinition& game;
  std::string_view line;
};

inline PokerInput poker_input(const std::uint8_t* data, std::size_t size) {
  const auto& games = poker::built_in_games();
  if (size == 0) return {games.front().game, {}};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  return {games[data[0] % games.size()].game, text.substr(1)};
}

}  // namespace trivium::fuzz
