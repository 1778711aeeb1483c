#include "protocols/line/channels/stdio_channel.h"

#include <cerrno>
#include <csignal>
#include <poll.h>
#include <string>
#include <sys/epoll.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "boost/asio/error.hpp"
#include "boost/asio/post.hpp"

#include "engine/core/descriptor.h"
#include "protocols/line/memory_patience.h"
#include "protocols/line/prompt_thread.h"

namespace trivium::line {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

/// Returns a descriptor that is ready when `input` is, and that may be made non-blocking; an empty
/// one if reading from `input` never blocks (a file, a closed descriptor). Throws
/// std::system_error.
Descriptor watcher_of(int input) {
  Descriptor watcher(epoll_create1(EPOLL_CLOEXEC));
  epoll_event event{};
  event.events = EPOLLIN;
  if (watcher.get() >= 0 && epoll_ctl(watcher.get(), EPOLL_CTL_ADD, input, &event) == 0)
    return watcher;
  if (watcher.get() >= 0 && (errno == EPERM || errno == EBADF)) return {};
  throw std::system_error(errno, std::generic_category(), "epoll");
}

}  // namespace

StdioChannel::StdioChannel(asio::any_io_executor executor, int input, int output,
                           OutputFailed failed)
    : StreamChannel(executor, {}),
      input_(executor),
      input_number_(input),
      output_number_(output),
      failed_(std::move(failed)) {
  std::signal(SIGPIPE, SIG_IGN);
  if (Descriptor watcher = watcher_of(input); watcher.get() >= 0) {
    input_.assign(watcher.get());
    watcher.release();
  }
  writer_ = std::jthread([this] { write_output(); });
}

StdioChannel::~StdioChannel() {
  {
    const std::lock_guard lock(wake_mutex_);
    finishing_ = true;
  }
  wake_.notify_one();
  writer_.join();
}

void StdioChannel::start_reading() {
  const auto ready =
      [self = std::static_pointer_cast<StdioChannel>(shared_from_this())](error_code failure) {
        if (failure == asio::error::operation_aborted) return self->end_of_input(false);
        self->read_ready_input();
      };
  if (input_.is_open()) return input_.async_wait(asio::posix::stream_descriptor::wait_read, ready);
  asio::post(executor(), [ready] { ready({}); });
}

void StdioChannel::read_ready_input() {
  ssize_t size = 0;
  do {
    size = read(input_number_, chunk_.data(), chunk_.size());
  } while (size < 0 && errno == EINTR);
  if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return read_on();
  if (size <= 0) return end_of_input(false);
  received({chunk_.data(), static_cast<std::size_t>(size)});
}

void StdioChannel::stop_reading() {
  error_code ignored;
  input_.cancel(ignored);
}

void StdioChannel::output_queued() {
  {
    const std::lock_guard lock(wake_mutex_);
    awake_ = true;
  }
  wake_.notify_one();
}

void StdioChannel::close_stream() {
  stop_reading();
  output_queued();
}

void StdioChannel::write_output() {
  wake_promptly();
  std::string text;
  while (true) {
    text.clear();
    const Output state = take_output(text);
    if (state == Output::kBroken) return;
    if (!text.empty()) {
      if (const int number = write_all(text); number != 0) {
        failed_(number);
        return break_off_later(StreamEnd::kBroken);
      }
      if (wrote(text.size())) resume_later();
      continue;
    }
    if (state == Output::kClosing) return break_off_later(StreamEnd::kClosed);
    std::unique_lock lock(wake_mutex_);
    wake_.wait(lock, [this] { return awake_ || finishing_; });
    if (!std::exchange(awake_, false)) return;
  }
}

void StdioChannel::resume_later() {
  until_memory_suffices([&] {
    asio::post(executor(), [weak = weak_from_this()] {
      if (const auto self = std::static_pointer_cast<StdioChannel>(weak.lock())) self->resume();
    });
  });
}

int StdioChannel::write_all(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t size = write(output_number_, text.data(), text.size());
    if (size >= 0) {
      text.remove_prefix(static_cast<std::size_t>(size));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {  // another process made it non-blocking
      pollfd watched{output_number_, POLLOUT, 0};
      poll(&watched, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

}  // namespace trivium::line
