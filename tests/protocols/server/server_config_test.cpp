#include "protocols/server/server_config.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <vector>

#include "tests/temporary_folder.h"

namespace trivium::server {
namespace {

using namespace std::chrono_literals;

const GameKeys kKeys{{"chess", "connect6", "connect6_patterns"},
                     {{"old",
                       [](std::string_view value) -> Status {
                         if (value == "kept") return {};
                         return Error{"code", "not kept"};
                       },
                       "no use"}}};

Result<ServerConfig> parse(const std::string& text) {
  return parse_server_config(text, "/etc/trivium", kKeys);
}

/// Returns the error of a configuration with this text; empty if there is none.
std::string fault(const std::string& text) {
  const Result<ServerConfig> config = parse(text);
  return config ? "" : config.error().message;
}

/// Returns the error of a configuration with one valid listener and `more`.
std::string fault_beside_listener(const std::string& more) {
  return fault(R"({"listeners": [{"port": 7000}], )" + more + "}");
}

/// Returns the error of a configuration with one listener that has these members.
std::string listener_fault(const std::string& members) {
  return fault(R"({"listeners": [{)" + members + "}]}");
}

TEST_CASE("the shortest configuration listens on loopback; all other keys have defaults") {
  const auto config = parse(R"({"listeners": [{"port": 7000}]})");
  REQUIRE(config.has_value());
  REQUIRE(config->listeners.size() == 1);
  CHECK(config->listeners[0].host == "127.0.0.1");
  CHECK(config->listeners[0].port == 7000);
  CHECK(config->listeners[0].protocol == Protocol::kDetect);
  CHECK(config->listeners[0].token.empty());
  CHECK(!config->listeners[0].token_file);
  CHECK(!config->control);
  CHECK(config->limits.connections == 64);
  CHECK(config->limits.searches >= 1);
  CHECK(config->limits.idle == 1h);
  CHECK(config->log.level == LogLevel::kInfo);
}

TEST_CASE("every key is read") {
  const auto config = parse(R"({
    "listeners": [{"host": "[::1]", "port": 0, "protocol": "uci"},
                  {"host": "0.0.0.0", "port": 7001, "protocol": "gtp", "token_file": "secret"},
                  {"host": "localhost", "port": 7002, "token": "0123456789abcdef"}],
    "acpc": [{"host": "dealer.example", "port": 18000, "game": "limit", "policy": "rule", "seed": 18446744073709551615, "reconnect": false}],
    "control": "/run/trivium/control",
    "weights": {"chess": "a.safetensors", "connect6": "/b.safetensors", "connect6_patterns": "c.safetensors"},
    "session": {"threads": 2, "max_threads": 4, "hash_mb": 8, "max_hash_mb": 64, "old": "kept"},
    "limits": {"connections": 10, "searches": 3, "total_hash_mb": 100, "line_bytes": 2048, "output_bytes": 100000,
               "login_seconds": 5, "idle_seconds": 0, "drain_seconds": 7},
    "log": {"file": "trivium.log", "level": "warning"}})");
  REQUIRE_MESSAGE(config.has_value(), config.error().message);
  CHECK(config->listeners[0].host == "::1");
  CHECK(config->listeners[0].protocol == Protocol::kUci);
  CHECK(config->listeners[1].token_file == "/etc/trivium/secret");
  CHECK(config->listeners[1].protocol == Protocol::kGtp);
  CHECK(config->listeners[2].host == "127.0.0.1");
  CHECK(config->listeners[2].token == "0123456789abcdef");
  REQUIRE(config->acpc.size() == 1);
  CHECK(config->acpc[0].host == "dealer.example");
  CHECK(config->acpc[0].port == 18000);
  CHECK(config->acpc[0].game == "limit");
  CHECK(config->acpc[0].seed == ~std::uint64_t{0});
  CHECK(!config->acpc[0].reconnect);
  CHECK(config->control == "/run/trivium/control");
  CHECK(config->weights.size() == 3);
  CHECK(config->weights.at("chess") == "/etc/trivium/a.safetensors");
  CHECK(config->weights.at("connect6") == "/b.safetensors");
  CHECK(config->weights.at("connect6_patterns") == "/etc/trivium/c.safetensors");
  CHECK(config->session.threads == 2);
  REQUIRE(config->session.retired.size() == 1);
  CHECK(config->session.retired[0].name == "old");
  CHECK(config->session.max_threads == 4);
  CHECK(config->session.hash_megabytes == 8);
  CHECK(config->session.max_hash_megabytes == 64);
  CHECK(config->limits.connections == 10);
  CHECK(config->limits.searches == 3);
  CHECK(config->limits.total_hash_megabytes == 100);
  CHECK(config->limits.line_bytes == 2048);
  CHECK(config->limits.output_bytes == 100000);
  CHECK(config->limits.login == 5s);
  CHECK(config->limits.idle == 0s);
  CHECK(config->limits.drain == 7s);
  CHECK(config->log.file == "/etc/trivium/trivium.log");
  CHECK(config->log.level == LogLevel::kWarning);
}

TEST_CASE("an invalid value is reported with its place") {
  CHECK(listener_fault(R"("port": 70000)") == "listeners[0].port: 70000 is not in 0..65535");
  CHECK(listener_fault(R"("port": -1)") == "listeners[0].port: -1 is not in 0..65535");
  CHECK(listener_fault(R"("port": "7000")") ==
        "listeners[0].port: needs a whole number in 0..65535");
  CHECK(listener_fault(R"("port": 7000.5)") ==
        "listeners[0].port: needs a whole number in 0..65535");
  CHECK(listener_fault("") == "listeners[0].port: is missing (0 = any free port)");
  CHECK(listener_fault(R"("port": 1, "host": "example.org")") ==
        "listeners[0].host: 'example.org' is neither an IP address nor 'localhost'");
  CHECK(listener_fault(R"("port": 1, "host": "")") ==
        "listeners[0].host: needs a text that is not empty");
  CHECK(listener_fault(R"("port": 1, "protocol": "usi")") ==
        "listeners[0].protocol: needs one of 'detect', 'uci', 'gtp', 'web', found 'usi'");
  CHECK(fault(R"({"listeners": {}})") == "listeners: needs a list [ ... ]");
  CHECK(fault(R"({"listeners": [7000]})") == "listeners[0]: needs an object { ... }");
  CHECK(fault("[]") == "the configuration: needs an object { ... }");
  CHECK(fault("{}") == "the configuration: needs listeners or acpc");
  CHECK(fault_beside_listener(R"("limits": {"idle_seconds": -5})") ==
        "limits.idle_seconds: -5 is not in 0..2592000");
  CHECK(fault_beside_listener(R"("log": {"level": "loud"})") ==
        "log.level: needs one of 'debug', 'info', 'warning', 'error', found 'loud'");
  CHECK(fault_beside_listener(R"("acpc": [{"host": "x", "port": 1}])") ==
        "acpc[0].game: is missing");
  CHECK(fault_beside_listener(
            R"("acpc": [{"host": "x", "port": 1, "game": "limit", "reconnect": 1}])") ==
        "acpc[0].reconnect: needs true or false");
  CHECK(fault_beside_listener(R"("control": ")" + std::string(200, 'x') + "\"") ==
        "control: the path of a socket has at most 107 bytes");
}

TEST_CASE("an unknown key is rejected, with the nearest known one if it is similar") {
  CHECK(fault_beside_listener(R"("limits": {"conections": 5})") ==
        "limits.conections: unknown key; did you mean 'connections'?");
  CHECK(fault_beside_listener(R"("weights": {"chss": "x"})") ==
        "weights.chss: unknown key; did you mean 'chess'?");
  CHECK(fault_beside_listener(R"("weights": {"go": "x"})") ==
        "weights.go: unknown key; known here: chess, connect6, connect6_patterns");
  CHECK(fault_beside_listener(R"("log": {"colour": "red"})") ==
        "log.colour: unknown key; known here: file, level");
  CHECK(listener_fault(R"("prt": 1)") == "listeners[0].prt: unknown key; did you mean 'port'?");
  CHECK(fault(R"({"acpc": [{"hst": "x", "port": 1, "game": "limit"}]})") ==
        "acpc[0].hst: unknown key; did you mean 'host'?");
  CHECK(listener_fault(R"("port": 1, "prots": 1)") ==
        "listeners[0].prots: unknown key; did you mean 'port'?");
}

TEST_CASE("two listeners cannot have the same address") {
  CHECK(
      fault(
          R"({"listeners": [{"port": 7000}, {"port": 0}, {"port": 0}, {"port": 7000, "host": "localhost"}]})") ==
      "listeners[3].port: listeners[0] has the same host and port");
  CHECK(fault(R"({"listeners": [{"port": 7000}, {"port": 7000, "host": "::1"}]})").empty());
}

TEST_CASE("a key that appears twice is rejected") {
  CHECK(fault(R"({"listeners": [{"port": 1, "port": 2}]})") ==
        "the key 'port' appears twice in one object");
  CHECK(fault_beside_listener(R"("log": {}, "log": {})") ==
        "the key 'log' appears twice in one object");
}

TEST_CASE("text that is no JSON is rejected with line and column") {
  CHECK(fault("{\n  \"listeners\": [}").find("line 2, column 17") != std::string::npos);
  CHECK(fault("").starts_with("not JSON: "));
  CHECK(fault("{\"log\xff\": 1}").starts_with("not JSON: "));
}

TEST_CASE("listeners beyond the loopback need a token, which must not be guessable") {
  CHECK(listener_fault(R"("port": 1, "host": "0.0.0.0")") ==
        "listeners[0].host: 0.0.0.0 is not a loopback address, so clients need a token: add "
        "token_file");
  CHECK(listener_fault(R"("port": 1, "host": "::")")
            .starts_with("listeners[0].host: :: is not a loopback address"));
  CHECK(listener_fault(R"("port": 1, "host": "127.1.2.3")").empty());
  CHECK(listener_fault(R"("port": 1, "host": "::", "token": "0123456789abcdef")").empty());
  CHECK(listener_fault(R"("port": 1, "host": "::", "token_file": "none")").empty());
  CHECK(listener_fault(R"("port": 1, "token": "short")") ==
        "listeners[0].token: a token needs at least 16 characters");
  CHECK(listener_fault(R"("port": 1, "token": "0123456789 abcdef")") ==
        "listeners[0].token: a token has printable ASCII characters and no blanks");
  CHECK(listener_fault(R"("port": 1, "token": "0123456789abcdef", "token_file": "x")") ==
        "listeners[0].token: cannot be combined with token_file");
}

TEST_CASE("limits that contradict each other are rejected") {
  CHECK(fault_beside_listener(
            R"("session": {"hash_mb": 64}, "limits": {"connections": 10, "total_hash_mb": 512})") ==
        "limits.total_hash_mb: 10 connections that start with 64 MB each need 640, found 512");
  CHECK(fault_beside_listener(R"("session": {"threads": 4, "max_threads": 2})") ==
        "session.max_threads: is less than threads");
  CHECK(fault_beside_listener(R"("session": {"old": "other"})") == "session.old: not kept");
  CHECK(fault_beside_listener(R"("session": {"hash_mb": 4, "max_hash_mb": 2})") ==
        "session.max_hash_mb: is less than hash_mb");
}

TEST_CASE(
    "errors of a configuration file name the file; its relative paths start from its folder") {
  const TemporaryFolder folder;
  const auto file = folder / "serve.json";
  CHECK(read_server_config(file, kKeys).error().code == "file.open");
  std::ofstream(file) << R"({"listeners": [{"port": 70000}]})";
  CHECK(read_server_config(file, kKeys).error().message ==
        file.string() + ": listeners[0].port: 70000 is not in 0..65535");
  std::ofstream(file) << R"({"listeners": [{"port": 7000, "token_file": "token"}]})";
  const auto config = read_server_config(file, kKeys);
  REQUIRE(config.has_value());
  CHECK(config->listeners[0].token_file == folder / "token");
}

TEST_CASE("a configuration may be a pipe; a folder or a too long file is rejected") {
  const TemporaryFolder folder;
  const auto pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::jthread writer([&pipe] { std::ofstream(pipe) << R"({"listeners": [{"port": 7000}]})"; });
  const auto config = read_server_config(pipe, kKeys);
  REQUIRE_MESSAGE(config.has_value(), config.error().message);
  CHECK(config->listeners[0].port == 7000);
  std::ofstream(folder / "long") << R"({"listeners": [{"port": 7000}]})"
                                 << std::string(1 << 20, ' ');
  CHECK(read_server_config(folder / "long", kKeys).error().code == "file.size");
  CHECK(read_server_config(folder / ".", kKeys).error().code == "file.folder");
}

TEST_CASE("a token file has the token on its first line, and its errors never contain the token") {
  const TemporaryFolder folder;
  ListenerConfig listener;
  CHECK(*load_token(listener) == "");
  listener.token_file = folder / "token";
  CHECK(load_token(listener).error().code == "file.open");
  std::ofstream(folder / "token") << "  0123456789abcdef \nmore\n";
  CHECK(*load_token(listener) == "0123456789abcdef");
  std::ofstream(folder / "token") << "0123456789\n";
  CHECK(load_token(listener).error().message ==
        (folder / "token").string() + ": a token needs at least 16 characters");
}

}  // namespace
}  // namespace trivium::server
