// A server for one test, in this process, and TCP clients for it.
#pragma once

#include <functional>
#include <string>
#include <thread>

#include "boost/asio/io_context.hpp"

#include "protocols/server/server.h"
#include "tests/protocols/line/conversation.h"

namespace trivium::server {

/// One listener on a free loopback port, plain weights, small tables, time limits suitable for
/// sanitizers.
ServerConfig test_server_config();

/// Test weights of both games from a file named `name`; in chess a pawn is worth `pawn` pawns.
struct TestWeights {
  std::string name = "test";
  double pawn = 1;
};

/// Chess and Connect-6 with the weights of `load`; no outgoing players.
ServerSources test_sources(std::function<Result<TestWeights>()> load = [] {
  return Result<TestWeights>(TestWeights{});
});

class TestServer {
 public:
  explicit TestServer(const ServerConfig& config = test_server_config(),
                      ServerSources sources = test_sources());
  /// Shuts the server down and waits until it has ended completely.
  ~TestServer();
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  /// Returns a new client of the listener with that index.
  line::Client connect(std::size_t listener = 0);
  /// Runs `work` on the I/O thread and waits for it.
  void on_io_thread(const std::function<void(Server&)>& work);
  ServerStatus status();
  /// Waits until `holds` is true for the status. Returns false if that takes longer than 20
  /// seconds.
  bool wait_until(const std::function<bool(const ServerStatus&)>& holds);
  /// Begins to shut down. Returns whether everything ended within `patience`.
  bool shut_down(std::chrono::milliseconds patience);

 private:
  boost::asio::io_context io_;
  std::unique_ptr<ServerLog> log_;
  Server server_;
  std::promise<void> over_;
  std::future<void> ended_ = over_.get_future();
  std::jthread thread_;
};

}  // namespace trivium::server
