// Grammar of GTP version 2: one command per line, one response per command.
//
// Source: Farnebäck, "GTP - Go Text Protocol, version 2, draft 2" (2002), section 2. Where the
// draft is silent, GNU Go 3.8 decides.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace trivium::gtp {

/// One parsed command.
struct Command {
  std::string id;    ///< decimal digits, repeated in the response; empty if there is none
  std::string name;  ///< empty if the line has only an id
  std::vector<std::string> arguments;
};

/// Returns `line` without control characters and comment: HT becomes a space, other control
/// characters (including CR) are removed, as is '#' and the text after it.
std::string strip_line(std::string_view line);

/// Parses a line (no line end). Returns nothing if it has only spaces, control characters and a
/// comment; it gets no response then.
std::optional<Command> parse_command(std::string_view line);

/// True if `line` is the comment with which GoGui interrupts the running command ("# interrupt").
bool is_interrupt(std::string_view line);

/// Returns the whole response to a command with `id`: "=id text" or "?id message", then an empty
/// line. Empty lines inside the text, which would end the response early, become a space.
std::string response(const std::string& id, const Result<std::string>& result);

/// Returns the start of a success response whose lines follow one by one (analysis). The caller
/// must end it with an empty line.
std::string open_response(const std::string& id);

}  // namespace trivium::gtp
