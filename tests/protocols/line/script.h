// Conversation scripts: the lines that the client sends and must receive.
//
//     # a comment; empty lines do not count
//     > go depth 1             send this line
//     < bestmove [a-h].*       the whole next line must match this regular expression (ECMAScript)
//     ...                      other lines may come before the one of the next "<"
//     never 100 bestmove.*     for 100 milliseconds no matching line may come; others may
//     end                      the client ends its output
//     gone                     the stream must end here
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/protocols/line/conversation.h"

namespace trivium::line {

/// Plays `script` over `client`. Returns the first fault, as "FILE:LINE: ...", or an empty text.
std::string play_script(const std::filesystem::path& script, Client& client);

/// Returns the scripts tests/golden/PREFIX*.txt, sorted.
std::vector<std::filesystem::path> golden_scripts(const std::string& prefix);

}  // namespace trivium::line
