// 64 clients at once, half of which vanish in mid-search: nothing of them is left behind.
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/protocols/server/test_server.h"

namespace trivium::server {
namespace {

std::size_t entries(const char* folder) {
  const auto all = std::filesystem::directory_iterator(folder);
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

std::size_t threads() { return entries("/proc/self/task"); }
std::size_t descriptors() { return entries("/proc/self/fd"); }

std::size_t resident_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stoul(line.substr(6));
  }
  return 0;
}

/// One round of clients, of both games, all searching at once.
void visit(TestServer& server) {
  constexpr std::size_t kClients = 64;
  std::vector<line::Client> clients;
  for (std::size_t i = 0; i < kClients; ++i) {
    clients.push_back(server.connect());
    clients.back().write(i % 4 < 2 ? "uci\nposition startpos moves e2e4\ngo infinite\n" : "boardsize 19\nlz-analyze 10\n");
  }
  for (std::size_t i = 0; i < kClients; ++i) {
    REQUIRE(clients[i].read_until(i % 4 < 2 ? "info depth 2" : "info move "));
  }
  CHECK(server.status().searches_running == kClients);
  for (std::size_t i = 0; i < kClients; i += 2) clients[i].hang_up();
  for (std::size_t i = 1; i < kClients; i += 2) {
    const bool chess = i % 4 < 2;
    clients[i].write(chess ? "stop\nquit\n" : "protocol_version\nquit\n");
    CHECK(clients[i].read_until(chess ? "bestmove " : "= 2"));
  }
  CHECK(server.wait_until([](const ServerStatus& status) { return status.sessions.empty(); }));
}

TEST_CASE("64 clients at once, half of which vanish in mid-search, leave no thread, descriptor or memory behind") {
  TestServer server;
  visit(server);  // what the libraries keep for themselves is there after the first round
  const std::size_t threads_before = threads();
  const std::size_t descriptors_before = descriptors();
  const std::size_t memory_before = resident_kilobytes();
  constexpr int kRounds = 3;
  for (int round = 0; round < kRounds; ++round) visit(server);
  CHECK(threads() == threads_before);
  CHECK(descriptors() == descriptors_before);
  CHECK(server.status().hash_megabytes == 0);
  CHECK(server.status().searches_running == 0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // these keep freed memory for a while
  // A table of one megabyte a session: were they kept, there would be 192 MB more.
  CHECK(resident_kilobytes() < memory_before + 32 * 1024);
#endif
  MESSAGE("resident: ", memory_before, " kB after the first round, ", resident_kilobytes(), " kB after ", kRounds, " more");
}

}  // namespace
}  // namespace trivium::server
