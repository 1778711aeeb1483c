// Makes the n-th call of the system fail: memory, writes, syncs, threads.
//
// fault_injection.cpp replaces `operator new` and functions of the C library in its program, so the
// tested code is the code that ships. Not for use with sanitizers, which replace the same
// functions.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

namespace trivium::faults {

enum class Call : std::uint8_t {
  kAllocation,  ///< operator new throws std::bad_alloc
  kMemory,      ///< the same ten times in a row, so that the error handling gets no memory either
  kWrite,       ///< write(), pwrite(), fwrite() and fflush() fail with ENOSPC
  kSend,        ///< send() and sendmsg() fail with ECONNRESET
  kSync,        ///< fsync() and fdatasync() fail with EIO
  kThread,      ///< pthread_create() fails with EAGAIN
};

const char* name_of(Call call) noexcept;

/// Work that must survive a failure.
struct Scenario {
  /// Runs the tested code and counts completed work in `done`. May throw exceptions that its users
  /// catch.
  std::function<void(std::atomic<int>& done)> run;
  /// Called after run() when calls succeed again. Returns what is wrong, or nothing.
  std::function<std::string(int done)> fault;
  /// The process may abort for lack of memory through std::terminate(), because nlohmann::json
  /// allocates in its destructor; fault() is then called in another process.
  bool may_abort = false;
};

/// Runs the scenario of `make()` in a child process for each n from 1 on, with the n-th call
/// failing, until no call fails. After the first 800, a seeded sample of n is used, unless the
/// environment has TRIVIUM_EVERY_FAULT. Returns the first problem with its n: a fault, a signal, or
/// a child that took more than 20 seconds; nothing if there was none. `failures` is the number of
/// failed calls.
std::string first_fault(Call call, const std::function<Scenario()>& make, int& failures);

/// Returns how often `work` calls operator new, on any thread.
std::int64_t count_allocations(const std::function<void()>& work);

}  // namespace trivium::faults
