// The web listener of a server, as browsers and hostile pages use it.
#include <chrono>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "protocols/web/http_server.h"
#include "tests/protocols/server/test_server.h"
#include "tests/protocols/web/web_client.h"
#include "tests/temporary_folder.h"

namespace trivium::web {
namespace {

using nlohmann::json;
using server::ServerConfig;
using server::ServerSources;
using server::ServerStatus;
using server::TestServer;

const std::string kToken = "0123456789abcdef0123456789abcdef";

/// A server with one web listener and a page of three files.
class WebServer {
 public:
  explicit WebServer(ServerConfig config = server::test_server_config(), bool with_page = true) {
    if (with_page) {
      write("index.html", "<!doctype html>");
      write("core/socket.js", "export {};");
      write("notes.secret", "not served");
    }
    config.listeners[0].protocol = server::Protocol::kWeb;
    config.listeners[0].token = kToken;
    config.web.folder = folder_.path();
    ServerSources sources = server::test_sources();
    sources.methods = [] {
      Methods methods;
      methods.methods["echo"] = {Lane::kReading,
                                 [](const Call& call) -> Answer { return call.params; }};
      return methods;
    };
    server_.emplace(config, std::move(sources));
  }

  WebClient connect() { return {server_->connect(), port()}; }
  /// A client whose WebSocket is open and logged in.
  WebClient logged_in() {
    WebClient client = connect();
    REQUIRE(client.open_socket(client.own_origin()) == 101);
    client.send_text("token " + kToken + "\n");
    REQUIRE(client.read_line() == "ok");
    return client;
  }
  TestServer& server() { return *server_; }

 private:
  void write(const std::string& name, const std::string& text) {
    const std::filesystem::path file = folder_.path() / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

  std::uint16_t port() {
    const std::string address = server_->status().listeners.at(0).address;
    return static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
  }

  TemporaryFolder folder_;
  std::optional<TestServer> server_;
};

TEST_CASE("the files of the page are served with strict headers") {
  WebServer server;
  WebClient client = server.connect();
  const HttpAnswer page = client.get("/");
  CHECK(page.status == 200);
  CHECK(page.body == "<!doctype html>");
  CHECK(page.fields.at("content-type") == "text/html; charset=utf-8");
  CHECK(page.fields.at("x-content-type-options") == "nosniff");
  CHECK(page.fields.at("content-security-policy")
            .starts_with("default-src 'none'; script-src 'self'"));
  CHECK(page.fields.at("content-security-policy").find("unsafe") == std::string::npos);
  const HttpAnswer script = client.get("/core/socket.js?version=2");
  CHECK(script.status == 200);
  CHECK(script.fields.at("content-type") == "text/javascript; charset=utf-8");
}

TEST_CASE("a file that the browser has is not sent again") {
  WebServer server;
  WebClient client = server.connect();
  const std::string tag = client.get("/").fields.at("etag");
  const HttpAnswer again = client.get("/", "If-None-Match: " + tag);
  CHECK(again.status == 304);
  CHECK(again.body.empty());
}

TEST_CASE("HEAD sends the length of a file without the file") {
  WebServer server;
  WebClient client = server.connect();
  client.send("HEAD / HTTP/1.1\r\nHost: " + client.host() + "\r\n\r\n");
  const HttpAnswer head = client.read_answer(false);
  CHECK(head.status == 200);
  CHECK(head.fields.at("content-length") == "15");
  CHECK(client.get("/").status == 200);
}

TEST_CASE("only files of known types below the folder of the page are served") {
  WebServer server;
  for (const char* path : {"/notes.secret", "/missing.js", "/../../etc/passwd", "/core", "/core/",
                           "/%2e%2e/index.html", "//index.html"}) {
    CAPTURE(path);
    CHECK(server.connect().get(path).status == 404);
  }
}

TEST_CASE("without a built page the answer states what to do") {
  WebServer server(server::test_server_config(), false);
  const HttpAnswer answer = server.connect().get("/");
  CHECK(answer.status == 503);
  CHECK(answer.body.find("tools/web build") != std::string::npos);
}

TEST_CASE("a request under another name is refused: DNS rebinding") {
  WebServer server;
  for (const char* host : {"evil.example", "evil.example:80", "127.0.0.1", "127.0.0.1:1", ""}) {
    CAPTURE(host);
    WebClient client = server.connect();
    client.send("GET / HTTP/1.1\r\nHost: " + std::string(host) + "\r\n\r\n");
    CHECK(client.read_answer().status == 421);
  }
  WebClient twice = server.connect();
  twice.send("GET / HTTP/1.1\r\nHost: " + twice.host() + "\r\nHost: evil.example\r\n\r\n");
  CHECK(twice.read_answer().status != 200);
}

TEST_CASE("a WebSocket of another origin, or without one, is refused") {
  WebServer server;
  for (const char* origin : {"", "null", "http://evil.example", "https://127.0.0.1"}) {
    CAPTURE(origin);
    CHECK(server.connect().open_socket(origin) == 403);
  }
  WebClient own = server.connect();
  CHECK(own.open_socket(own.own_origin()) == 101);
}

TEST_CASE("an origin of the configuration may open a WebSocket under its own name") {
  ServerConfig config = server::test_server_config();
  config.web.origins = {"https://chess.example.org"};
  WebServer server(config);
  CHECK(server.connect().open_socket("https://chess.example.org") == 101);
  WebClient proxied = server.connect();
  proxied.send("GET / HTTP/1.1\r\nHost: chess.example.org\r\n\r\n");
  CHECK(proxied.read_answer().status == 200);
}

TEST_CASE("requests that change something, or have a body, are refused") {
  WebServer server;
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT"}) {
    CAPTURE(method);
    WebClient client = server.connect();
    client.send(std::string(method) + " / HTTP/1.1\r\nHost: " + client.host() + "\r\n\r\n");
    CHECK(client.read_answer().status == 405);
  }
  WebClient body = server.connect();
  CHECK(body.get("/", "Content-Length: 4").status == 413);
  WebClient chunked = server.connect();
  CHECK(chunked.get("/", "Transfer-Encoding: chunked").status == 413);
}

TEST_CASE("a giant header and text that is not HTTP are refused") {
  WebServer server;
  WebClient giant = server.connect();
  CHECK(giant.get("/", "Cookie: " + std::string(20000, 'x')).status == 431);
  WebClient other = server.connect();
  other.send("uci\r\n\r\n");
  CHECK(other.read_answer().status == 400);
  CHECK(server.connect().get("/").status == 200);
}

TEST_CASE("a WebSocket needs the token in its first line") {
  WebServer server;
  WebClient client = server.connect();
  REQUIRE(client.open_socket(client.own_origin()) == 101);
  client.send_text("json 1\n");
  const auto answer = client.read_line();
  REQUIRE(answer);
  CHECK(answer->starts_with("error: "));
  CHECK_FALSE(client.read_line());
}

TEST_CASE("a WebSocket carries the lines of a UCI session") {
  WebServer server;
  WebClient client = server.logged_in();
  client.send_text("uci\nposition startpos\n");
  CHECK(client.read_until("uciok"));
  client.send_text("go dep");
  client.send_text("th 2\n");  // a frame is a piece of the stream
  CHECK(client.read_until("bestmove "));
  CHECK(server.server().status().sessions.at(0).protocol == "UCI");
}

TEST_CASE("a WebSocket carries the lines of a GTP session") {
  WebServer server;
  WebClient client = server.logged_in();
  client.send_text("boardsize 15\n1 genmove b\n");
  CHECK(client.read_until("=1 H8"));
}

TEST_CASE("a WebSocket carries JSON requests, with the status of the server among them") {
  WebServer server;
  WebClient client = server.logged_in();
  client.send_text("json 1\n{\"id\":1,\"method\":\"server\"}\n");
  const auto line = client.read_line();
  REQUIRE(line);
  const json answer = json::parse(*line);
  CHECK(answer["id"] == 1);
  CHECK(answer["result"]["sessions"].size() == 1);
  CHECK(answer["result"]["log"].is_array());
}

TEST_CASE("a ping is answered and a close frame ends the session") {
  WebServer server;
  WebClient client = server.logged_in();
  client.send_frame(0x89, "are you there");
  client.send_text("uci\n");
  CHECK(client.read_until("uciok"));
  client.send_frame(0x88, "\x03\xe8");
  CHECK_FALSE(client.read_line());
  CHECK(server.server().wait_until(
      [](const ServerStatus& status) { return status.sessions.empty(); }));
}

TEST_CASE("bad frames break the connection and nothing else") {
  WebServer server;
  struct BadFrame {
    const char* what;
    std::uint8_t first;
    std::string payload;
    bool masked;
  };
  const std::vector<BadFrame> frames{
      {"not masked", 0x81, "uci\n", false},
      {"binary", 0x82, "uci\n", true},
      {"invalid UTF-8", 0x81, "\xff\xfe\n", true},
      {"reserved opcode", 0x83, "uci\n", true},
      {"reserved bit", 0xC1, "uci\n", true},
      {"a continuation of nothing", 0x80, "uci\n", true},
      {"a long control frame", 0x89, std::string(200, 'x'), true},
      {"too long", 0x81, std::string(std::size_t{1} << 17, 'x'), true},
  };
  for (const BadFrame& frame : frames) {
    CAPTURE(frame.what);
    WebClient client = server.logged_in();
    client.send_frame(frame.first, frame.payload, frame.masked);
    CHECK_FALSE(client.read_line());
  }
  CHECK(server.server().wait_until(
      [](const ServerStatus& status) { return status.sessions.empty(); }));
  WebClient client = server.logged_in();
  client.send_text("uci\n");
  CHECK(client.read_until("uciok"));
}

TEST_CASE("HTTP connections do not count as clients, and the oldest gives way at their limit") {
  ServerConfig config = server::test_server_config();
  config.limits.connections = 2;
  WebServer server(config);
  std::vector<WebClient> silent;
  for (int i = 0; i < 5; ++i) silent.push_back(server.connect());
  CHECK(server.connect().get("/").status == 200);
  CHECK(silent.front().read_answer().status == 0);
  WebClient client = server.logged_in();
  client.send_text("uci\n");
  CHECK(client.read_until("uciok"));
  CHECK(server.server().status().sessions.size() == 1);
}

TEST_CASE("a client that is too slow with its request is disconnected") {
  ServerConfig config = server::test_server_config();
  config.limits.login = std::chrono::seconds(1);
  WebServer server(config);
  WebClient silent = server.connect();
  WebClient slow = server.connect();
  slow.send("GET / HTTP/1.1\r\nHost: ");
  CHECK(silent.read_answer().status == 0);
  CHECK(slow.read_answer().status == 0);
  CHECK(server.connect().get("/").status == 200);
}

TEST_CASE("a search in a WebSocket ends when its page vanishes") {
  WebServer server;
  {
    WebClient client = server.logged_in();
    client.send_text("uci\nposition startpos\ngo infinite\n");
    CHECK(server.server().wait_until(
        [](const ServerStatus& status) { return status.searches_running == 1; }));
  }
  CHECK(server.server().wait_until([](const ServerStatus& status) {
    return status.searches_running == 0 && status.sessions.empty();
  }));
}

TEST_CASE("a shutdown closes WebSockets and connections of browsers") {
  WebServer server;
  WebClient socket = server.logged_in();
  WebClient page = server.connect();
  CHECK(page.get("/").status == 200);
  CHECK(server.server().shut_down(std::chrono::seconds(20)));
  CHECK_FALSE(socket.read_line());
}

}  // namespace
}  // namespace trivium::web
