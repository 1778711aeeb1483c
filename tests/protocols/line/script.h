// Conversations written down: a script says what the client sends and what it must hear.
//
//     # a comment; empty lines do not count
//     > go depth 1             send this line
//     < bestmove [a-h].*       the next line must match this regular expression (ECMAScript, the whole line)
//     ...                      lines may come before the one that the next "<" wants
//     never 100 bestmove.*     for that many milliseconds no line that matches may come; others may
//     end                      the client sends no more
//     gone                     the stream must end here
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/protocols/line/conversation.h"

namespace trivium::line {

/// Plays `script` over `client`. What went wrong first, as "FILE:LINE: ...", or an empty text.
std::string play_script(const std::filesystem::path& script, Client& client);

/// The scripts tests/golden/PREFIX*.txt, sorted.
std::vector<std::filesystem::path> golden_scripts(const std::string& prefix);

}  // namespace trivium::line
