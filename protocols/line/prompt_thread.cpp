#include "protocols/line/prompt_thread.h"

#include <cstdint>
#include <sys/syscall.h>
#include <unistd.h>

namespace trivium::line {

namespace {

/// First version of the argument of sched_setattr(2). The C library of Debian 12 has neither this
/// call nor a header that can be included together with <sched.h>.
struct SchedulingAttributes {
  std::uint32_t size = sizeof(SchedulingAttributes);
  std::uint32_t policy = 0;
  std::uint64_t flags = 0;
  std::int32_t nice = 0;
  std::uint32_t priority = 0;
  std::uint64_t runtime = 0;
  std::uint64_t deadline = 0;
  std::uint64_t period = 0;
};

constexpr std::uint32_t kOrdinary = 0;        // SCHED_OTHER
constexpr std::uint64_t kResetOnFork = 1;     // SCHED_FLAG_RESET_ON_FORK
constexpr std::uint64_t kMinSlice = 100'000;  // ns, the minimum of the kernel

}  // namespace

void wake_promptly() noexcept {
  SchedulingAttributes attributes;
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0) return;
  // The flag would take a higher priority from threads started by this one.
  if (attributes.policy != kOrdinary || attributes.nice < 0) return;
  attributes.flags |= kResetOnFork;
  attributes.runtime = kMinSlice;
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}

}  // namespace trivium::line
