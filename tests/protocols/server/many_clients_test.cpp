// Many clients at once, half of which disconnect during a search: nothing of them is left behind.
#include <doctest/doctest.h>
#include <filesystem>
#include <iterator>
#include <malloc.h>
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

/// Returns the memory that the process has allocated and not freed, without reserves of the
/// allocator.
std::size_t heap_bytes() {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

/// Runs one round of `count` clients, of both games, all searching at once.
void visit(TestServer& server, std::size_t count) {
  std::vector<line::Client> clients;
  for (std::size_t i = 0; i < count; ++i) {
    clients.push_back(server.connect());
    clients.back().write(i % 4 < 2 ? "uci\nposition startpos moves e2e4\ngo infinite\n"
                                   : "boardsize 19\nlz-analyze 10\n");
  }
  for (std::size_t i = 0; i < count; ++i) {
    REQUIRE(clients[i].read_until(i % 4 < 2 ? "info depth 2" : "info move "));
  }
  CHECK(server.status().searches_running == count);
  for (std::size_t i = 0; i < count; i += 2) clients[i].hang_up();
  for (std::size_t i = 1; i < count; i += 2) {
    const bool chess = i % 4 < 2;
    clients[i].write(chess ? "stop\nquit\n" : "protocol_version\nquit\n");
    CHECK(clients[i].read_until(chess ? "bestmove " : "= 2"));
  }
  CHECK(server.wait_until([](const ServerStatus& status) { return status.sessions.empty(); }));
}

void check_nothing_is_left(std::size_t clients, int rounds) {
  TestServer server;
  visit(server,
        clients);  // after the first round the libraries have allocated their permanent memory
  const std::size_t threads_before = threads();
  const std::size_t descriptors_before = descriptors();
  [[maybe_unused]] const std::size_t heap_before = heap_bytes();
  for (int round = 0; round < rounds; ++round) visit(server, clients);
  CHECK(threads() == threads_before);
  CHECK(descriptors() == descriptors_before);
  CHECK(server.status().hash_megabytes == 0);
  CHECK(server.status().searches_running == 0);
#if !defined(TRIVIUM_SANITIZER)  // these have allocators of their own
  MESSAGE("heap: ", heap_before, " bytes after the first round, ", heap_bytes(), " after ", rounds,
          " more");
  // Less than a kilobyte per client, of more than a megabyte that each had.
  CHECK(heap_bytes() < heap_before + clients * 1024);
#endif
}

TEST_CASE(
    "clients at once, half of which disconnect during a search, leave no thread, descriptor or "
    "memory behind") {
  check_nothing_is_left(12, 1);
}

TEST_CASE(
    "64 clients at once, half of which disconnect during a search, leave no thread, descriptor or "
    "memory behind" *
    doctest::test_suite("long")) {
#if defined(TRIVIUM_SANITIZER)
  check_nothing_is_left(64, 1);
#else
  check_nothing_is_left(64, 3);
#endif
}

}  // namespace
}  // namespace trivium::server
