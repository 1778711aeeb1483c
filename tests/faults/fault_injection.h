// Makes the n-th call of the system fail: memory, writes, syncs, threads.
//
// fault_injection.cpp replaces `operator new` and the functions of the C library in the program that
// it is linked to, so the code under test is the code that ships. Not with sanitizers, which replace
// the same functions.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace trivium::faults {

enum class Call : std::uint8_t {
  kAllocation,  ///< operator new throws std::bad_alloc
  kMemory,      ///< the same ten times in a row: the handling of the first failure gets none either
  kWrite,       ///< write(), pwrite(), fwrite() and fflush() fail with ENOSPC
  kSend,        ///< send() and sendmsg() fail with ECONNRESET
  kSync,        ///< fsync() and fdatasync() fail with EIO
  kThread,      ///< pthread_create() fails with EAGAIN
};

const char* name_of(Call call) noexcept;

/// Something that is to survive a failure.
struct Scenario {
  /// Uses what is tested, and counts in `done` what is complete. May throw what its users catch.
  std::function<void(std::atomic<int>& done)> run;
  /// Called after run() when calls succeed again. Returns what is wrong, or nothing.
  std::function<std::string(int done)> fault;
  /// The process may abort for want of memory, which std::terminate() reports; fault() is then called
  /// in another one. nlohmann::json allocates in its destructor.
  bool may_abort = false;
};

/// Runs the scenario of `make()` in a child process for each n from 1 on, with the n-th call failing,
/// until one runs in which none fails. After the first 800, most n are left out by a seeded sample,
/// unless the environment has TRIVIUM_EVERY_FAULT. Returns what was wrong, with its n: a fault, a
/// signal, or that a child took more than 20 seconds. Nothing if all went well. `failures` is the
/// number of calls that failed.
std::string first_fault(Call call, const std::function<Scenario()>& make, int& failures);

/// Returns how often `work` calls operator new, on any thread.
std::int64_t count_allocations(const std::function<void()>& work);

}  // namespace trivium::faults
