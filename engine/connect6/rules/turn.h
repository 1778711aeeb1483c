// A turn: the stones that one side places before the other side moves.
#pragma once

#include <string>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/vertex.h"

namespace trivium::connect6 {

/// The stones of one turn in playing order. `second` is kNoCell if only one stone is left to place
/// or the first one wins.
struct Turn {
  Cell first = kNoCell;
  Cell second = kNoCell;

  friend bool operator==(const Turn&, const Turn&) = default;
};

/// Returns both stones in ascending order, so that both playing orders give the same turn.
constexpr Turn ordered(Cell a, Cell b) noexcept { return a < b ? Turn{a, b} : Turn{b, a}; }

/// Returns the stones in record form (vertex.h) without a space: "j10k11".
inline std::string record_turn(Turn turn, int size) {
  return record_vertex(turn.first, size) +
         (turn.second == kNoCell ? std::string() : record_vertex(turn.second, size));
}

/// Returns the stones of a turn by reader_vertex(): "H10 and K10 (j10)".
inline std::string reader_turn(Turn turn, int size) {
  return reader_vertex(turn.first, size) +
         (turn.second == kNoCell ? std::string() : " and " + reader_vertex(turn.second, size));
}

}  // namespace trivium::connect6
