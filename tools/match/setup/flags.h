// The flags of a tournament's command line, as data: what fastchess and cutechess-cli understand, and what only we do.
//
// The readers of command lines and of JSON descriptions take names and shapes from this table; --help, the manual page and the completion
// are written from it. Of the flags of theirs that we do not have, those on which no game depends stand in one list and are ignored with a
// warning; the others are rows that are refused. So a script written for one of them runs as it is, or stops before a game would be played
// otherwise than it asks.
// Source of the names and their meaning: the manuals of fastchess (man.md) and cutechess-cli (cutechess-cli.6).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace trivium::match {

/// What may follow a flag.
enum class FlagShape : std::uint8_t {
  kNothing,
  kValue,       ///< one word
  kMaybeValue,  ///< one word or none
  kKeys,        ///< KEY=VALUE ...; see FlagSpec::keys
};

/// What becomes of a flag or key.
enum class Treatment : std::uint8_t {
  kRead,
  kIgnored,  ///< accepted with a warning: no game depends on it
  kRefused,  ///< an error: games would be played otherwise than asked
};

struct KeySpec {
  std::string_view name;   ///< one that ends with '.' stands for all names that begin so: "option."
  std::string_view value;  ///< what is written after '=', for people; empty: the key is a switch that stands alone
  std::string_view help;   ///< what it does; where it is refused, what to do instead
  Treatment treatment = Treatment::kRead;
  bool repeated = false;  ///< each one adds to those before; otherwise the last one counts
};

struct FlagSpec {
  std::string_view name;  ///< without dashes
  FlagShape shape = FlagShape::kNothing;
  std::string_view value;  ///< as in KeySpec
  std::string_view help;
  Treatment treatment = Treatment::kRead;
  std::span<const KeySpec> keys = {};
  std::string_view bare_key = {};  ///< the key that a word without '=' is the value of; usually none
  bool repeated = false;           ///< each one adds to those before; otherwise its values replace or complete the earlier ones
};

/// A part of the table, with its title for people.
struct FlagGroup {
  std::string_view title;
  std::span<const FlagSpec> flags;
};

std::span<const FlagGroup> flag_groups() noexcept;
/// What is ignored: "-epdout" is a flag, "-pgnout min" a key of one.
std::span<const std::string_view> ignored_flags() noexcept;

/// Whether the key alone means KEY=true.
constexpr bool stands_alone(const KeySpec& key) noexcept { return key.value.empty() || key.value == "true|false"; }

/// nullptr if there is no such flag. All that are ignored are one, without a name; so are such keys.
const FlagSpec* find_flag(std::string_view name);
/// nullptr if `flag` has no such key.
const KeySpec* find_key(const FlagSpec& flag, std::string_view name);

}  // namespace trivium::match
