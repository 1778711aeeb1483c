// A Reversi position named on the command line: by a record, or as OBF.
#pragma once

#include <string>

#include "engine/core/result.h"
#include "engine/reversi/rules/game.h"
#include "tools/command.h"

namespace trivium::tools {

struct ReversiPosition {
  std::string record;    ///< file, "-" is standard input; empty: none
  int plies = -1;        ///< moves of the record to play; negative: all
  std::string position;  ///< OBF; empty: none

  bool is_given() const noexcept { return !record.empty() || plies >= 0 || !position.empty(); }
};

/// Adds FILE, --record, --plies and --position.
void add_reversi_position(Command& command, ReversiPosition& place);

/// Returns the game up to the position, by default a game without moves. Throws UsageError, whose
/// message names the file and the place in it, and format::LoadError if the file cannot be read.
reversi::Game reversi_game(const ReversiPosition& place);

}  // namespace trivium::tools
