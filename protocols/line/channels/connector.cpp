#include "protocols/line/channels/connector.h"

#include <utility>

#include "boost/asio/connect.hpp"
#include "boost/asio/error.hpp"
#include "boost/asio/post.hpp"

namespace trivium::line {

namespace asio = boost::asio;
using boost::system::error_code;

std::string endpoint_text(const std::string& host, std::uint16_t port) {
  const bool bare_ipv6 = host.find(':') != std::string::npos && !host.starts_with('[');
  return (bare_ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Connector::Connector(asio::any_io_executor executor)
    : resolver_(executor), socket_(executor), timer_(executor) {}

void Connector::start(const std::string& host, std::uint16_t port,
                      std::chrono::milliseconds timeout, Done done) {
  endpoint_ = endpoint_text(host, port);
  done_ = std::move(done);
  timer_.expires_after(timeout);
  timer_.async_wait([self = shared_from_this()](error_code failure) {
    if (!failure) self->conclude("no answer in time");
  });
  error_code not_numeric;
  const asio::ip::address address = asio::ip::make_address(host, not_numeric);
  if (!not_numeric) {
    return connect(Tcp::resolver::results_type::create(Tcp::endpoint(address, port), host,
                                                       std::to_string(port)));
  }
  resolver_.async_resolve(host, std::to_string(port), Tcp::resolver::numeric_service,
                          [self = shared_from_this()](
                              error_code failure, const Tcp::resolver::results_type& addresses) {
                            if (failure) return self->conclude(failure.message());
                            if (self->done_) self->connect(addresses);
                          });
}

void Connector::cancel() {
  asio::post(socket_.get_executor(), [self = shared_from_this()] { self->conclude("cancelled"); });
}

void Connector::connect(const Tcp::resolver::results_type& addresses) {
  asio::async_connect(
      socket_, addresses, [self = shared_from_this()](error_code failure, const Tcp::endpoint&) {
        if (failure) return self->conclude(failure.message());
        if (!self->done_) return;
        self->timer_.cancel();
        error_code ignored;
        self->socket_.set_option(Tcp::no_delay(true), ignored);
        std::exchange(self->done_, nullptr)(SocketChannel::Socket(std::move(self->socket_)));
      });
}

void Connector::conclude(const std::string& fault) {
  if (!done_) return;
  timer_.cancel();
  resolver_.cancel();
  error_code ignored;
  socket_.close(ignored);
  std::exchange(done_,
                nullptr)(Error{"net.connect", "cannot connect to " + endpoint_ + ": " + fault});
}

}  // namespace trivium::line
