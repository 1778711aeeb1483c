// Descriptions of tournaments in JSON: the same flags and keys as on the command line (flags.h), as members of objects.
//
// docs/using/tournaments.md describes the form; example.json is one. What a text comes to is Arguments, so that both ways of saying a
// thing have one meaning and one set of checks.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "tools/match/setup/arguments.h"

namespace trivium::match {

/// The error names the place in the document: "engines[1].tc: needs a text or a number".
Result<std::vector<Argument>> parse_description(std::string_view json);
/// The same of a file of at most a megabyte; the error names the file too.
Result<std::vector<Argument>> read_description(const std::filesystem::path& file);

/// Puts what `-config file=...` names in front of the rest, so that the flags beside it add to the description or replace its values.
Result<std::vector<Argument>> with_config(std::vector<Argument> arguments);

/// A description that parse_description() reads as the same arguments, but for places, `config` and `save-config`, and what is not read;
/// where a flag that is not repeated stands more than once, only the last values of its keys are left, and what is not UTF-8 is replaced.
/// Ends with a line end.
std::string to_json(std::span<const Argument> arguments);

}  // namespace trivium::match
