// Owner of a file descriptor of the operating system, and reads and writes of whole texts by
// descriptors.
#pragma once

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace trivium {

/// Closes its descriptor. A negative number means "none".
class Descriptor {
 public:
  Descriptor() noexcept = default;
  explicit Descriptor(int fd) noexcept : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }

  int get() const noexcept { return fd_; }
  /// Returns the descriptor and gives up its ownership: the caller must close it.
  int release() noexcept { return std::exchange(fd_, -1); }

 private:
  int fd_ = -1;
};

/// Writes `bytes`, however many calls that takes. Returns the number of bytes written; fewer than
/// all, with errno, on error.
inline std::size_t write_all(int file, std::string_view bytes) noexcept {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::write(file, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

/// Fills `bytes` from position `begin` of a file. Returns the number of bytes read; fewer than all
/// at the end of the file or on error.
inline std::size_t read_at(int file, std::span<std::byte> bytes, std::uint64_t begin) noexcept {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count =
        ::pread(file, bytes.data() + done, bytes.size() - done, static_cast<off_t>(begin + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

}  // namespace trivium
