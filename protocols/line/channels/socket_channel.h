// A StreamChannel over a connection: TCP, a Unix socket, or a WebSocket.
#pragma once

#include <memory>
#include <string>

#include "boost/asio/generic/stream_protocol.hpp"

#include "protocols/line/channels/stream_channel.h"
#include "protocols/line/channels/transport.h"

namespace trivium::line {

class SocketChannel final : public StreamChannel {
 public:
  using Socket = boost::asio::generic::stream_protocol::socket;

  /// Requires: the executor of `transport` runs one handler at a time (a single-threaded
  /// io_context, or a strand).
  SocketChannel(std::shared_ptr<Transport> transport, StreamLimits limits);
  /// The same over `socket`, which is connected.
  SocketChannel(Socket socket, StreamLimits limits);
  ~SocketChannel() override { transport_->close(); }

 private:
  void start_reading() override;
  void stop_reading() override { transport_->stop_reading(); }
  void output_queued() override;
  void close_stream() override { transport_->close(); }
  void watch_for_break() override;

  std::shared_ptr<SocketChannel> self() {
    return std::static_pointer_cast<SocketChannel>(shared_from_this());
  }
  void flush();
  void written(bool failed, std::size_t size);

  /// Shared, since an operation of the transport may still be pending when the channel ends.
  const std::shared_ptr<Transport> transport_;
  std::string in_flight_;  ///< output that is being written; empty if no write is pending
};

}  // namespace trivium::line
