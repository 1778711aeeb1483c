#include "learning/harness/mpi/mpi_transport.h"

#include <algorithm>
#include <chrono>
#include <mpi.h>
#include <stdexcept>
#include <thread>

namespace trivium::learning {

namespace {

constexpr int kTag = 0;

// The C interface only; errors end the job (MPI_ERRORS_ARE_FATAL, the default).

/// Waits for a message. The functions of MPI that wait use a whole processor, which the threads of
/// other processes on this machine may need; so this one sleeps between its looks.
MPI_Status wait_for_message() {
  using namespace std::chrono_literals;
  constexpr int kLooksAtOnce = 1000;
  constexpr std::chrono::microseconds kMaxPause = 200us;
  std::chrono::microseconds pause = 0us;
  for (int looks = 0;; ++looks) {
    int found = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &found, &status);
    if (found != 0) return status;
    if (looks < kLooksAtOnce) continue;
    pause = std::min(pause + 1us, kMaxPause);
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace

MpiTransport::MpiTransport(int* argc, char*** argv) {
  int provided = 0;
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
  if (provided < MPI_THREAD_FUNNELED) {
    MPI_Finalize();
    throw std::runtime_error("this MPI does not allow threads beside the main one");
  }
  int size = 1;
  int rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  size_ = static_cast<std::size_t>(size);
  rank_ = static_cast<std::size_t>(rank);
}

MpiTransport::~MpiTransport() { MPI_Finalize(); }

void MpiTransport::send(std::size_t to, std::span<const std::byte> bytes) {
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, static_cast<int>(to), kTag,
           MPI_COMM_WORLD);
}

Transport::Message MpiTransport::receive() {
  MPI_Status status = wait_for_message();
  int count = 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  Message message{static_cast<std::size_t>(status.MPI_SOURCE),
                  Bytes(static_cast<std::size_t>(count))};
  MPI_Recv(message.bytes.data(), count, MPI_BYTE, status.MPI_SOURCE, kTag, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return message;
}

}  // namespace trivium::learning
