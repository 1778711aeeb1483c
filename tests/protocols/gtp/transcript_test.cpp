// Golden transcripts: tests/golden/gtp/*.gtp. A line "> COMMAND" is sent; what follows up to the next such line is the exact answer.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "tests/protocols/gtp/gtp_client.h"

namespace trivium::gtp {

namespace {

struct Exchange {
  std::string command;
  std::string answer;
};

std::vector<Exchange> read_transcript(const std::filesystem::path& path) {
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

}  // namespace

TEST_CASE("every golden transcript is reproduced to the byte") {
  int transcripts = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TRIVIUM_SOURCE_DIR "/tests/golden/gtp")) {
    if (entry.path().extension() != ".gtp") continue;
    ++transcripts;
    CAPTURE(entry.path().filename().string());
    GtpClient client;
    for (const Exchange& exchange : read_transcript(entry.path())) {
      CAPTURE(exchange.command);
      client.wire().write(exchange.command + "\n");
      if (!exchange.answer.empty()) CHECK(client.response() + "\n\n" == exchange.answer);
    }
    // A line that must get no answer got none: this is the next thing that comes.
    CHECK(client.ask("424242 protocol_version") == "=424242 2");
  }
  CHECK(transcripts >= 5);
}

}  // namespace trivium::gtp
