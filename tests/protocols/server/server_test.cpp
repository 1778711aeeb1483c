#include "protocols/server/server.h"

#include <chrono>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <sys/socket.h>
#include <vector>

#include "tests/protocols/server/test_server.h"
#include "tests/temporary_folder.h"

namespace trivium::server {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

const std::string kToken = "open-sesame-and-more";

ServerConfig with_token() {
  ServerConfig config = test_server_config();
  config.listeners[0].token = kToken;
  return config;
}

TEST_CASE("UCI and GTP clients are served together; the first line selects the protocol") {
  TestServer server;
  line::Client chess = server.connect();
  line::Client connect6 = server.connect();
  chess.write("# a comment\n\nuci\nposition startpos\ngo depth 2\n");
  connect6.write("boardsize 15\n1 genmove b\n");
  CHECK(chess.read_until("uciok"));
  CHECK(chess.read_until("bestmove "));
  CHECK(connect6.read_line() == "=");
  CHECK(connect6.read_until("=1 H8"));
  const ServerStatus status = server.status();
  REQUIRE(status.sessions.size() == 2);
  CHECK(status.sessions[0].protocol == "UCI");
  CHECK(status.sessions[0].lines == 5);
  CHECK(status.sessions[1].protocol == "GTP");
  CHECK(status.sessions[1].peer.starts_with("127.0.0.1:"));
  CHECK(status.searches == 2);
}

TEST_CASE("a listener may be for one protocol only") {
  ServerConfig config = test_server_config();
  config.listeners[0].protocol = Protocol::kUci;
  config.listeners.push_back({});
  config.listeners[1].protocol = Protocol::kGtp;
  TestServer server(config);
  line::Client chess = server.connect(0);
  chess.write("isready\n");
  CHECK(chess.read_line() == "readyok");
  line::Client connect6 = server.connect(1);
  connect6.write("uci\n");
  CHECK(connect6.read_line() == "? unknown command");
}

TEST_CASE("a client that sends the token first is served") {
  TestServer server(with_token());
  line::Client client = server.connect();
  client.write("token " + kToken + "\r\nuci\n");
  CHECK(client.read_line() == "ok");
  CHECK(client.read_until("uciok"));
}

TEST_CASE("a client that sends another line first gets an error and is disconnected") {
  TestServer server(with_token());
  const std::string refusal = "error: the first line must be 'token VALUE' with the right value\n";
  const auto begin = Clock::now();
  std::vector<line::Client> clients;
  for (const std::string& first :
       {std::string("uci"), std::string("token"), "token " + kToken + "x",
        "token " + kToken.substr(1), "TOKEN " + kToken, std::string(), kToken,
        std::string(1025, 'x')}) {
    clients.push_back(server.connect());
    clients.back().write(first + "\n");
  }
  for (line::Client& client : clients) CHECK(client.read_rest() == refusal);
  CHECK(Clock::now() - begin > 900ms);  // so that clients cannot try many tokens
  CHECK(server.wait_until([](const ServerStatus& status) { return status.sessions.empty(); }));
  CHECK(server.status().refused_token == 8);
}

TEST_CASE(
    "clients without the token take no places of others, and the oldest silent one is "
    "disconnected") {
  ServerConfig config = with_token();
  config.limits.connections = 4;  // and one that has not sent its token yet
  TestServer server(config);
  line::Client silent = server.connect();
  std::vector<line::Client> clients;
  for (int i = 0; i < 4; ++i) {
    clients.push_back(server.connect());
    clients.back().write("token " + kToken + "\n");
    CHECK(clients.back().read_line() == "ok");
  }
  CHECK(silent.read_rest() == "error: too many clients are about to log in; try again later\n");
  CHECK(server.wait_until([](const ServerStatus& status) { return status.sessions.size() == 4; }));
  const std::string full =
      "error: this server has all of its 4 connections in use; try again later\n";
  line::Client fifth = server.connect();
  fifth.write("token " + kToken + "\n");
  CHECK(fifth.read_rest() == full);
  CHECK(server.wait_until([](const ServerStatus& status) { return status.sessions.size() == 4; }));
  clients[0].write(std::string(5000, 'x') + "\nquit\n");  // now the line limit is that of a session
  CHECK(clients[0].read_rest().find("too long") == std::string::npos);
}

/// Returns whether a client with the right token logs in.
bool logs_in(TestServer& server) {
  line::Client client = server.connect();
  client.write("token " + kToken + "\nuci\n");
  return client.read_line() == "ok" && client.read_until("uciok").has_value();
}

TEST_CASE(
    "clients that send wrong tokens or none, and reconnect at once, do not block other logins") {
  ServerConfig config = with_token();
  config.limits.connections = 8;  // and two that have not sent their token yet
  TestServer server(config);
  int successes = 0;
  for (int round = 0; round < 20; ++round) {
    std::vector<line::Client> hostile;
    for (int i = 0; i < 16; ++i) {
      hostile.push_back(server.connect());
      hostile.back().write("token guess\n");
      hostile.push_back(server.connect());
    }
    if (logs_in(server)) ++successes;
  }
  CHECK(successes == 20);
  CHECK(server.status().refused_full == 0);
}

/// GTP commands in a request that a web page can send to a port of its visitor's machine.
const std::string kRequest =
    "POST / HTTP/1.1\r\nHost: 127.0.0.1:7878\r\nContent-Type: text/plain\r\nContent-Length: "
    "25\r\n\r\nname\ngenmove b\nshowboard\n";
/// The beginning of a TLS handshake, without a line end.
const std::string kHello =
    std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11) + std::string(500, 'x');

TEST_CASE(
    "a client that sends HTTP or TLS is disconnected before anything is executed, however its "
    "bytes are split") {
  ServerConfig config = test_server_config();
  config.listeners.assign(4, config.listeners[0]);
  config.listeners[1].protocol = Protocol::kUci;
  config.listeners[2].protocol = Protocol::kGtp;
  config.listeners[3].token = kToken;
  TestServer server(config);
  for (std::size_t listener = 0; listener < config.listeners.size(); ++listener) {
    CAPTURE(listener);
    for (const std::string& bytes :
         {kRequest, kHello, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + kRequest,
          "GET /" + std::string(70'000, 'x') + " HTTP/1.1\r\n\r\nname\n"}) {
      for (const std::size_t split :
           {std::size_t{0}, std::size_t{1}, std::size_t{10}, bytes.find('\n') % bytes.size()}) {
        line::Client client = server.connect(listener);
        client.write(bytes.substr(0, split));
        client.write(bytes.substr(split));
        const std::string answer = client.read_rest();
        CHECK((answer.empty() ||
               answer.starts_with("error: the first line ")));  // if that was too long
      }
    }
  }
  line::Client logged_in = server.connect(3);
  logged_in.write("token " + kToken + "\n" + kRequest);
  CHECK(logged_in.read_rest() == "ok\n");
  CHECK(server.wait_until([](const ServerStatus& status) { return status.sessions.empty(); }));
}

TEST_CASE("a TCP client gets the names of weight files, not their folders") {
  TestServer server(test_server_config(),
                    test_sources([] { return Result<TestWeights>({"/srv/secret/name"}); }));
  line::Client chess = server.connect();
  chess.write("uci\neval\nisready\n");
  CHECK(chess.read_until("weights: ") == "weights: name");
  line::Client connect6 = server.connect();
  connect6.write("trivium-weights\ntrivium-explain\nquit\n");
  CHECK(connect6.read_rest().find('/') == std::string::npos);
}

TEST_CASE("commands that resemble an HTTP request are answered") {
  TestServer server;
  line::Client client = server.connect();
  client.write("10 GET / HTTP/1.1\nGET\nPOST / HTTP/1.1\n");
  CHECK(client.read_until("?10 ").has_value());
  CHECK(client.read_until("? ").has_value());
  CHECK(client.read_until("? ").has_value());  // the session has begun
}

TEST_CASE(
    "a silent client is disconnected: soon before the token, later after it, never while it waits "
    "for an answer") {
  ServerConfig config = with_token();
  config.limits.login = 1s;
  config.limits.idle = 2s;
  TestServer server(config);
  line::Client searching = server.connect();
  searching.write("token " + kToken + "\nuci\ngo infinite\n");
  line::Client silent = server.connect();
  line::Client idle = server.connect();
  const auto begin = Clock::now();
  idle.write("token " + kToken + "\n");
  CHECK(silent.read_rest().empty());
  const auto login = Clock::now() - begin;
  CHECK(login > 900ms);
  CHECK(idle.read_rest() == "ok\n");
  CHECK(Clock::now() - begin > 1900ms);
  CHECK(server.status().sessions.size() == 1);
  searching.write("stop\n");
  CHECK(searching.read_until("bestmove "));
}

TEST_CASE("a line over the limit is reported in the client's protocol, and the session continues") {
  ServerConfig config = test_server_config();
  config.limits.line_bytes = 1024;
  TestServer server(config);
  line::Client client = server.connect();
  client.write("uci\n" + std::string(3000, 'x') + "\nisready\n");
  CHECK(client.read_until("uciok"));
  CHECK(client.read_line() == "info string error: a line was too long and was dropped");
  CHECK(client.read_line() == "readyok");
}

TEST_CASE(
    "a client beyond the connection limit gets one line; when another has left there is room") {
  ServerConfig config = test_server_config();
  config.limits.connections = 2;
  TestServer server(config);
  line::Client first = server.connect();
  line::Client second = server.connect();
  CHECK(server.wait_until([](const ServerStatus& status) { return status.sessions.size() == 2; }));
  CHECK(server.connect().read_rest() ==
        "error: this server has all of its 2 connections in use; try again later\n");
  CHECK(server.status().refused_full == 1);
  first.hang_up();
  CHECK(server.wait_until([](const ServerStatus& status) { return status.sessions.size() == 1; }));
  line::Client third = server.connect();
  third.write("uci\n");
  CHECK(third.read_until("uciok"));
}

TEST_CASE(
    "hash tables share the server's memory: too large a request changes nothing, and freed memory "
    "is available to others") {
  ServerConfig config = test_server_config();
  config.limits.connections = 4;
  config.session.hash_megabytes = 2;
  config.session.max_hash_megabytes = 64;
  config.limits.total_hash_megabytes = 48;  // 4 * 2 are reserved
  TestServer server(config);
  line::Client chess = server.connect();
  chess.write("uci\nsetoption name Hash value 40\nisready\n");
  CHECK(chess.read_until("readyok"));
  CHECK(server.status().hash_megabytes == 40);
  line::Client connect6 = server.connect();
  connect6.write("trivium-hash 10\n");
  CHECK(connect6.read_line() ==
        "? the sessions of this server share the memory for hash tables: this one may have 4 MB "
        "now, not 10");
  CHECK(connect6.read_line() == "");
  connect6.write("trivium-hash\ntrivium-hash 4\n");
  CHECK(connect6.read_until("= ") == "= 2");
  CHECK(connect6.read_until("=") == "=");
  CHECK(server.status().hash_megabytes == 44);
  chess.write("setoption name Hash value 41\nisready\n");
  CHECK(chess.read_line() ==
        "info string error: the sessions of this server share the memory for hash tables: this one "
        "may have 40 MB now, not 41; "
        "it stays at 40 MB");
  CHECK(chess.read_line() == "readyok");
  chess.hang_up();
  CHECK(server.wait_until([](const ServerStatus& status) { return status.sessions.size() == 1; }));
  CHECK(server.status().hash_megabytes == 4);
  connect6.write("trivium-hash 41\n");
  CHECK(connect6.read_until("=") == "=");
}

TEST_CASE("network clients can neither read nor write files, and have at most max_threads") {
  TestServer server;
  line::Client chess = server.connect();
  chess.write("uci\n");
  for (auto line = chess.read_line(); line && *line != "uciok"; line = chess.read_line()) {
    CHECK(!line->starts_with("option name WeightsFile"));
    if (line->starts_with("option name Threads")) CHECK(line->ends_with(" max 2"));
  }
  line::Client connect6 = server.connect();
  connect6.write("trivium-weights /etc/passwd\nprintsgf /tmp/never\nloadsgf /etc/passwd\n");
  for (int i = 0; i < 3; ++i) CHECK(connect6.read_until("?"));
}

TEST_CASE("a reload gives new weights only to games that begin afterwards") {
  int loads = 0;
  const auto load = [&loads]() -> Result<TestWeights> {
    ++loads;
    return TestWeights{"w" + std::to_string(loads), static_cast<double>(loads)};
  };
  TestServer server(test_server_config(), test_sources(load));
  const auto score = [](line::Client& client) {
    client.write("eval\nisready\n");
    std::string text;
    for (auto line = client.read_line(); line && *line != "readyok"; line = client.read_line())
      text += *line + "\n";
    return text;
  };
  line::Client old_game = server.connect();
  old_game.write("uci\nposition fen 4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1\n");
  REQUIRE(old_game.read_until("uciok"));
  const std::string before = score(old_game);
  server.on_io_thread([](Server& it) { it.reload(); });
  REQUIRE(server.wait_until([](const ServerStatus& status) { return status.reloads == 1; }));
  CHECK(server.status().weights[0].file == "w2");
  CHECK(score(old_game) == before);
  line::Client new_session = server.connect();
  new_session.write("uci\nposition fen 4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1\n");
  REQUIRE(new_session.read_until("uciok"));
  const std::string after = score(new_session);
  CHECK(after != before);
  old_game.write("ucinewgame\nposition fen 4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1\n");
  CHECK(score(old_game) == after);
}

TEST_CASE("if weights cannot be reloaded, the old ones stay in use") {
  bool broken = false;
  const auto load = [&broken]() -> Result<TestWeights> {
    if (broken) return Error{"weights.checksum", "w2: checksum"};
    return TestWeights{"w1"};
  };
  TestServer server(test_server_config(), test_sources(load));
  broken = true;
  server.on_io_thread([](Server& it) { it.reload(); });
  CHECK(server.wait_until([](const ServerStatus& status) { return status.failed_reloads == 1; }));
  CHECK(server.status().reloads == 0);
  CHECK(server.status().weights[0].file == "w1");
  line::Client client = server.connect();
  client.write("uci\ngo depth 1\n");
  CHECK(client.read_until("bestmove "));
}

TEST_CASE(
    "the status has the search of each session, its start and whether it waits for its turn") {
  ServerConfig config = test_server_config();
  config.limits.searches = 1;
  TestServer server(config);
  line::Client idle = server.connect();
  line::Client chess = server.connect();
  line::Client connect6 = server.connect();
  idle.write("uci\n");
  REQUIRE(idle.read_until("uciok"));
  chess.write("uci\nposition startpos moves e2e4\ngo infinite searchmoves e7e5\n");
  REQUIRE(
      server.wait_until([](const ServerStatus& status) { return status.searches_running == 1; }));
  connect6.write("lz-analyze 10\n");
  REQUIRE(
      server.wait_until([](const ServerStatus& status) { return status.searches_waiting == 1; }));
  const ServerStatus before = server.status();
  CHECK_FALSE(before.sessions[0].activity.has_value());
  REQUIRE(before.sessions[1].activity.has_value());
  CHECK(before.sessions[1].activity->command == "go infinite searchmoves e7e5");
  CHECK_FALSE(before.sessions[1].activity->waiting);
  CHECK(before.sessions[1].activity->since <= std::chrono::steady_clock::now());
  REQUIRE(before.sessions[2].activity.has_value());
  CHECK(before.sessions[2].activity->command == "lz-analyze 10");
  CHECK(before.sessions[2].activity->waiting);
  const auto json = nlohmann::json::parse(to_json(before));
  CHECK(json["sessions"][0]["search"].is_null());
  CHECK(json["sessions"][1]["search"]["command"] == "go infinite searchmoves e7e5");
  chess.write("stop\n");
  CHECK(server.wait_until([](const ServerStatus& status) {
    return !status.sessions[1].activity && status.sessions[2].activity &&
           !status.sessions[2].activity->waiting;
  }));
}

TEST_CASE("the status lists every file in use, numbered if there are several for one purpose") {
  ServerStatus status;
  status.weights = {{"connect6", "value", "1"},
                    {"connect6-patterns", "gammas", "2"},
                    {"poker-limit", "a", "3"},
                    {"poker-limit", "b", "4"},
                    {"poker-limit", "a", "3"}};
  const auto weights = nlohmann::json::parse(to_json(status))["weights"];
  CHECK(weights.size() == 4);
  CHECK(weights["connect6"]["file"] == "value");
  CHECK(weights["connect6-patterns"]["file"] == "gammas");
  CHECK(weights["poker-limit"]["file"] == "a");
  CHECK(weights["poker-limit-2"]["file"] == "b");
}

TEST_CASE("optional weights that cannot be loaded do not prevent the start, but a reload") {
  bool broken = true;
  ServerSources sources = test_sources();
  const auto load = [&broken]() -> Result<ServerWeights> {
    if (broken) return Error{"weights.checksum", "scale: checksum"};
    return ServerWeights{{}, [] {}};
  };
  sources.weights.push_back({"strength scale", false, load});
  TestServer server(test_server_config(), std::move(sources));
  server.on_io_thread([](Server& it) { it.reload(); });
  CHECK(server.wait_until([](const ServerStatus& status) { return status.failed_reloads == 1; }));
  broken = false;
  server.on_io_thread([](Server& it) { it.reload(); });
  CHECK(server.wait_until([](const ServerStatus& status) { return status.reloads == 1; }));
}

TEST_CASE("at a shutdown every search answers, in every state of its client") {
  ServerConfig config = test_server_config();
  config.limits.searches = 2;
  TestServer server(config);
  std::vector<line::Client> clients;
  for (int i = 0; i < 6; ++i) {
    clients.push_back(server.connect());
    clients.back().write("uci\ngo infinite\n");
  }
  clients.push_back(server.connect());
  clients.back().write("lz-analyze 10\n");
  CHECK(server.wait_until([](const ServerStatus& status) {
    return status.searches_running == 2 && status.searches_waiting == 5;
  }));
  CHECK(server.shut_down(2s));
  for (line::Client& client : clients) {
    const std::string rest = client.read_rest();
    const bool answered = rest.find("\nbestmove ") != std::string::npos ||
                          (rest.starts_with("=\n") && rest.ends_with("\n\n"));
    CHECK_MESSAGE(answered, rest);
  }
}

TEST_CASE("a client that does not read cannot delay the shutdown") {
  TestServer server;
  line::Client client = server.connect();
  client.write("uci\n");
  std::string questions;
  for (int i = 0; i < 200; ++i) questions += "help\nd\n";
  for (int i = 0; i < 100; ++i) client.write(questions);
  CHECK(server.wait_until([](const ServerStatus& status) {
    return !status.sessions.empty() && status.sessions[0].lines > 1000;
  }));
  CHECK(server.shut_down(2s));
}

TEST_CASE("the control socket answers with the status, one server at a time") {
  const TemporaryFolder folder;
  ServerConfig config = test_server_config();
  config.control = folder / "control";
  CHECK(ask_status(*config.control).error().message ==
        (folder / "control").string() + ": No such file or directory");
  {
    TestServer server(config);
    const Result<std::string> answer = ask_status(*config.control);
    REQUIRE(answer.has_value());
    CHECK(answer->starts_with("{\n  \"version\": \"0.0.0-test\",\n"));
    CHECK(answer->find(R"("sha256": ")" + std::string(64, '0')) != std::string::npos);
    CHECK_THROWS_WITH(
        TestServer another(config),
        ("control: something else listens at " + (folder / "control").string()).c_str());
    CHECK(std::filesystem::status(*config.control).permissions() == std::filesystem::perms(0660));
  }
  CHECK(!std::filesystem::exists(*config.control));
}

TEST_CASE("the control socket of a killed server is taken over") {
  const TemporaryFolder folder;
  ServerConfig config = test_server_config();
  config.control = folder / "control";
  {
    boost::asio::io_context io;
    boost::asio::local::stream_protocol::acceptor left_behind(io, config.control->string());
  }
  REQUIRE(std::filesystem::is_socket(*config.control));
  TestServer server(config);
  CHECK(ask_status(*config.control).has_value());
}

TEST_CASE(
    "the control socket of another program stays, even if it does not answer or replaced that of "
    "the server") {
  const TemporaryFolder folder;
  ServerConfig config = test_server_config();
  config.control = folder / "control";
  const std::string path = config.control->string();
  boost::asio::io_context io;
  {
    boost::asio::local::stream_protocol::acceptor silent(io, path);
    CHECK_THROWS_WITH(TestServer server(config),
                      ("control: something else listens at " + path).c_str());
    CHECK(std::filesystem::is_socket(path));
    std::filesystem::remove(path);
  }
  TestServer server(config);
  std::filesystem::remove(path);
  const boost::asio::local::stream_protocol::acceptor successor(io, path);
  CHECK(server.shut_down(2s));
  CHECK(std::filesystem::is_socket(path));
}

TEST_CASE("a client that vanishes without closing its connection is noticed within two minutes") {
  TestServer server;
  const line::Client client = server.connect();
  REQUIRE(
      server.wait_until([](const ServerStatus& status) { return status.sessions.size() == 1; }));
  const std::string peer = server.status().sessions[0].peer;
  const int port = std::stoi(peer.substr(peer.rfind(':') + 1));
  int found = 0;
  for (int fd = 0; fd < 1024; ++fd) {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    if (getpeername(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0 ||
        ntohs(address.sin_port) != port)
      continue;
    ++found;
    const auto option = [fd](int name) {
      int value = 0;
      socklen_t value_size = sizeof value;
      getsockopt(fd, IPPROTO_TCP, name, &value, &value_size);
      return value;
    };
    CHECK(option(TCP_KEEPIDLE) + option(TCP_KEEPINTVL) * option(TCP_KEEPCNT) == 120);
    CHECK(option(TCP_USER_TIMEOUT) == 120'000);
  }
  CHECK(found == 1);
}

TEST_CASE("an address in use is reported as an error with the address") {
  TestServer server;
  ServerConfig config = test_server_config();
  const std::string address = server.status().listeners[0].address;
  config.listeners[0].port =
      static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
  CHECK_THROWS_WITH(TestServer another(config), (address + ": Address already in use").c_str());
}

TEST_CASE("IPv6 listeners are served if the machine has IPv6") {
  ServerConfig config = test_server_config();
  config.listeners[0].host = "::1";
  std::optional<TestServer> server;
  try {
    server.emplace(config);
  } catch (const std::runtime_error& failure) {
    MESSAGE("no IPv6 here: ", failure.what());
    return;
  }
  CHECK(server->status().listeners[0].address.starts_with("[::1]:"));
}

}  // namespace
}  // namespace trivium::server
