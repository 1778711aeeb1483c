// Golden transcripts in tests/golden/gtp. A line "> COMMAND" is sent; the lines up to the next such
// line are the exact answer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/protocols/line/conversation.h"

namespace trivium::gtp {

struct Exchange {
  std::string command;
  std::string answer;
};

inline std::vector<Exchange> read_transcript(const std::filesystem::path& path) {
  std::vector<Exchange> exchanges;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(">")) {
      exchanges.push_back({line.substr(std::min<std::size_t>(2, line.size())), ""});
    } else if (!exchanges.empty()) {
      exchanges.back().answer += line + "\n";
    }
  }
  return exchanges;
}

/// Returns the lines up to and including an empty line, or fewer if the stream ends or no more
/// lines come.
inline std::string read_response(line::Client& client) {
  std::string text;
  while (const auto line = client.read_line()) {
    text += *line + "\n";
    if (line->empty()) break;
  }
  return text;
}

/// Sends the commands of the transcript at `path`. Returns the first fault, or an empty text.
inline std::string play_transcript(const std::filesystem::path& path, line::Client& client) {
  const auto difference = [&client](const Exchange& exchange) -> std::string {
    client.write(exchange.command + "\n");
    if (exchange.answer.empty()) return "";
    const std::string answer = read_response(client);
    return answer == exchange.answer
               ? ""
               : exchange.command + ": expected\n" + exchange.answer + "and got\n" + answer;
  };
  for (const Exchange& exchange : read_transcript(path)) {
    if (std::string wrong = difference(exchange); !wrong.empty()) return wrong;
  }
  // A line that must get no answer got none: this is the next output.
  return difference({"424242 protocol_version", "=424242 2\n\n"});
}

/// Returns the transcripts in tests/golden/gtp, which hold for any weights, or in a folder there;
/// sorted.
inline std::vector<std::filesystem::path> golden_transcripts(
    const std::filesystem::path& folder = {}) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(TRIVIUM_SOURCE_DIR "/tests/golden/gtp") / folder)) {
    if (entry.path().extension() == ".gtp") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace trivium::gtp
