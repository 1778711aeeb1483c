// A large array of zeros that costs nothing until it is used: hash tables of gigabytes are made and cleared in an instant.
//
// The pages come from the system, which gives them as zeros when they are first touched; clear() hands them back. Both take the time of
// the pages that were touched, not of the array's size. Linux: private anonymous mmap, madvise(MADV_DONTNEED).
#pragma once

#include <cstddef>
#include <new>
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
  ZeroedArray(ZeroedArray&& other) noexcept : size_(other.size_), elements_(std::exchange(other.elements_, nullptr)) {}
  ZeroedArray& operator=(ZeroedArray&& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(elements_, other.elements_);
    return *this;
  }
  ~ZeroedArray() {
    if (elements_ != nullptr) munmap(elements_, bytes());
  }

  std::size_t size() const noexcept { return size_; }
  T& operator[](std::size_t i) noexcept { return elements_[i]; }
  const T& operator[](std::size_t i) const noexcept { return elements_[i]; }

  /// Every element is zero again. Not while another thread uses the array.
  void clear() noexcept { madvise(elements_, bytes(), MADV_DONTNEED); }

 private:
  std::size_t bytes() const noexcept { return size_ * sizeof(T); }

  std::size_t size_;
  T* elements_;
};

}  // namespace trivium
