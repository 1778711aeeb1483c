// A StreamChannel over a connected socket: TCP or a Unix socket.
#pragma once

#include <array>
#include <memory>
#include <string>

#include "boost/asio/generic/stream_protocol.hpp"

#include "protocols/line/stream_channel.h"

namespace trivium::line {

class SocketChannel final : public StreamChannel {
 public:
  using Socket = boost::asio::generic::stream_protocol::socket;

  /// Requires: `socket` is connected, and its executor runs one handler at a time (a
  /// single-threaded io_context, or a strand).
  SocketChannel(Socket socket, StreamLimits limits);

 private:
  void start_reading() override;
  void stop_reading() override;
  void output_queued() override;
  void close_stream() override;
  void watch_for_break() override;

  std::shared_ptr<SocketChannel> self() {
    return std::static_pointer_cast<SocketChannel>(shared_from_this());
  }
  void flush();
  void written(bool failed, std::size_t size);

  Socket socket_;
  std::array<char, 65536> chunk_;
  std::string in_flight_;  ///< output that is being written; empty if no write is pending
};

}  // namespace trivium::line
