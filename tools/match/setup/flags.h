// Table of the flags of a tournament: those of fastchess and cutechess-cli, and our own.
//
// The readers of command lines and of JSON descriptions take names and forms from this table;
// --help, the manual page and the completion are generated from it. Unsupported flags that do not
// affect games are in one list and are ignored with a warning; those that affect games are rows
// marked as rejected. So a script for either program runs unchanged, or stops before it plays a
// game that differs from the request. Source of the names and their meaning: the manuals of
// fastchess (man.md) and cutechess-cli (cutechess-cli.6).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tools/manual/command_table.h"

namespace trivium::match {

/// Form of a flag's values.
enum class FlagShape : std::uint8_t {
  kNothing,
  kValue,       ///< one word
  kMaybeValue,  ///< one word or none
  kKeys,        ///< KEY=VALUE ...; see FlagSpec::keys
};

/// How a flag or key is treated.
enum class Treatment : std::uint8_t {
  kRead,
  kIgnored,  ///< accepted with a warning: games do not depend on it
  kRefused,  ///< an error: games would differ from the request
};

/// A key of a flag, as in KEY=VALUE.
struct KeySpec {
  std::string_view name;   ///< a name that ends with '.' is a prefix: "option."
  std::string_view value;  ///< name of the value in help texts; empty: a switch without
                           ///< value. If empty or "true|false", KEY alone means KEY=true
  std::string_view help;   ///< description; for a rejected key what to do instead
  Treatment treatment = Treatment::kRead;
  bool repeated = false;  ///< true: all occurrences count; false: the last one
};

/// A flag.
struct FlagSpec {
  std::string_view name;  ///< without dashes
  FlagShape shape = FlagShape::kNothing;
  std::string_view value;  ///< as in KeySpec
  std::string_view help;
  Treatment treatment = Treatment::kRead;
  std::span<const KeySpec> keys = {};
  std::string_view bare_key = {};  ///< key that a word without '=' is the value of; empty: none
  bool repeated = false;  ///< true: all occurrences count; false: later ones add to earlier ones or
                          ///< replace their values
};

/// A section of the table with its title for help texts.
struct FlagGroup {
  std::string_view title;
  std::span<const FlagSpec> flags;
};

/// Returns the table.
std::span<const FlagGroup> flag_groups() noexcept;

/// Returns the row of a flag, or nullptr if there is none. All ignored flags share one row without
/// a name, and so do all ignored keys.
const FlagSpec* find_flag(std::string_view name);
/// Returns the row of a key of `flag`, or nullptr if there is none.
const KeySpec* find_key(const FlagSpec& flag, std::string_view name);

/// Returns the table of the subcommand `run` of `program` for --help, the manual page and the
/// completion. Its footer lists ignored and rejected flags.
tools::CommandEntry run_entry(const std::string& program);

}  // namespace trivium::match
