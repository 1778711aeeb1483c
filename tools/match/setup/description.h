// Interprets the user's settings (arguments.h): makes a tournament (tournament.h) and display
// settings of them.
//
// Follows fastchess and cutechess-cli. Details:
//
// - -rounds R and -games G: every pairing plays R x G games, as in both. They are played in pairs
//   with one opening and colors reversed, unless G is 1 and -repeat is missing. The default of G is
//   2, as in fastchess (cutechess-cli: 1).
// - -each replaces an engine's own settings, as in both; here with a warning.
// - restart=off restarts an engine only after a crash, as in both; restart=never is our addition.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "tools/match/setup/arguments.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

struct Description {
  Tournament tournament;
  bool plain_lines = false;           ///< on a terminal too
  std::filesystem::path save_to;      ///< output file of the description as JSON; empty: none
  std::vector<std::string> warnings;  ///< one line each
};

/// Interprets `arguments`. The error names the flag, or the place in the JSON, and the cause. Opens
/// no file. Uses the number of processors if a setting refers to it.
Result<Description> describe(std::span<const Argument> arguments);

/// Returns the engines of `-engine` in order, each with the settings of all `-each`. As in
/// fastchess and cutechess-cli, -each replaces an engine's own settings, and a line in `warnings`
/// names both values if they differ; keys that add values (`arg`, `with`) keep both.
/// `start_patience` is the time limit for the handshake; an engine's tscale multiplies it. Repeated
/// names get a number, with a warning. Throws format::LoadError.
std::vector<EngineSpec> read_engines(Game game, Milliseconds start_patience,
                                     std::span<const Argument> engines,
                                     std::span<const Argument> each,
                                     std::vector<std::string>& warnings);

}  // namespace trivium::match
