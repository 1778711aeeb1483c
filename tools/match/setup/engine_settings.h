// Makes engines of what `-engine` and `-each` say.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tools/match/setup/arguments.h"
#include "tools/match/setup/engine_spec.h"

namespace trivium::match {

/// The engines of `-engine`, in order, each completed by all `-each`; `start_patience` where tscale does not change it. As with fastchess
/// and cutechess-cli, what -each says comes last and replaces what an engine says itself; `warnings` then names both. Names become unique.
/// Throws a SettingFault (setting_values.h).
std::vector<EngineSpec> read_engines(Game game, Milliseconds start_patience, std::span<const Argument> engines,
                                     std::span<const Argument> each, std::vector<std::string>& warnings);

}  // namespace trivium::match
