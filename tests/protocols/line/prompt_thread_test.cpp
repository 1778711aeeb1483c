#include "protocols/line/prompt_thread.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace trivium::line {
namespace {

/// Result of sched_getattr(2) for the calling thread.
struct Scheduling {
  std::uint32_t size = 0, policy = 0;
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t slice = 0;  ///< ns; 0 before Linux 6.12
  std::uint64_t deadline = 0, period = 0;
};

std::optional<Scheduling> scheduling() {
  Scheduling own;
  if (syscall(SYS_sched_getattr, 0, &own, sizeof own, 0) != 0) return std::nullopt;
  return own;
}

TEST_CASE(
    "a prompt thread has short slices and its old priority; threads started from it have ordinary "
    "ones") {
  std::optional<Scheduling> before, after, started;
  std::jthread([&] {
    before = scheduling();
    wake_promptly();
    after = scheduling();
    std::jthread([&] { started = scheduling(); }).join();
  }).join();
  if (!before) {
    MESSAGE("no sched_getattr here");
    return;
  }
  REQUIRE(after.has_value());
  REQUIRE(started.has_value());
  CHECK(after->nice == before->nice);
  CHECK(after->policy == before->policy);
  CHECK(started->nice == before->nice);
  CHECK(started->slice == before->slice);
  if (before->slice == 0 || before->nice < 0) return;
  CHECK(after->slice < before->slice);
}

}  // namespace
}  // namespace trivium::line
