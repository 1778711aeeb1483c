// Counts allocations, and makes them fail on request.
//
// A program that links allocation_probe.cpp has operator new and operator delete replaced. Until a
// test sets a limit they behave as usual, and each thread has a count and a limit of its own.
#pragma once

#include <cstdint>

namespace trivium::test {

/// Returns the number of requests for memory that this thread was granted since it started.
std::uint64_t allocations() noexcept;

/// While it lives, this thread is granted `allowed` more requests for memory; all others fail with
/// std::bad_alloc. Limits do not nest.
class AllocationLimit {
 public:
  explicit AllocationLimit(std::uint64_t allowed) noexcept;
  ~AllocationLimit();
  AllocationLimit(const AllocationLimit&) = delete;
  AllocationLimit& operator=(const AllocationLimit&) = delete;

  /// Returns the number of requests that will still be granted.
  std::uint64_t left() const noexcept;
};

}  // namespace trivium::test
