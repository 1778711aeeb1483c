// A server in which one allocation, send or thread fails while a client is served: the client is
// answered or disconnected, and the next client is served normally.
#include "protocols/server/server.h"

#include <arpa/inet.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <doctest/doctest.h>
#include <exception>
#include <memory>
#include <netinet/in.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/socket.h>

#include "boost/asio/io_context.hpp"

#include "engine/core/descriptor.h"
#include "tests/faults/check_failures.h"
#include "tests/protocols/gtp/gtp_client.h"
#include "tests/protocols/uci/support.h"

namespace trivium::faults {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

std::unique_ptr<server::ServerLog> silent_log() {
  auto log = server::ServerLog::open({.file = "/dev/null", .level = server::LogLevel::kDebug});
  if (!log) throw std::runtime_error(log.error().message);
  return *std::move(log);
}

server::ServerConfig one_listener() {
  server::ServerConfig config;
  config.listeners.resize(1);
  config.session.hash_megabytes = 1;
  return config;
}

class House {
 public:
  House()
      : log_(silent_log()),
        server_(io_, one_listener(), "0.0.0-test",
                {{uci::test_config(), gtp::test_config()}, {}, {}}, *log_) {
    if (const Status open = server_.open(); !open) throw std::runtime_error(open.error().message);
    const std::string address = server_.status().listeners.at(0).address;
    port_ = static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
  }

  /// Sends `text` from a client and serves it until the connection ends. Returns the answers.
  std::string ask(std::string_view text) {
    const Descriptor client(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port_);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(client.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
      throw std::runtime_error("connect");
    // Does not use send(), which fails for the server.
    if (sendto(client.get(), text.data(), text.size(), MSG_NOSIGNAL, nullptr, 0) < 0)
      throw std::runtime_error("sendto");
    std::string answers;
    const auto deadline = Clock::now() + 5s;
    while (Clock::now() < deadline) {
      run_some();
      std::array<char, 4096> chunk;
      const ssize_t size = recv(client.get(), chunk.data(), chunk.size(), MSG_DONTWAIT);
      if (size > 0) answers.append(chunk.data(), static_cast<std::size_t>(size));
      if (size == 0 || (size < 0 && errno != EAGAIN)) return answers;
    }
    throw std::runtime_error("the connection does not end");
  }

  /// Ends the server. Returns what is left of it after a while, or nothing.
  std::string end() {
    if (!run_until([this] { return server_.all_ended(); })) return "a connection is left";
    server_.shut_down();
    return run_until([this] { return io_.stopped(); }) ? "" : "the server does not end";
  }

 private:
  /// Same as in serve().
  void run_some() {
    try {
      io_.run_one_for(5ms);
    } catch (const std::exception&) {
      // Affects only one client.
    }
  }

  template <class Done>
  bool run_until(const Done& done) {
    const auto deadline = Clock::now() + 5s;
    while (!done() && Clock::now() < deadline) run_some();
    return done();
  }

  boost::asio::io_context io_{1};
  std::unique_ptr<server::ServerLog> log_;
  server::Server server_;
  std::uint16_t port_ = 0;
};

constexpr std::string_view kQuestions = "uci\nisready\nquit\n";

Scenario served_client() {
  const auto house = std::make_shared<std::unique_ptr<House>>();
  return {[house](std::atomic<int>&) {
            *house = std::make_unique<House>();
            (*house)->ask(kQuestions);
          },
          [house](int) -> std::string {
            try {
              if (*house == nullptr) *house = std::make_unique<House>();  // it did not start
              const std::string answers = (*house)->ask(kQuestions);
              if (!answers.ends_with("\nreadyok\n")) return "the next client fails: " + answers;
              return (*house)->end();
            } catch (const std::exception& fault) {
              return fault.what();
            }
          }};
}

TEST_CASE("a server survives the failure of any allocation, send or thread") {
  check_failures(served_client, {Call::kAllocation, Call::kMemory, Call::kSend, Call::kThread});
}

}  // namespace
}  // namespace trivium::faults
