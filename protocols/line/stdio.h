// Standard input and output as one stream socket.
//
// A terminal, a pipe shared with others or a regular file can neither be made non-blocking (the flag would be seen by everyone who
// shares it) nor be watched by epoll (files). So one small thread each way copies between the descriptors and one end of a socket pair;
// the other end behaves like any connection. The copying threads wait in poll() with an event that ends them.
#pragma once

#include <atomic>
#include <thread>

namespace trivium::line {

/// Owns a file descriptor.
class Descriptor {
 public:
  Descriptor() noexcept = default;
  explicit Descriptor(int fd) noexcept : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  int get() const noexcept { return fd_; }
  /// Gives up ownership.
  int release() noexcept;

 private:
  int fd_ = -1;
};

class StdioBridge {
 public:
  /// Starts copying. `input` and `output` stay the caller's and keep their flags. Ignores SIGPIPE
  /// for the whole process, so a missing reader appears as a write error. Throws std::system_error
  /// when the process has no descriptors or threads left.
  explicit StdioBridge(int input = 0, int output = 1);

  /// As finish().
  ~StdioBridge();

  /// Stops reading at once; returns after everything sent through the socket has been written or cannot be. The taken end must have
  /// been closed.
  void finish() noexcept;

  /// The connection, to be owned by the caller. Once. End of input arrives as its end of stream; when `output` breaks, so does it.
  int take_socket() noexcept { return outside_.release(); }

  /// Returns the errno of a failed write (full disk, no reader, ...), or 0.
  int output_error() const noexcept { return output_error_; }

 private:
  void copy_input(int input) noexcept;
  void copy_output(int output) noexcept;

  Descriptor inside_;
  Descriptor outside_;
  Descriptor wake_;
  std::atomic<int> output_error_{0};
  std::jthread reader_;
  std::jthread writer_;
};

}  // namespace trivium::line
