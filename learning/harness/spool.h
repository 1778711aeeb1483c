// Arrays larger than memory, written once and read often, in a temporary file.
//
// The file is unlinked when opened, so it disappears with the process; TMPDIR names its folder. It
// is accessed through one mapping, and the system caches used pages as memory allows. Disk space is
// reserved before it is mapped, so a full disk is an error when values are added, not a signal when
// they are read. Linux: mremap and posix_fallocate.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>

namespace trivium::learning {

/// Bytes of such a file. None is made before the first bytes are asked for.
class SpoolFile {
 public:
  SpoolFile() = default;
  SpoolFile(SpoolFile&& other) noexcept;
  SpoolFile& operator=(SpoolFile&& other) noexcept;
  ~SpoolFile();

  /// Makes room for `bytes` in all, more than were asked for before; those that are new are zero.
  /// All bytes may move. Throws format::LoadError where there is no folder for temporary files, or
  /// no room there; all is then as it was.
  void reserve(std::size_t bytes);

  std::byte* data() const noexcept { return data_; }
  std::size_t capacity() const noexcept { return capacity_; }

 private:
  int file_ = -1;
  std::byte* data_ = nullptr;
  std::size_t capacity_ = 0;
};

/// A growing array on disk. Errors are those of SpoolFile; adding makes spans invalid.
template <class T>
class Spool {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Spool() = default;
  Spool(Spool&& other) noexcept
      : file_(std::move(other.file_)), size_(std::exchange(other.size_, 0)) {}
  Spool& operator=(Spool&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(size_, other.size_);
    return *this;
  }

  std::size_t size() const noexcept { return size_; }
  std::span<const T> values() const noexcept { return {begin(), size_}; }
  const T& operator[](std::size_t i) const noexcept { return begin()[i]; }
  T& operator[](std::size_t i) noexcept { return begin()[i]; }

  void append(std::span<const T> values) {
    if (values.empty()) return;
    grow(size_ + values.size());
    std::memcpy(begin() + size_, values.data(), values.size_bytes());
    size_ += values.size();
  }
  void push_back(const T& value) { append({&value, 1}); }

  /// At least as many as there are; all bits of the new ones are zero.
  void resize(std::size_t size) {
    grow(size);
    size_ = size;
  }

 private:
  T* begin() const noexcept { return reinterpret_cast<T*>(file_.data()); }
  void grow(std::size_t size) {
    if (size * sizeof(T) > file_.capacity()) file_.reserve(size * sizeof(T));
  }

  SpoolFile file_;
  std::size_t size_ = 0;
};

}  // namespace trivium::learning
