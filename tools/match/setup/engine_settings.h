// Makes descriptions of engines (engine_spec.h) from the settings `-engine` and `-each`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tools/match/setup/arguments.h"
#include "tools/match/setup/engine_spec.h"

namespace trivium::match {

/// Returns the engines of `-engine` in order, each with the settings of all `-each`. As in
/// fastchess and cutechess-cli, -each replaces an engine's own settings, and a line in `warnings`
/// names both values if they differ; keys that add values (`arg`, `with`) keep both.
/// `start_patience` is the time limit for the handshake; an engine's tscale multiplies it. Repeated
/// names get a number, with a warning. Throws a SettingFault (setting_values.h).
std::vector<EngineSpec> read_engines(Game game, Milliseconds start_patience,
                                     std::span<const Argument> engines,
                                     std::span<const Argument> each,
                                     std::vector<std::string>& warnings);

}  // namespace trivium::match
