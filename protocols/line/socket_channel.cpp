#include "protocols/line/socket_channel.h"

#include <poll.h>
#include <utility>

#include "boost/asio/buffer.hpp"
#include "boost/asio/dispatch.hpp"
#include "boost/asio/error.hpp"
#include "boost/asio/write.hpp"

namespace trivium::line {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

/// Capacity that an empty output buffer keeps.
constexpr std::size_t kKeptBytes = std::size_t{1} << 16;

/// True if the peer can neither send nor read any more.
bool is_broken(int socket) noexcept {
  pollfd asked{socket, 0, 0};
  return poll(&asked, 1, 0) > 0 && (asked.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
}

}  // namespace

SocketChannel::SocketChannel(Socket socket, StreamLimits limits)
    : StreamChannel(socket.get_executor(), std::move(limits)), socket_(std::move(socket)) {}

void SocketChannel::start_reading() {
  socket_.async_read_some(asio::buffer(chunk_),
                          [self = self()](error_code failure, std::size_t size) {
                            if (failure) return self->end_of_input(failure != asio::error::eof);
                            self->received({self->chunk_.data(), size});
                          });
}

void SocketChannel::stop_reading() {
  // The pending read completes with an end of stream.
  error_code ignored;
  socket_.shutdown(Socket::shutdown_receive, ignored);
}

void SocketChannel::output_queued() {
  asio::dispatch(executor(), [self = self()] { self->flush(); });
}

void SocketChannel::close_stream() {
  error_code ignored;
  socket_.close(ignored);
}

void SocketChannel::watch_for_break() {
  // Weak, so that the channel does not live until an error comes.
  socket_.async_wait(Socket::wait_error, [weak = weak_from_this()](error_code cancelled) {
    const auto self = std::static_pointer_cast<SocketChannel>(weak.lock());
    if (cancelled || self == nullptr) return;
    if (!is_broken(self->socket_.native_handle())) return self->watch_for_break();
    self->break_off(StreamEnd::kBroken);
  });
}

void SocketChannel::flush() {
  if (!in_flight_.empty()) return;
  const Output state = take_output(in_flight_);
  if (in_flight_.empty()) {
    if (state == Output::kClosing) break_off(StreamEnd::kClosed);
    return;
  }
  const auto progress = [self = self()](error_code failure, std::size_t size) {
    self->note_progress();
    return asio::transfer_all()(failure, size);
  };
  asio::async_write(socket_, asio::buffer(in_flight_), progress,
                    [self = self()](error_code failure, std::size_t size) {
                      self->written(failure.failed(), size);
                    });
}

void SocketChannel::written(bool failed, std::size_t size) {
  const bool unclogged = wrote(size);
  if (failed) return break_off(StreamEnd::kBroken);
  in_flight_.clear();
  // Memory that the budget no longer counts must be freed.
  if (in_flight_.capacity() > kKeptBytes) in_flight_ = std::string();
  flush();
  if (unclogged) resume();
}

}  // namespace trivium::line
