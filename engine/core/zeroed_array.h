// A large array of zeros for hash tables of gigabytes: made and cleared in an instant, paid for when the owner chooses.
//
// The pages come from the system, which fills them with zeros when they are first touched; clear() hands them back. A first touch can take
// milliseconds (huge pages, a virtual machine that must get the memory from its host), so populate() takes all pages at once, before
// a clock runs, and can be told to stop. Linux: private anonymous mmap, madvise.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <stop_token>
#include <sys/mman.h>
#include <type_traits>
#include <utility>

namespace trivium {

/// `T` is a plain value for which all bits zero is "nothing here".
template <class T>
requires std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>
class ZeroedArray {
 public:
  /// Of at least one element. Throws std::bad_alloc where the system refuses so much memory.
  explicit ZeroedArray(std::size_t size) : size_(size) {
    void* const pages = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    madvise(pages, bytes(), MADV_HUGEPAGE);  // fewer misses of the address cache; not every kernel knows it
    elements_ = static_cast<T*>(pages);
  }
  ZeroedArray(ZeroedArray&& other) noexcept
      : size_(other.size_), elements_(std::exchange(other.elements_, nullptr)), populated_(other.populated_) {}
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

  /// Every element is zero again. Not while another thread uses the array.
  void clear() noexcept {
    // The system does not take back pages that are locked in memory.
    if (madvise(elements_, bytes(), MADV_DONTNEED) != 0) {
      std::memset(static_cast<void*>(elements_), 0, bytes());
    } else {
      populated_ = false;
    }
  }

  /// Takes the memory of every element that was not used yet; what is stored stays. Seconds for gigabytes where
  /// a virtual machine must be given them. Returns within milliseconds when `stop` asks for it; the rest then comes when used.
  void populate(const std::stop_token& stop) noexcept {
    constexpr std::size_t kStep = std::size_t{4} << 20;
    auto* const begin = reinterpret_cast<char*>(elements_);
    for (std::size_t at = 0; at < bytes() && !populated_; at += kStep) {
      if (stop.stop_requested()) return;
      if (madvise(begin + at, std::min(kStep, bytes() - at), MADV_POPULATE_WRITE) != 0) return;  // the kernel is older than 5.14
    }
    populated_ = true;
  }

 private:
  std::size_t bytes() const noexcept { return size_ * sizeof(T); }

  std::size_t size_;
  T* elements_;
  bool populated_ = false;
};

}  // namespace trivium
