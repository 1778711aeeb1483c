// Descriptions of tournaments in JSON: the same flags and keys as on the command line (flags.h), as
// members of objects.
//
// docs/using/tournaments.md describes the format; tools/match/example.json is an example. The
// result has the same type as that of a command line, so both have the same meaning and checks.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "tools/match/setup/arguments.h"

namespace trivium::match {

/// Parses the text of a description. The error names the place in the document: "engines[1].tc:
/// needs a text, a number, true or false".
Result<std::vector<Argument>> parse_description(std::string_view json);
/// Reads and parses a description file of at most one megabyte. The error also names the file.
Result<std::vector<Argument>> read_description(const std::filesystem::path& file);

/// Replaces each `-config file=...` by the description in its file. Descriptions come before all
/// other flags, so that these add to them or replace their values. A `-config` with `discard=true`
/// is dropped without reading its file. Fails if a file cannot be read or is invalid.
Result<std::vector<Argument>> with_config(std::vector<Argument> arguments);

/// Writes a description that parse_description() reads as the same arguments, except for places,
/// `config`, `save-config` and ignored flags. If a flag that is not repeatable occurs more than
/// once, its last values are written. Replaces invalid UTF-8. Ends with a line end.
std::string to_json(std::span<const Argument> arguments);

}  // namespace trivium::match
