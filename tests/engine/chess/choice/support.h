// Helpers for tests of the models of move choice.
#pragma once

#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/rules/notation.h"
#include "tests/engine/chess/rules/position_of.h"

namespace trivium::chess {

inline Attributes attributes_of(const std::vector<std::string>& words) {
  Result<Attributes> attributes = Attributes::named(words);
  if (!attributes) FAIL(attributes.error().message);
  return *std::move(attributes);
}

inline std::vector<double> measured(const std::vector<std::string>& words, std::string_view fen) {
  const Attributes attributes = attributes_of(words);
  Position position = position_of(fen);
  std::vector<double> out(attributes.size());
  attributes.of(position, out);
  return out;
}

}  // namespace trivium::chess
