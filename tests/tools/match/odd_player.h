// Command line of the odd player (odd_player.cpp lists its habits). An entry that uses it has
// PROGRAMS odd-player.
#pragma once

#include <string>
#include <vector>

namespace trivium::match {

/// Command that starts the odd player for a game with a habit: "call", "stall@5", ...
inline std::vector<std::string> odd_player(const std::string& habit, const std::string& game) {
  return {std::string(TRIVIUM_BIN_DIR) + "/../tests/odd-player", game, habit};
}

}  // namespace trivium::match
