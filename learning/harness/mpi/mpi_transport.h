// Messages between processes that mpirun started, by MPI.
//
// Only messages from process to process are used, not the sums of MPI: their order of additions
// depends on the number of processes (crew.h).
#pragma once

#include "learning/harness/process_group.h"

namespace trivium::learning {

/// One object per process, which its main thread creates, uses and destroys. If a process is
/// killed, mpirun ends the others.
class MpiTransport final : public Transport {
 public:
  /// Initializes MPI. Without mpirun there is one process. MPI ends the process if this fails.
  MpiTransport(int* argc, char*** argv);
  /// Finalizes MPI. Requires: all processes have called ProcessGroup::end().
  ~MpiTransport() override;

  std::size_t size() const noexcept override { return size_; }
  std::size_t rank() const noexcept override { return rank_; }
  void send(std::size_t to, std::span<const std::byte> bytes) override;
  Message receive() override;

 private:
  std::size_t size_ = 1;
  std::size_t rank_ = 0;
};

}  // namespace trivium::learning
