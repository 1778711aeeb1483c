// What one side places in one turn.
#pragma once

#include "engine/connect6/rules/board.h"

namespace trivium::connect6 {

/// The stones of one turn in playing order: `second` is kNoCell where one stone is left to place or the first already wins.
struct Turn {
  Cell first = kNoCell;
  Cell second = kNoCell;

  friend bool operator==(const Turn&, const Turn&) = default;
};

/// Both stones in the order of their cells: one turn for the two ways to place them.
constexpr Turn ordered(Cell a, Cell b) noexcept { return a < b ? Turn{a, b} : Turn{b, a}; }

}  // namespace trivium::connect6
