// Arrays larger than memory in a temporary file, for data that are written once and read often.
//
// The environment variable TMPDIR names the folder of the file; the default is /tmp. The file is
// unlinked when it is opened, so it disappears with the process. It is mapped into memory, and the
// system caches used pages as memory allows. Disk space is reserved before it is mapped, so a full
// disk causes an exception when values are added, not a signal (SIGBUS) when they are stored. Needs
// Linux (mremap, posix_fallocate).
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

namespace trivium::learning {

/// Returns the descriptor of a new, empty temporary file without a name. Throws format::LoadError.
int open_temporary_file();

/// Throws the format::LoadError "file.temporary" for a temporary file. `what` says what failed,
/// `cause` is an errno value.
[[noreturn]] void fail_temporary_file(std::string_view what, int cause);

/// A growing temporary file, mapped into memory. The file is created by the first reserve().
class SpoolFile {
 public:
  SpoolFile() = default;
  SpoolFile(SpoolFile&& other) noexcept;
  SpoolFile& operator=(SpoolFile&& other) noexcept;
  ~SpoolFile();

  /// Grows the file to at least `bytes` bytes; new bytes are zero. May move the mapping, which
  /// invalidates data(). Throws format::LoadError if there is no folder for temporary files or
  /// no room in it; the content is then unchanged. Requires: `bytes` > capacity().
  void reserve(std::size_t bytes);

  std::byte* data() const noexcept { return data_; }
  std::size_t capacity() const noexcept { return capacity_; }

 private:
  int file_ = -1;
  std::byte* data_ = nullptr;
  std::size_t capacity_ = 0;
};

/// A growing array in a SpoolFile. Functions that add elements throw as SpoolFile::reserve() does.
/// They invalidate spans and references to elements, so the values to add must not be elements of
/// this array.
template <class T>
class Spool {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Spool() = default;
  Spool(Spool&& other) noexcept { *this = std::move(other); }
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

  /// Sets the number of elements. All bits of new elements are zero. Requires: `size` >= size().
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
