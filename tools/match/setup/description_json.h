// Descriptions of tournaments in JSON: the same flags and keys as on the command line (flags.h), as
// members of objects.
//
// docs/using/tournaments.md describes the format; example.json is an example. The result is
// Arguments, so that command lines and JSON have the same meaning and checks.
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
/// needs a text or a number".
Result<std::vector<Argument>> parse_description(std::string_view json);
/// Reads and parses a description file of at most one megabyte. The error also names the file.
Result<std::vector<Argument>> read_description(const std::filesystem::path& file);

/// Inserts the description that `-config file=...` names before the other flags, so that these add
/// to it or replace its values.
Result<std::vector<Argument>> with_config(std::vector<Argument> arguments);

/// Writes a description that parse_description() reads as the same arguments, without places,
/// `config`, `save-config` and ignored flags. Of a flag that is not repeatable only the last values
/// are kept; invalid UTF-8 is replaced. Ends with a line end.
std::string to_json(std::span<const Argument> arguments);

}  // namespace trivium::match
