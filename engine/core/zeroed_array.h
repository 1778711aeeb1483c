// A large array that is zero at first, for hash tables of gigabytes. The constructor does not touch
// the memory; the owner chooses when it is allocated.
//
// The operating system fills pages with zeros when they are first touched; clear() returns them. A
// first touch can take milliseconds (huge pages, a virtual machine that must get memory from its
// host), so populate() allocates all pages at once, before a clock runs, and can be stopped. Linux
// only: private anonymous mmap, madvise.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <stop_token>
#include <sys/mman.h>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace trivium {

/// `T` is a plain value whose all-zero bytes mean "empty".
template <class T>
requires std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>
class ZeroedArray {
 public:
  /// Requires: `size` >= 1. Throws std::bad_alloc if the system cannot provide the memory.
  explicit ZeroedArray(std::size_t size) : size_(size) {
    void* const pages =
        mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    madvise(pages, bytes(), MADV_HUGEPAGE);  // fewer TLB misses; some kernels do not support it
    elements_ = static_cast<T*>(pages);
  }
  ZeroedArray(ZeroedArray&& other) noexcept
      : size_(other.size_),
        elements_(std::exchange(other.elements_, nullptr)),
        populated_(other.populated_) {}
  ZeroedArray& operator=(ZeroedArray&& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(elements_, other.elements_);
    std::swap(populated_, other.populated_);
    return *this;
  }
  ~ZeroedArray() {
    if (elements_ != nullptr) munmap(elements_, bytes());
  }

  std::size_t size() const noexcept { return size_; }
  T& operator[](std::size_t i) noexcept { return elements_[i]; }
  const T& operator[](std::size_t i) const noexcept { return elements_[i]; }

  /// Sets every element to zero by returning the memory to the system. Not thread-safe.
  void clear(int threads = 1) noexcept {
    populated_ = false;
    in_parts(threads, [](char* begin, std::size_t size) {
      // madvise fails for pages that are locked in memory.
      if (madvise(begin, size, MADV_DONTNEED) != 0) std::memset(begin, 0, size);
    });
  }

  /// Allocates the memory of every element that was not used yet; keeps stored values. Takes
  /// seconds for gigabytes on some virtual machines. Returns within milliseconds after `stop` is
  /// requested; the remaining pages are then allocated at their first use.
  void populate(const std::stop_token& stop, int threads = 1) noexcept {
    if (populated_) return;
    std::atomic<bool> populated = true;
    in_parts(threads, [&](char* begin, std::size_t size) {
      // Fails on kernels older than 5.14.
      if (stop.stop_requested() || madvise(begin, size, MADV_POPULATE_WRITE) != 0)
        populated = false;
    });
    populated_ = populated;
  }

 private:
  std::size_t bytes() const noexcept { return size_ * sizeof(T); }

  /// Calls `work` for each part of the memory, on up to `threads` threads, or fewer if the system
  /// cannot start them.
  template <class Work>
  void in_parts(int threads, const Work& work) noexcept {
    // Parts are aligned to huge pages, since returning half of a huge page would split it.
    constexpr std::uintptr_t kPart = std::uintptr_t{4} << 20;
    const auto begin = reinterpret_cast<std::uintptr_t>(elements_);
    const std::uintptr_t end = begin + bytes();
    std::atomic<std::uintptr_t> next = begin / kPart * kPart;
    const auto run = [&] {
      for (std::uintptr_t at = next.fetch_add(kPart); at < end; at = next.fetch_add(kPart)) {
        const std::uintptr_t first = std::max(at, begin);
        work(reinterpret_cast<char*>(elements_) + (first - begin),
             std::min(at + kPart, end) - first);
      }
    };
    std::vector<std::jthread> others;
    try {
      const std::size_t parts = (bytes() + kPart - 1) / kPart;
      while (others.size() + 1 < std::min(static_cast<std::size_t>(threads), parts))
        others.emplace_back(run);
    } catch (const std::exception&) {
      // The threads that did start do all the work.
    }
    run();
  }

  std::size_t size_;
  T* elements_;
  bool populated_ = false;
};

}  // namespace trivium
