// Line format shared by dealer and player: line ends, comments, and the version line that a player
// sends first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace trivium::acpc {

/// Line end of this protocol. Readers also accept "\n" alone.
inline constexpr std::string_view kLineEnd = "\r\n";

/// True if `line` is a comment. Both sides may send comments at any time; the receiver ignores
/// them.
constexpr bool is_comment(std::string_view line) noexcept {
  return line.starts_with('#') || line.starts_with(';');
}

struct Version {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::uint32_t revision = 0;
  friend constexpr bool operator==(const Version&, const Version&) noexcept = default;
};

/// Version of this implementation, for players and dealers.
inline constexpr Version kVersion{2, 0, 0};

/// Returns "VERSION:2.0.0", without a line end.
std::string version_line();

/// Reads a player's first line (no line end) and checks that a dealer of kVersion can play with it:
/// the same major number and no later minor one, as in the official server. The error states what
/// was read: "version 3.0.0 is not supported, only 2.0.0".
Result<Version> parse_version(std::string_view line);

}  // namespace trivium::acpc
