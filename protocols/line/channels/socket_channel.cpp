#include "protocols/line/channels/socket_channel.h"

#include <string_view>
#include <utility>

#include "boost/asio/dispatch.hpp"
#include "boost/asio/error.hpp"

namespace trivium::line {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

/// Capacity that an empty output buffer keeps.
constexpr std::size_t kKeptBytes = std::size_t{1} << 16;

}  // namespace

SocketChannel::SocketChannel(std::shared_ptr<Transport> transport, StreamLimits limits)
    : StreamChannel(transport->executor(), std::move(limits)), transport_(std::move(transport)) {}

SocketChannel::SocketChannel(Socket socket, StreamLimits limits)
    : SocketChannel(make_socket_transport(std::move(socket)), std::move(limits)) {}

void SocketChannel::start_reading() {
  transport_->read([self = self()](error_code failure, std::string_view bytes) {
    if (failure) return self->end_of_input(failure != asio::error::eof);
    self->received(bytes);
  });
}

void SocketChannel::output_queued() {
  asio::dispatch(executor(), [self = self()] { self->flush(); });
}

void SocketChannel::watch_for_break() {
  // Weak, so that the channel does not live until an error comes.
  transport_->watch_for_break([weak = weak_from_this()] {
    const auto self = std::static_pointer_cast<SocketChannel>(weak.lock());
    if (self != nullptr) self->break_off(StreamEnd::kBroken);
  });
}

void SocketChannel::flush() {
  if (!in_flight_.empty()) return;
  const Output state = take_output(in_flight_);
  if (in_flight_.empty()) {
    if (state == Output::kClosing) break_off(StreamEnd::kClosed);
    return;
  }
  transport_->write(
      in_flight_, [self = self()] { self->note_progress(); },
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
