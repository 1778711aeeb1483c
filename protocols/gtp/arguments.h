// What GTP arguments mean, and the error texts that controllers know (those of GNU Go and the GTP 2 draft).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/rules/board.h"
#include "engine/core/result.h"

namespace trivium::gtp {

inline constexpr const char* kUnknownCommand = "unknown command";
inline constexpr const char* kSyntaxError = "syntax error";
inline constexpr const char* kInvalidColorOrCoordinate = "invalid color or coordinate";
inline constexpr const char* kIllegalMove = "illegal move";
inline constexpr const char* kGameOver = "game over";
inline constexpr const char* kUnacceptableSize = "unacceptable size";
inline constexpr const char* kCannotUndo = "cannot undo";
inline constexpr const char* kCannotLoadFile = "cannot load file";
inline constexpr const char* kCannotScore = "cannot score";

using Arguments = std::vector<std::string>;

/// "b", "black", "w" or "white", in any case.
std::optional<connect6::Stone> parse_color(std::string_view text);
std::string_view color_name(connect6::Stone stone) noexcept;  ///< "black" or "white"

/// A whole decimal number that fits an int.
std::optional<int> parse_int(std::string_view text);
/// A finite decimal number.
std::optional<double> parse_number(std::string_view text);

std::string lower_case(std::string_view text);

/// A file name that may hold spaces: the arguments in [first, last) joined; GoGui's double quotes around it are taken off.
std::string file_name(Arguments::const_iterator first, Arguments::const_iterator last);

}  // namespace trivium::gtp
