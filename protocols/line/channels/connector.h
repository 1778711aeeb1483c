// One attempt to connect to a host and port, with name resolution and a time limit.
//
// Numeric addresses need no name resolution. The system's resolver cannot be interrupted: after
// cancel() or the time limit its thread runs until the resolver returns, and the destructor of the
// io_context waits for it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "boost/asio/any_io_executor.hpp"
#include "boost/asio/ip/tcp.hpp"
#include "boost/asio/steady_timer.hpp"

#include "engine/core/result.h"
#include "protocols/line/channels/socket_channel.h"

namespace trivium::line {

/// Returns "host:port" or "[::1]:port".
std::string endpoint_text(const std::string& host, std::uint16_t port);

class Connector : public std::enable_shared_from_this<Connector> {
 public:
  /// Receives a connected socket that sends without delay (TCP_NODELAY). The error names the
  /// endpoint and the cause.
  using Done = std::function<void(Result<SocketChannel::Socket> socket)>;

  /// `executor` runs one handler at a time.
  explicit Connector(boost::asio::any_io_executor executor);

  /// Tries every address of `host` in turn. `done` is called exactly once on the executor, never
  /// from within start(). The connector keeps itself alive meanwhile. Call once.
  void start(const std::string& host, std::uint16_t port, std::chrono::milliseconds timeout,
             Done done);

  /// Ends the attempt; `done` gets the error "cancelled". Does nothing after `done`. I/O thread
  /// only.
  void cancel();

 private:
  using Tcp = boost::asio::ip::tcp;

  void connect(const Tcp::resolver::results_type& addresses);
  void conclude(const std::string& fault);

  Tcp::resolver resolver_;
  Tcp::socket socket_;
  boost::asio::steady_timer timer_;
  std::string endpoint_;
  Done done_;
};

}  // namespace trivium::line
