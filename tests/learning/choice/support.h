// Helpers for tests of the learner of move choice.
#pragma once

#include <vector>

#include "learning/choice/records.h"
#include "tests/engine/chess/choice/support.h"

namespace trivium::learning::choice {

using chess::attributes_of;

inline std::vector<std::uint32_t> all_games(const Records& records) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < records.games().size(); ++i) numbers.push_back(i);
  return numbers;
}

}  // namespace trivium::learning::choice
