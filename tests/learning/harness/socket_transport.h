// A Transport over pairs of sockets between forked processes: several processes without MPI.
#pragma once

#include <array>
#include <cerrno>
#include <cstdint>
#include <poll.h>
#include <span>
#include <stdexcept>
#include <string>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include "learning/harness/process_group.h"

namespace trivium::learning {

class SocketTransport final : public Transport {
 public:
  /// Forks size - 1 processes, and returns in each of them and in this one, which is rank 0.
  /// Requires: this process has one thread.
  explicit SocketTransport(std::size_t size) : size_(size) {
    std::vector<std::vector<int>> ends(size, std::vector<int>(size, -1));
    for (std::size_t one = 0; one < size; ++one) {
      for (std::size_t other = 0; other < one; ++other) {
        std::array<int, 2> pair{};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0)
          throw std::system_error(errno, std::generic_category(), "socketpair");
        ends[one][other] = pair[0];
        ends[other][one] = pair[1];
      }
    }
    for (std::size_t child = 1; child < size && rank_ == 0; ++child) {
      const pid_t process = ::fork();
      if (process < 0) throw std::system_error(errno, std::generic_category(), "fork");
      if (process == 0) {
        rank_ = child;
        children_.clear();
      } else {
        children_.push_back(process);
      }
    }
    for (std::size_t one = 0; one < size; ++one) {
      if (one == rank_) continue;
      for (const int end : ends[one]) ::close(end);
    }
    others_ = std::move(ends[rank_]);
  }

  ~SocketTransport() override {
    for (const int other : others_) ::close(other);
    for (const pid_t child : children_) ::waitpid(child, nullptr, 0);
  }

  std::size_t size() const noexcept override { return size_; }
  std::size_t rank() const noexcept override { return rank_; }

  void send(std::size_t to, std::span<const std::byte> bytes) override {
    const std::uint64_t size = bytes.size();
    if (write(others_[to], std::as_bytes(std::span(&size, 1)))) write(others_[to], bytes);
  }

  Message receive() override {
    std::vector<pollfd> waiting;
    for (const int other : others_) waiting.push_back({other, POLLIN, 0});  // -1 is ignored
    if (::poll(waiting.data(), waiting.size(), -1) < 0) {
      if (errno == EINTR) return receive();
      throw std::system_error(errno, std::generic_category(), "poll");
    }
    for (std::size_t from = 0; from < size_; ++from) {
      if (waiting[from].fd >= 0 && waiting[from].revents != 0) return {from, read_message(from)};
    }
    return receive();
  }

 private:
  /// Returns false if the other process has ended.
  static bool write(int to, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent < 0) return false;
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
    }
    return true;
  }

  /// Returns false if the other process has ended.
  static bool read(int from, std::span<std::byte> bytes) {
    while (!bytes.empty()) {
      const ssize_t got = ::recv(from, bytes.data(), bytes.size(), 0);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
    return true;
  }

  /// Returns the next message of a process, or nothing if it has ended.
  Bytes read_message(std::size_t from) {
    std::uint64_t size = 0;
    if (read(others_[from], std::as_writable_bytes(std::span(&size, 1)))) {
      Bytes bytes(size);
      if (read(others_[from], bytes)) return bytes;
    }
    ::close(std::exchange(others_[from], -1));
    return {};
  }

  std::size_t size_;
  std::size_t rank_ = 0;
  std::vector<int> others_;  // by rank: the socket to that process; -1 for this one, or if it ended
  std::vector<pid_t> children_;
};

/// Calls `work(group)` in `size` processes, of which this one is rank 0, and returns its result
/// here. Ends the others. Throws what `work` throws here, and std::runtime_error with the error of
/// another process.
template <class Work>
auto in_processes(std::size_t size, const Work& work) {
  SocketTransport transport(size);
  ProcessGroup group(transport, "this machine");
  if (group.rank() != 0) {
    try {
      work(group);
      group.end(nullptr);
    } catch (const std::exception& error) {
      const std::string message = error.what();
      group.end(&message);
    }
    ::_exit(0);
  }
  try {
    auto result = work(group);
    if (const auto end = group.end(nullptr); end.fault) throw std::runtime_error(*end.fault);
    return result;
  } catch (const std::exception& error) {
    const std::string message = error.what();
    group.end(&message);
    throw;
  }
}

}  // namespace trivium::learning
