// Interface by which a SocketChannel moves bytes: over a TCP or Unix socket, or in the text frames
// of a WebSocket (protocols/web). The channel implements queues, limits and timeouts, so that they
// are the same for every transport.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "boost/asio/any_io_executor.hpp"
#include "boost/asio/generic/stream_protocol.hpp"
#include "boost/system/error_code.hpp"

namespace trivium::line {

/// A connected stream of bytes in both directions. All functions and handlers run on the thread of
/// the executor. A function never calls its handler itself, not even on an error: the handler runs
/// later, exactly once. Handlers hold a reference to their owner, which keeps the transport alive.
class Transport {
 public:
  /// Receives bytes, which are valid during the call, or the error by which the read failed:
  /// boost::asio::error::eof at the regular end of input.
  using ReadHandler =
      std::function<void(boost::system::error_code failure, std::string_view bytes)>;
  /// Receives the number of bytes written.
  using WriteHandler = std::function<void(boost::system::error_code failure, std::size_t size)>;

  virtual ~Transport() = default;

  virtual boost::asio::any_io_executor executor() = 0;
  /// Reads at least one byte. Requires: no read is pending.
  virtual void read(ReadHandler done) = 0;
  /// Writes whole lines. `bytes` must stay valid until `done` runs. Calls `progress` whenever the
  /// peer has received some of the bytes. Requires: no write is pending.
  virtual void write(std::string_view bytes, std::function<void()> progress, WriteHandler done) = 0;
  /// Ends the input: a pending read completes with an error.
  virtual void stop_reading() = 0;
  /// Closes the stream; pending handlers complete with an error. May be called again.
  virtual void close() = 0;
  /// Calls `broken` if the connection breaks in both directions before close(). `broken` must not
  /// keep the transport alive.
  virtual void watch_for_break(std::function<void()> broken) = 0;
};

/// Returns the transport over a connected TCP or Unix socket.
std::shared_ptr<Transport> make_socket_transport(
    boost::asio::generic::stream_protocol::socket socket);

}  // namespace trivium::line
