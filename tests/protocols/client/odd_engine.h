// Command of the odd engine, a program with a selectable fault (odd_engine.cpp lists the faults). A
// test program that uses it must depend on the target odd-engine.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace trivium::client {

/// Returns the command for "uci", "stall@5", ...
inline std::vector<std::string> odd_engine(std::vector<std::string> words) {
  words.insert(words.begin(), TRIVIUM_BIN_DIR "/../tests/odd-engine");
  return words;
}

}  // namespace trivium::client
