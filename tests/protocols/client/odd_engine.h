// Where the odd engine lies (odd_engine.cpp says what it can do): a test program that uses it must depend on the target odd-engine.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace trivium::client {

/// "uci", "stall@5", ... as a command to start.
inline std::vector<std::string> odd_engine(std::vector<std::string> words) {
  words.insert(words.begin(), std::string(TRIVIUM_BIN_DIR) + "/../tests/odd-engine");
  return words;
}

}  // namespace trivium::client
