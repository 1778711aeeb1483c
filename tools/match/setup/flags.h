// Table of the flags of a tournament: those of fastchess and cutechess-cli, and our own.
//
// Readers of command lines and of JSON descriptions take names and forms from it; --help, the
// manual page and the completion are written from it. Unsupported flags that do not affect games
// are in one list and are ignored with a warning; those that do are rows marked as rejected. So a
// script for either program runs unchanged or stops before a game would differ from its request.
// Source of the names and their meaning: the manuals of fastchess (man.md) and cutechess-cli
// (cutechess-cli.6).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

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

struct KeySpec {
  std::string_view name;  ///< a name that ends with '.' is a prefix: "option."
  std::string_view
      value;              ///< placeholder of the value in help texts; empty: a switch without value
  std::string_view help;  ///< description; for a rejected key what to do instead
  Treatment treatment = Treatment::kRead;
  bool repeated = false;  ///< true: all occurrences count; false: the last one
};

struct FlagSpec {
  std::string_view name;  ///< without dashes
  FlagShape shape = FlagShape::kNothing;
  std::string_view value;  ///< as in KeySpec
  std::string_view help;
  Treatment treatment = Treatment::kRead;
  std::span<const KeySpec> keys = {};
  std::string_view bare_key = {};  ///< key of a word without '='; usually none
  bool repeated =
      false;  ///< true: all occurrences count; false: later values replace or complete earlier ones
};

/// A section of the table with its title for help texts.
struct FlagGroup {
  std::string_view title;
  std::span<const FlagSpec> flags;
};

std::span<const FlagGroup> flag_groups() noexcept;
/// Ignored flags and keys: "-epdout" is a flag, "-pgnout min" a key of one.
std::span<const std::string_view> ignored_flags() noexcept;

/// True if the key alone means KEY=true.
constexpr bool stands_alone(const KeySpec& key) noexcept {
  return key.value.empty() || key.value == "true|false";
}

/// nullptr if there is no such flag. All ignored flags share one row without a name, as do ignored
/// keys.
const FlagSpec* find_flag(std::string_view name);
/// nullptr if `flag` has no such key.
const KeySpec* find_key(const FlagSpec& flag, std::string_view name);

}  // namespace trivium::match
