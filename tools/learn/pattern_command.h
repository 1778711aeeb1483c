// `trivium-learn GAME patterns`: options and run of the learner of pattern strengths, for every
// game.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "learning/btmm/learner.h"
#include "learning/harness/manifest.h"
#include "tools/command.h"
#include "tools/common_options.h"

namespace trivium::tools {

struct PatternArguments : OutputOptions {
  std::vector<std::string> games;
  std::string license;
  std::string patterns;
  std::string export_mm;
  std::string judge;
  learning::btmm::BtmmOptions options;
};

/// What the command needs of a game.
struct PatternGame {
  /// A source, with everything that it refers to.
  using Source = std::shared_ptr<const learning::btmm::StateSource>;
  struct Judged {
    Source source;
    std::vector<double> gammas;
  };

  const char* command;                           ///< "connect6 patterns"
  const learning::btmm::GameWords& words;        ///< of its sources
  std::string data_help;                         ///< of --data
  std::string patterns_help;                     ///< of --pattern-set
  std::string patterns_type;                     ///< type of its value: "paper-1|FILE"
  std::string patterns;                          ///< its default
  bool (*is_built_in)(const std::string& name);  ///< true if it is the name of a pattern set

  // Both functions throw format::LoadError.

  /// Reads the games and the pattern set. Adds the games that were left out to `manifest`.
  Source (*open)(const PatternArguments& arguments, learning::Manifest& manifest);
  /// Reads the games, and gammas with their pattern set from the file of --judge.
  Judged (*open_judged)(const PatternArguments& arguments);
};

/// Adds options and callback to `command`. `processes`: see AddLearner in commands.h.
void add_patterns(Command& command, learning::ProcessGroup* processes, const PatternGame& game);

}  // namespace trivium::tools
