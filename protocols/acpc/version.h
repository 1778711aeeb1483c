// What both sides of the connection know of lines: how they end, which are comments, and the first line of every player, his version.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace trivium::acpc {

/// How the lines of this protocol end. Readers also take "\n" alone.
inline constexpr std::string_view kLineEnd = "\r\n";

/// Lines that both sides may send at any time and ignore.
constexpr bool is_comment(std::string_view line) noexcept { return line.starts_with('#') || line.starts_with(';'); }

struct Version {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::uint32_t revision = 0;
  friend constexpr bool operator==(const Version&, const Version&) noexcept = default;
};

/// What we speak, on both sides.
inline constexpr Version kVersion{2, 0, 0};

/// "VERSION:2.0.0", without a line end.
std::string version_line();

/// Reads a player's first line (no line end) and tells whether a dealer of kVersion can play with it: the same major number, no later
/// minor one, as the official server has it. The error says what was read: "version 3.0.0 is not supported, only 2.0.0".
Result<Version> parse_version(std::string_view line);

}  // namespace trivium::acpc
