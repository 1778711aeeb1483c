// `trivium serve` and `trivium status` as users start them.
#include <chrono>
#include <csignal>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <vector>

#include "boost/asio/io_context.hpp"
#include "boost/asio/ip/tcp.hpp"

#include "engine/core/descriptor.h"
#include "tests/protocols/server/child.h"
#include "tests/protocols/server/tcp_client.h"
#include "tests/temporary_folder.h"

namespace trivium::server {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

const std::string kServer = std::string(TRIVIUM_BIN_DIR) + "/trivium";

/// Returns the shipped weights of `game`.
fs::path shipped_weights(const std::string& game) {
  const fs::path folder = fs::path(TRIVIUM_SOURCE_DIR) / "models" / game;
  const std::string choice = content_of(folder / "default.json");
  std::smatch named;
  REQUIRE(std::regex_search(choice, named, std::regex(R"re("weights": "([^"]+)")re")));
  return folder / named[1].str();
}

/// A configuration in its own folder, and the server started with it.
class ServerProgram {
 public:
  explicit ServerProgram(const std::string& more = "") : server_(start(more)) {}

  fs::path file(const char* name) const { return folder_ / name; }
  Child& process() { return server_; }
  std::string log() const { return content_of(folder_ / "log"); }

  /// Waits until the log has a match of `pattern` and returns its first group; empty if none comes.
  std::string wait_for_log(const std::string& pattern) const {
    const std::regex regex(pattern);
    const auto deadline = Clock::now() + 20s;
    while (Clock::now() < deadline) {
      const std::string text = log();
      std::smatch match;
      if (std::regex_search(text, match, regex)) return match[1];
      std::this_thread::sleep_for(2ms);
    }
    return {};
  }

  line::Client connect() const {
    const std::string port =
        wait_for_log(R"re("event":"listening","address":"127\.0\.0\.1:(\d+)")re");
    REQUIRE(!port.empty());
    REQUIRE(!wait_for_log(R"re("event":"(ready)")re").empty());
    return connect_tcp(static_cast<std::uint16_t>(std::stoi(port)));
  }

  /// Returns the output of `trivium status`.
  std::string status() const {
    Child asking({kServer, "status", "--config", (folder_ / "serve.json").string()});
    const std::string answer = asking.client().read_rest();
    CHECK(asking.wait() == 0);
    return answer;
  }

 private:
  std::vector<std::string> start(const std::string& more) {
    fs::copy_file(shipped_weights("chess"), folder_ / "chess.safetensors");
    std::ofstream(folder_ / "serve.json")
        << R"({"listeners": [{"port": 0}], "control": "control", "log": {"file": "log"},
      "weights": {"chess": "chess.safetensors"}, "session": {"hash_mb": 1})"
        << more << "}";
    return {kServer, "serve", "--config", (folder_ / "serve.json").string()};
  }

  TemporaryFolder folder_;
  Child server_;
};

/// Returns exit status and stderr of `command`.
std::pair<std::optional<int>, std::string> complaint(const std::string& command) {
  Child child({"/bin/sh", "-c", "exec " + kServer + " " + command + " 2>&1 >/dev/null"});
  std::string said = child.client().read_rest();
  return {child.wait(), said};
}

TEST_CASE(
    "SIGTERM ends all sessions within two seconds, searches with a bestmove, and the status is 0") {
  ServerProgram server;
  std::vector<line::Client> clients;
  for (int i = 0; i < 4; ++i) {
    clients.push_back(server.connect());
    clients.back().write("uci\ngo infinite\n");
    REQUIRE(clients.back().read_until("uciok"));
  }
  REQUIRE(clients[0].read_until("info depth 2"));
  const auto begin = Clock::now();
  server.process().signal(SIGTERM);
  CHECK(server.process().wait(10s) == 0);
  CHECK(Clock::now() - begin < 2s);
  for (line::Client& client : clients) CHECK(client.read_until("bestmove "));
  CHECK(std::regex_search(
      server.log(),
      std::regex(R"re("event":"session ended",.*"reason":"the server shut down")re")));
  CHECK(server.log().ends_with("\"event\":\"stopped\"}\n"));
  CHECK(!fs::exists(server.file("control")));
}

TEST_CASE(
    "SIGHUP reloads replaced weights and reopens the log file; a broken file changes nothing") {
  ServerProgram server;
  line::Client client = server.connect();
  client.write("uci\nposition startpos\ngo depth 2\n");
  REQUIRE(client.read_until("bestmove "));
  fs::rename(server.file("log"), server.file("log.1"));
  std::ofstream(server.file("chess.safetensors"), std::ios::trunc) << "broken";
  server.process().signal(SIGHUP);
  CHECK(!server.wait_for_log(R"re("event":"(weights not reloaded)","cause":".*chess.safetensors)re")
             .empty());
  client.write("ucinewgame\ngo depth 2\n");
  CHECK(client.read_until("bestmove "));
  fs::copy_file(shipped_weights("chess"), server.file("chess.safetensors"),
                fs::copy_options::overwrite_existing);
  server.process().signal(SIGHUP);
  CHECK(!server.wait_for_log(R"re("event":"(weights)","game":"chess")re").empty());
  CHECK(std::regex_search(server.status(),
                          std::regex(R"re("reloads": \{\s*"done": 1,\s*"failed": 1\s*\})re")));
  client.write("quit\n");
  CHECK(!server.wait_for_log(R"re("event":"(session ended)","session":1,.*"reason":"quit")re")
             .empty());
}

TEST_CASE("status prints the state of the server as JSON") {
  ServerProgram server(R"(, "limits": {"searches": 1})");
  line::Client client = server.connect();
  client.write("uci\ngo infinite\n");
  REQUIRE(client.read_until("info depth 1"));
  const std::string status = server.status();
  CHECK(std::regex_search(
      status, std::regex(R"re("searches": \{\s*"running": 1,\s*"waiting": 0,\s*"limit": 1)re")));
  CHECK(std::regex_search(status, std::regex(R"re("address": "127\.0\.0\.1:\d+")re")));
  const std::string name = shipped_weights("chess").stem().string();  // ends with the first digits
  std::smatch sha256;
  REQUIRE(std::regex_search(
      status, sha256,
      std::regex(
          R"re("chess": \{\s*"file": ".*chess\.safetensors",\s*"sha256": "([0-9a-f]{64})")re")));
  CHECK(name.ends_with('-' + sha256[1].str().substr(0, 8)));
  CHECK(std::regex_search(status,
                          std::regex(R"re("protocol": "UCI",\s*"seconds": \d+,\s*"lines": 2)re")));
  CHECK(status.ends_with("}\n"));
}

TEST_CASE("every line of the log is JSON with time, level and event, and no line holds the token") {
  const std::string token = "a-token-that-nobody-may-read";
  const TemporaryFolder folder;
  std::ofstream(folder / "serve.json") << R"({"listeners": [{"port": 0, "token": ")" << token
                                       << R"("}], "log": {"file": "log", "level": "debug"}})";
  Child tokened({kServer, "serve", "--config", (folder / "serve.json").string()});
  std::string port;
  std::smatch match;
  for (const auto deadline = Clock::now() + 20s; port.empty() && Clock::now() < deadline;
       std::this_thread::sleep_for(2ms)) {
    const std::string text = content_of(folder / "log");
    if (text.find("\"ready\"") != std::string::npos &&
        std::regex_search(text, match, std::regex(R"re(127\.0\.0\.1:(\d+))re")))
      port = match[1];
  }
  REQUIRE(!port.empty());
  line::Client right = connect_tcp(static_cast<std::uint16_t>(std::stoi(port)));
  right.write("token " + token + "\nquit\n");
  CHECK(right.read_rest().starts_with("ok\n"));
  line::Client wrong = connect_tcp(static_cast<std::uint16_t>(std::stoi(port)));
  wrong.write("token " + token.substr(1) + "\n");
  CHECK(wrong.read_rest().starts_with("error: "));
  tokened.signal(SIGTERM);
  CHECK(tokened.wait(10s) == 0);
  const std::string log = content_of(folder / "log");
  CHECK(log.find(token.substr(1)) == std::string::npos);
  CHECK(log.find("\"reason\":\"refused: no valid token\"") != std::string::npos);
  std::ifstream lines(folder / "log");
  const std::regex shape(
      R"re(\{"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","level":"(debug|info|warning|error)","event":".*\})re");
  for (std::string line; std::getline(lines, line);)
    CHECK_MESSAGE(std::regex_match(line, shape), line);
}

TEST_CASE("a match that never began has no end line in the log") {
  ServerProgram server(R"(, "acpc": [{"host": "127.0.0.1", "port": 1, "game": "limit"}])");
  REQUIRE(!server.wait_for_log(R"re("event":"(acpc player)")re").empty());
  server.process().signal(SIGTERM);
  CHECK(server.process().wait(10s) == 0);
  CHECK(server.log().find("acpc match ended") == std::string::npos);
}

TEST_CASE("serve --check fails with the same message as serve, for every cause") {
  const TemporaryFolder folder;
  const std::string file = (folder / "serve.json").string();
  fs::create_directory(folder / "folder");
  std::ofstream(folder / "plain") << "not a socket";
  std::ofstream(folder / "short") << "token";
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  boost::asio::io_context io;
  const boost::asio::ip::tcp::acceptor taken(io, {boost::asio::ip::address_v4::loopback(), 0});
  const std::string port = std::to_string(taken.local_endpoint().port());
  for (const std::string& members : std::vector<std::string>{
           R"("log": {"file": "folder"})",
           R"("log": {"file": "none/log"})",
           R"("log": {"file": "plain/log"})",
           R"("log": {"file": "pipe"})",
           R"("control": "none/control")",
           R"("control": "plain/control")",
           R"("control": "plain")",
           R"("control": "folder")",
           R"("limits": {"connections": 5, "total_hash_mb": 10})",
           R"("weights": {"chess": "none.safetensors"})",
           R"("weights": {"chess_strength": "plain"})",
           R"("weights": {"connect6": "plain"})",
           R"("weights": {"connect6_patterns": "plain"})",
           R"("acpc": [{"host": "x", "port": 1, "game": "none"}])",
           R"("acpc": [{"host": "x", "port": 1, "game": "limit", "policy": "none"}])",
           R"("listeners": [{"port": 0, "token_file": "none"}])",
           R"("listeners": [{"port": 0, "token_file": "short"}])",
           R"("listeners": [{"port": )" + port + "}]",
           R"("listeners": [{"port": 0, "host": "203.0.113.1", "token": "0123456789abcdef"}])",
       }) {
    CAPTURE(members);
    const bool listens = members.find("listeners") != std::string::npos,
               logs = members.find("log") != std::string::npos;
    std::ofstream(folder / "serve.json")
        << "{" << (listens ? "" : R"("listeners": [{"port": 0}], )")
        << (logs ? "" : R"("log": {"level": "error"}, )") << members << "}";
    const auto checked = complaint("serve --check --config " + file);
    CHECK(checked.first == 1);
    CHECK(complaint("serve --config " + file) == checked);
  }
}

TEST_CASE("serve --check leaves nothing behind if the server would start") {
  const TemporaryFolder folder;
  const std::string file = (folder / "serve.json").string();
  std::ofstream(folder / "serve.json")
      << R"({"listeners": [{"port": 0}], "control": "control", "log": {"file": "log"}})";
  CHECK(complaint("serve --check --config " + file).first == 0);
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE(
    "an impossible configuration ends with status 1 before any client is served; wrong usage has "
    "status 2") {
  const TemporaryFolder folder;
  const std::string file = (folder / "serve.json").string();
  CHECK(complaint("serve").first == 2);
  CHECK(complaint("serve --config " + file) ==
        std::pair(std::optional(1),
                  "trivium: " + file + ": cannot be opened: No such file or directory\n"));
  std::ofstream(folder / "serve.json") << R"({"listeners": [{"port": 70000}]})";
  CHECK(complaint("serve --config " + file) ==
        std::pair(std::optional(1),
                  "trivium: " + file + ": listeners[0].port: 70000 is not in 0..65535\n"));
  std::ofstream(folder / "serve.json")
      << R"({"listeners": [{"port": 0}], "weights": {"chess": "none.safetensors"}})";
  const auto [checked, fault] = complaint("serve --check --config " + file);
  CHECK(checked == 1);
  CHECK(fault.find("none.safetensors") != std::string::npos);
  const auto [status, said] = complaint("serve --config " + file);
  CHECK(status == 1);
  CHECK(said.find("none.safetensors") != std::string::npos);
  CHECK(complaint("status --config " + file).first == 1);
  for (const char* members :
       {R"("listeners": [{"port": 0, "token_file": "none"}])",
        R"("acpc": [{"host": "x", "port": 1, "game": "none"}])",
        R"("acpc": [{"host": "x", "port": 1, "game": "limit", "policy": "none"}])",
        R"("listeners": [{"port": 0}], "control": "serve.json/control")"}) {
    CAPTURE(members);
    std::ofstream(folder / "serve.json") << "{" << members << "}";
    CHECK(complaint("serve --check --config " + file).first == 1);
  }
  std::ofstream(folder / "serve.json") << R"({"listeners": [{"port": 0}], "control": "control"})";
  CHECK(complaint("serve --check --config " + file).first == 0);
  CHECK(complaint("status --config " + file) ==
        std::pair(std::optional(1), "trivium: " + file +
                                        ": no server answers: " + (folder / "control").string() +
                                        ": No such file or directory\n"));
}

TEST_CASE("systemd is notified when the server is ready, reloads and stops") {
  const TemporaryFolder folder;
  const std::string path = (folder / "notify").string();
  const Descriptor listener(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  REQUIRE(bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  const timeval patience{20, 0};
  REQUIRE(setsockopt(listener.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0);
  const auto notification = [&listener] {
    std::string text(1000, '\0');
    const ssize_t size = recv(listener.get(), text.data(), text.size(), 0);
    return text.substr(0, size > 0 ? static_cast<std::size_t>(size) : 0);
  };
  std::ofstream(folder / "serve.json")
      << R"({"listeners": [{"port": 0}], "log": {"file": "log"}, "weights": {"chess": "chess"}})";
  fs::copy_file(shipped_weights("chess"), folder / "chess");
  Child server({"/usr/bin/env", "NOTIFY_SOCKET=" + path, kServer, "serve", "--config",
                (folder / "serve.json").string()});
  CHECK(notification() == "READY=1");
  server.signal(SIGHUP);
  CHECK(notification() == "RELOADING=1");
  CHECK(notification() == "READY=1\nSTATUS=");
  std::ofstream(folder / "chess", std::ios::trunc) << "broken";
  server.signal(SIGHUP);
  CHECK(notification() == "RELOADING=1");
  CHECK(notification().starts_with("READY=1\nSTATUS=weights not reloaded: "));
  server.signal(SIGTERM);
  CHECK(notification() == "STOPPING=1");
  CHECK(server.wait(10s) == 0);
}

}  // namespace
}  // namespace trivium::server
