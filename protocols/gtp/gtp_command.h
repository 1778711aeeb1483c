// The grammar of GTP version 2: one command a line in, one response out.
//
// Source: Farnebäck, "GTP - Go Text Protocol, version 2, draft 2" (2002), section 2. Where the draft is silent, GNU Go 3.8 decides.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace trivium::gtp {

/// One command as its sender wrote it.
struct Command {
  std::string id;    ///< decimal digits, repeated in the response; empty when there was none
  std::string name;  ///< empty when the line holds an id only
  std::vector<std::string> arguments;
};

/// `line` without its control characters and its comment: HT becomes a space, other control characters vanish (CR among them), '#' and
/// what follows it go.
std::string strip_line(std::string_view line);

/// Reads a line (no line end). Nothing when the line is empty but for spaces, control characters and a comment: it gets no response.
std::optional<Command> parse_command(std::string_view line);

/// Whether `line` is the comment by which GoGui asks for an end of the command under way ("# interrupt").
bool is_interrupt(std::string_view line);

/// The whole response to a command with `id`: "=id text" or "?id message", an empty line after it. Empty lines inside the text, which
/// would end it early, get a space.
std::string response(const std::string& id, const Result<std::string>& result);

/// What opens a success response whose lines follow one by one (analysis); an empty line of its own must end it.
std::string open_response(const std::string& id);

}  // namespace trivium::gtp
