// `mpirun -np N trivium-learn-mpi GAME VERB`: learners whose sums several processes share, on one
// machine or several.
#include <cstdio>
#include <exception>
#include <fmt/format.h>

#include "learning/harness/mpi/mpi_transport.h"
#include "tools/learn/commands.h"

int main(int argc, char** argv) {
  try {
    trivium::learning::MpiTransport transport(&argc, &argv);
    return trivium::tools::run_processes("trivium-learn-mpi", TRIVIUM_KERNEL, transport, argc,
                                         argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "trivium-learn-mpi: {}\n", error.what());
    return 1;
  }
}
