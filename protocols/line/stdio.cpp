#include "protocols/line/stdio.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "protocols/line/prompt_thread.h"

namespace trivium::line {

namespace {

using Chunk = std::array<char, 65536>;

/// Waits until `fd` can be used for `events`; false when `wake` was signalled first.
bool wait_for(int fd, short events, int wake) noexcept {
  std::array<pollfd, 2> watched{pollfd{fd, events, 0}, pollfd{wake, POLLIN, 0}};
  while (poll(watched.data(), watched.size(), -1) < 0 && errno == EINTR) {
  }
  return (watched[1].revents & POLLIN) == 0;
}

bool worth_retrying(int error) noexcept { return error == EINTR || error == EAGAIN || error == EWOULDBLOCK; }

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

Descriptor::~Descriptor() {
  if (fd_ >= 0) close(fd_);
}

int Descriptor::release() noexcept { return std::exchange(fd_, -1); }

StdioBridge::StdioBridge(int input, int output) {
  std::signal(SIGPIPE, SIG_IGN);
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  inside_ = Descriptor(ends[0]);
  outside_ = Descriptor(ends[1]);
  wake_ = Descriptor(eventfd(0, EFD_CLOEXEC));
  if (wake_.get() < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  writer_ = std::jthread([this, output] { copy_output(output); });
  reader_ = std::jthread([this, input] { copy_input(input); });
}

StdioBridge::~StdioBridge() { finish(); }

void StdioBridge::finish() noexcept {
  const std::uint64_t one = 1;
  while (write(wake_.get(), &one, sizeof one) < 0 && errno == EINTR) {
  }
  if (reader_.joinable()) reader_.join();
  if (writer_.joinable()) writer_.join();
}

void StdioBridge::copy_input(int input) noexcept {
  wake_promptly();
  Chunk chunk;
  while (wait_for(input, POLLIN, wake_.get())) {
    const ssize_t size = read(input, chunk.data(), chunk.size());
    if (size < 0 && worth_retrying(errno)) continue;
    if (size <= 0) break;
    for (ssize_t sent = 0; sent < size;) {
      const ssize_t step = send(inside_.get(), chunk.data() + sent, static_cast<std::size_t>(size - sent), MSG_DONTWAIT | MSG_NOSIGNAL);
      if (step >= 0) {
        sent += step;
      } else if (!worth_retrying(errno) || !wait_for(inside_.get(), POLLOUT, wake_.get())) {
        return;
      }
    }
  }
  shutdown(inside_.get(), SHUT_WR);
}

void StdioBridge::copy_output(int output) noexcept {
  wake_promptly();
  Chunk chunk;
  while (true) {
    const ssize_t size = recv(inside_.get(), chunk.data(), chunk.size(), 0);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return;
    for (ssize_t written = 0; written < size;) {
      const ssize_t step = write(output, chunk.data() + written, static_cast<std::size_t>(size - written));
      if (step >= 0) {
        written += step;
      } else if (errno == EAGAIN || errno == EWOULDBLOCK) {  // somebody else made it non-blocking
        pollfd watched{output, POLLOUT, 0};
        poll(&watched, 1, -1);
      } else if (errno != EINTR) {
        output_error_ = errno;
        shutdown(inside_.get(), SHUT_RDWR);
        return;
      }
    }
  }
}

}  // namespace trivium::line
