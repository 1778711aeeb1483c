// `trivium-learn GAME match`: options, run and output of a match between two files of patterns, for
// every game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "learning/btmm/match.h"
#include "learning/harness/work_items.h"
#include "tools/command.h"
#include "tools/common_options.h"

namespace trivium::tools {

struct MatchArguments {
  std::string weights;
  std::string against;
  learning::btmm::Choice choice;          ///< of --weights
  learning::btmm::Choice against_choice;  ///< of --against
  std::size_t pairs = 1000;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  Reporting reporting;
};

/// What the command needs of a game.
struct GameOfMatch {
  const char* kind;                           ///< of the weight files: "connect6.btmm"
  const char* move;                           ///< what a side chooses: "stone"
  const char* pieces;                         ///< what is on the board: "stones"
  std::function<void(Command&)> add_options;  ///< adds those of the game
  std::function<void()> check_options;        ///< throws UsageError; called after parsing
  /// Reads the files and plays. Throws format::LoadError.
  std::function<std::vector<learning::btmm::MatchPair>(const MatchArguments&,
                                                       const learning::WorkProgress&)>
      play;
};

/// Adds options and callback to `command`.
void add_match(Command& command, const GameOfMatch& game);

/// Adds the option `name`: the power that pattern strengths are raised to before a `move` ("stone")
/// is sampled.
Option* add_sharpness(Command& command, const std::string& name, double& sharpness,
                      const char* move);

}  // namespace trivium::tools
