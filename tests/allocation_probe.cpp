#include "tests/allocation_probe.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <new>

namespace trivium::test {

namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

thread_local std::uint64_t granted = 0;
thread_local std::uint64_t requests_left = kNoLimit;

/// Returns nullptr if the limit is reached. `alignment` 0 means the default alignment.
void* allocate(std::size_t size, std::size_t alignment) noexcept {
  if (requests_left == 0) return nullptr;
  size = std::max<std::size_t>(size, 1);
  void* const memory =
      alignment == 0
          ? std::malloc(size)
          : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) return nullptr;
  ++granted;
  if (requests_left != kNoLimit) --requests_left;
  return memory;
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  void* const memory = allocate(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

std::uint64_t allocations() noexcept { return granted; }

AllocationLimit::AllocationLimit(std::uint64_t allowed) noexcept { requests_left = allowed; }
AllocationLimit::~AllocationLimit() { requests_left = kNoLimit; }
std::uint64_t AllocationLimit::left() const noexcept { return requests_left; }

}  // namespace trivium::test

// All forms for single objects are here, so that what one of them gave is returned to the same
// allocator: the address sanitizer has forms of its own for those that a program does not replace,
// and reports a mixture. Those for arrays are left to the library as pairs.
[[gnu::noinline]] void* operator new(std::size_t size) {
  return trivium::test::allocate_or_throw(size, 0);
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return trivium::test::allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return trivium::test::allocate(size, 0);
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment,
                                     const std::nothrow_t&) noexcept {
  return trivium::test::allocate(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t,
                                       const std::nothrow_t&) noexcept {
  std::free(memory);
}
