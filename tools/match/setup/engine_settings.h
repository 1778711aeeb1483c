// Creates engines from the settings `-engine` and `-each`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tools/match/setup/arguments.h"
#include "tools/match/setup/engine_spec.h"

namespace trivium::match {

/// Returns the engines of `-engine` in order, each completed by all `-each`. `start_patience` is
/// the default without tscale. As with fastchess and cutechess-cli, -each replaces an engine's own
/// settings; `warnings` then names both. Names become unique. Throws a SettingFault
/// (setting_values.h).
std::vector<EngineSpec> read_engines(Game game, Milliseconds start_patience,
                                     std::span<const Argument> engines,
                                     std::span<const Argument> each,
                                     std::vector<std::string>& warnings);

}  // namespace trivium::match
