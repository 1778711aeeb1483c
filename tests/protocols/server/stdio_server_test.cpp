#include "protocols/server/stdio_server.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

#include "engine/core/descriptor.h"
#include "tests/protocols/gtp/gtp_client.h"
#include "tests/protocols/uci/support.h"
#include "tests/temporary_folder.h"

namespace trivium::server {
namespace {

namespace fs = std::filesystem;

struct Served {
  Status status;
  std::string output;
};

/// Serves the commands of a file into a file.
Served serve(const TemporaryFolder& folder, const std::string& commands,
             const std::optional<fs::path>& log = {}) {
  std::ofstream(folder / "commands") << commands;
  const Descriptor input(open((folder / "commands").c_str(), O_RDONLY | O_CLOEXEC));
  const Descriptor output(
      open((folder / "answers").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  StdioConfig config;
  config.sessions = {uci::test_config(), gtp::test_config()};
  config.log = log;
  config.input = input.get();
  config.output = output.get();
  Status status = serve_stdio(config);
  return {status, content_of(folder / "answers")};
}

TEST_CASE("a file of UCI commands is answered into a file, including the last search") {
  const TemporaryFolder folder;
  const Served served = serve(folder, "uci\nisready\nposition startpos moves e2e4\ngo depth 60");
  CHECK(served.status.has_value());
  CHECK(served.output.starts_with("id name Trivium "));
  CHECK(served.output.find("uciok\nreadyok\n") != std::string::npos);
  const std::size_t best = served.output.rfind("\nbestmove ");
  REQUIRE(best != std::string::npos);
  CHECK(served.output.find('\n', best + 1) == served.output.size() - 1);
}

TEST_CASE("a file of GTP commands is answered into a file") {
  const TemporaryFolder folder;
  const Served served = serve(folder, "# a game\n1 boardsize 19\n2 play b J10\n3 quit\n");
  CHECK(served.status.has_value());
  CHECK(served.output == "=1\n\n=2\n\n=3\n\n");
}

TEST_CASE("the log has every line in both directions with its time, and is appended to") {
  const TemporaryFolder folder;
  const fs::path log = folder / "log";
  CHECK(serve(folder, "uci\nisready\nquit\n", log).status.has_value());
  CHECK(serve(folder, "protocol_version\n", log).status.has_value());
  const std::string text = content_of(log);
  const std::string time = R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z )";
  CHECK(std::regex_search(text, std::regex("^" + time + "< uci\n" + time + "> id name Trivium ")));
  CHECK(std::regex_search(text, std::regex("\n" + time + "> uciok\n" + time + "< isready\n")));
  // The engine prepares on the worker meanwhile.
  CHECK(std::regex_search(text, std::regex("\n" + time + "> readyok\n")));
  CHECK(std::regex_search(text, std::regex("\n" + time + "< quit\n")));
  CHECK(
      std::regex_search(text, std::regex("\n" + time + "< protocol_version\n" + time + "> = 2\n")));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    CHECK(std::regex_match(line, std::regex(time + "[<>!] .*")));
}

/// Returns the error codes in a log, in order.
std::vector<std::string> codes_in(const fs::path& log) {
  std::vector<std::string> codes;
  std::istringstream lines(content_of(log));
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view kMark = " ! error ";
    if (const std::size_t at = line.find(kMark); at != std::string::npos)
      codes.push_back(line.substr(at + kMark.size()));
  }
  return codes;
}

TEST_CASE("the log has a stable code for every rejected command") {
  const TemporaryFolder folder;
  using Codes = std::vector<std::string>;
  const std::vector<std::pair<std::string, Codes>> refused{
      {"uci\nsetoption name Hash value 0", {"uci.option.range"}},
      {"uci\nsetoption name Ponder value yes", {"uci.option.check"}},
      {"uci\nsetoption name Contempt value 5", {"uci.option.unknown"}},
      {"uci\nsetoption Hash 5", {"uci.setoption.word"}},
      {"uci\nnonsense\ndebug perhaps", {"uci.command.unknown", "uci.debug.word"}},
      {"uci\nposition nowhere\ngo depth 1", {"uci.position.word", "uci.position.word"}},
      {"uci\ngo depth x", {"uci.go.number", "uci.go.parameter"}},
      {"uci\ngo depth 0", {"uci.go.range"}},
      {"uci\nsetoption name Hash value TRUE\nsetoption name Ponder value TRUE",
       {"uci.option.range"}},
      {"nonsense\nplay b", {"gtp.command.unknown", "gtp.vertex"}},
      {"boardsize 5\nundo\nplay w a1\nfinal_score",
       {"gtp.size", "gtp.undo", "gtp.move.illegal", "gtp.score"}},
      {"time_settings -1 0 0\nloadsgf /no/such\ntrivium-hash 0",
       {"gtp.syntax", "file.open", "gtp.hash.range"}}};
  for (std::size_t i = 0; i < refused.size(); ++i) {
    CAPTURE(refused[i].first);
    const fs::path log = folder.file(std::to_string(i));
    CHECK(serve(folder, refused[i].first + "\nquit\n", log).status.has_value());
    CHECK(codes_in(log) == refused[i].second);
  }
}

TEST_CASE("a log that cannot be opened is an error before any output") {
  const TemporaryFolder folder;
  const Served served = serve(folder, "uci\n", folder / "no/such/folder/log");
  REQUIRE(!served.status.has_value());
  CHECK(served.status.error().code == "log.open");
  CHECK(served.status.error().message.starts_with("log: "));
  CHECK(served.status.error().message.ends_with("No such file or directory"));
  CHECK(served.output.empty());
}

TEST_CASE("a session that throws ends the conversation with an error") {
  const TemporaryFolder folder;
  std::ofstream(folder / "commands") << "# the first command makes the session\nuci\nisready\n";
  const Descriptor input(open((folder / "commands").c_str(), O_RDONLY | O_CLOEXEC));
  const Descriptor output(open((folder / "answers").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  StdioConfig config;
  config.sessions = {uci::test_config(), gtp::test_config()};
  config.sessions.uci.seat = [](uci::Host&) -> std::unique_ptr<uci::Seat> {
    throw std::runtime_error("no seat");
  };
  config.input = input.get();
  config.output = output.get();
  const Status status = serve_stdio(config);
  REQUIRE(!status.has_value());
  CHECK(status.error().code == "session.failed");
  CHECK(status.error().message == "the session failed: no seat");
  CHECK(content_of(folder / "answers").empty());
}

TEST_CASE("an output that cannot be written is an error") {
  const Descriptor input(open("/dev/null", O_RDONLY | O_CLOEXEC));
  const Descriptor full(open("/dev/full", O_WRONLY | O_CLOEXEC));
  if (full.get() < 0) return;
  const TemporaryFolder folder;
  std::ofstream(folder / "commands") << "uci\n";
  const Descriptor commands(open((folder / "commands").c_str(), O_RDONLY | O_CLOEXEC));
  StdioConfig config;
  config.sessions = {uci::test_config(), gtp::test_config()};
  config.input = commands.get();
  config.output = full.get();
  const Status status = serve_stdio(config);
  REQUIRE(!status.has_value());
  CHECK(status.error().message == "standard output: No space left on device");
  config.input = input.get();
  CHECK(serve_stdio(config).has_value());  // nothing to write, no error
}

}  // namespace
}  // namespace trivium::server
