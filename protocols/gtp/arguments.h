// Parsers for GTP arguments, and error texts that controllers know (from GNU Go and the GTP 2
// draft).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace trivium::gtp {

/// An error with a constant text.
struct FixedError {
  const char* code;
  const char* text;
  operator Error() const { return {code, text}; }
};

inline constexpr FixedError kUnknownCommand{"gtp.command.unknown", "unknown command"};
inline constexpr FixedError kSyntaxError{"gtp.syntax", "syntax error"};
inline constexpr FixedError kInvalidColorOrCoordinate{"gtp.vertex", "invalid color or coordinate"};
inline constexpr FixedError kIllegalMove{"gtp.move.illegal", "illegal move"};
inline constexpr FixedError kGameOver{"gtp.game.over", "game over"};
inline constexpr FixedError kUnacceptableSize{"gtp.size", "unacceptable size"};
inline constexpr FixedError kCannotUndo{"gtp.undo", "cannot undo"};
inline constexpr FixedError kCannotScore{"gtp.score", "cannot score"};
inline constexpr FixedError kLineTooLong{"gtp.line.long", "line too long"};
inline constexpr FixedError kTooManyCommands{"gtp.queue.full", "too many commands are waiting"};
inline constexpr FixedError kFilesClosed{"gtp.files", "files are not open to this session"};
inline constexpr FixedError kNoMove{"gtp.move.none", "no move found"};
/// Beginning of the message. A colon and the reason follow; the code is that of the reason.
inline constexpr std::string_view kCannotLoadFile = "cannot load file";

using Arguments = std::vector<std::string>;

/// The sides of a game. Black moves first.
enum class Color : std::uint8_t { kBlack, kWhite };

/// Parses "b", "black", "w" or "white", in upper or lower case.
std::optional<Color> parse_color(std::string_view text);
std::string_view color_name(Color color) noexcept;  ///< "black" or "white"

/// Parses a whole decimal number that fits an int.
std::optional<int> parse_int(std::string_view text);
/// Parses a finite decimal number.
std::optional<double> parse_number(std::string_view text);

/// Returns a file name that may contain spaces: joins the words and removes GoGui's double quotes.
std::string file_name(std::span<const std::string> words);

}  // namespace trivium::gtp
