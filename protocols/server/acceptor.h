// Accepts connections at one address, one after the other. Errors do not keep it from accepting
// further ones.
#pragma once

#include <chrono>
#include <functional>
#include <new>
#include <utility>

#include "boost/asio/error.hpp"
#include "boost/asio/io_context.hpp"
#include "boost/asio/socket_base.hpp"
#include "boost/asio/steady_timer.hpp"

namespace trivium::server {

/// `Protocol` is tcp or a Unix-domain stream of Asio. All functions run on the thread of the
/// context.
template <class Protocol>
class Acceptor {
 public:
  using Socket = typename Protocol::socket;

  /// Must outlive the running of the context.
  explicit Acceptor(boost::asio::io_context& io) : io_(io), acceptor_(io), retry_(io) {}

  /// Returns the socket, which the caller opens and binds.
  typename Protocol::acceptor& socket() noexcept { return acceptor_; }

  /// Listens. Calls `accepted` with each connection. On an error calls `failed` and waits a moment
  /// before it accepts again. Throws boost::system::system_error.
  void start(std::function<void(Socket)> accepted,
             std::function<void(boost::system::error_code)> failed) {
    accepted_ = std::move(accepted);
    failed_ = std::move(failed);
    acceptor_.listen();
    acceptor_.non_blocking(true);
    // Otherwise Asio blocks until the next connection if one was closed before it was accepted.
    acceptor_.set_option(boost::asio::socket_base::enable_connection_aborted(true));
    wait();
  }

  bool is_open() const noexcept { return acceptor_.is_open(); }

  void close() {
    boost::system::error_code ignored;
    acceptor_.close(ignored);
    retry_.cancel();
  }

 private:
  // Does not use async_accept(): if that has no memory for the socket, it throws, and no further
  // connection is accepted.
  void wait() {
    acceptor_.async_wait(Protocol::acceptor::wait_read, [this](boost::system::error_code failure) {
      if (!is_open()) return;
      Socket socket(io_);
      if (!failure) failure = accept(socket);
      if (failure && !has_gone(failure)) return wait_later(failure);
      wait();  // first, so that an exception below cannot keep other connections out
      if (!failure) accepted_(std::move(socket));
    });
  }

  /// True if the connection was closed before it was accepted.
  static bool has_gone(boost::system::error_code failure) noexcept {
    namespace errc = boost::system::errc;
    return failure == errc::operation_would_block || failure == errc::connection_aborted ||
           failure == errc::protocol_error;
  }

  boost::system::error_code accept(Socket& socket) noexcept {
    boost::system::error_code failure;
    try {
      acceptor_.accept(socket, failure);
    } catch (const std::bad_alloc&) {
      failure = boost::asio::error::no_memory;
    }
    return failure;
  }

  void wait_later(boost::system::error_code failure) {
    constexpr std::chrono::milliseconds kPause{200};
    try {
      retry_.expires_after(kPause);
      retry_.async_wait([this](boost::system::error_code cancelled) {
        if (!cancelled) wait();
      });
    } catch (const std::bad_alloc&) {
      return wait();
    }
    failed_(failure);
  }

  boost::asio::io_context& io_;
  typename Protocol::acceptor acceptor_;
  boost::asio::steady_timer retry_;
  std::function<void(Socket)> accepted_;
  std::function<void(boost::system::error_code)> failed_;
};

}  // namespace trivium::server
