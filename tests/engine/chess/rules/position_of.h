// Positions from FEN, for tests.
#pragma once

#include <doctest/doctest.h>
#include <string_view>

#include "engine/chess/rules/notation.h"

namespace trivium::chess {

/// Returns the position of `fen`. An invalid FEN fails the test.
inline Position position_of(std::string_view fen) {
  const Result<Position> position = parse_fen(fen);
  if (!position) FAIL(position.error().message);
  return *position;
}

}  // namespace trivium::chess
