// `forked-learn N GAME VERB ...`: trivium-learn-mpi over N forked processes instead of MPI, so that
// tests need no MPI.
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <string>

#include "engine/core/text.h"
#include "tests/learning/harness/socket_transport.h"
#include "tools/learn/commands.h"

int main(int argc, char** argv) {
  try {
    const auto size = argc > 1 ? trivium::text::parse_number<std::size_t>(argv[1]) : std::nullopt;
    if (!size || *size == 0) throw std::runtime_error("usage: forked-learn N GAME VERB ...");
    trivium::learning::SocketTransport transport(*size);
    return trivium::tools::run_processes("forked-learn", "of tests", transport, argc - 1, argv + 1);
  } catch (const std::exception& error) {
    fmt::print(stderr, "forked-learn: {}\n", error.what());
    return 2;
  }
}
