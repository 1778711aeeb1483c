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

}  // namespace trivium::connect6
