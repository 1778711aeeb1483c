#include <array>
#include <memory>
#include <poll.h>
#include <utility>

#include "boost/asio/buffer.hpp"
#include "boost/asio/write.hpp"

#include "protocols/line/channels/transport.h"

namespace trivium::line {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

/// True if the peer can neither send nor read any more.
bool is_broken(int socket) noexcept {
  pollfd asked{socket, 0, 0};
  return poll(&asked, 1, 0) > 0 && (asked.revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
}

class SocketTransport final : public Transport,
                              public std::enable_shared_from_this<SocketTransport> {
 public:
  using Socket = asio::generic::stream_protocol::socket;

  explicit SocketTransport(Socket socket) : socket_(std::move(socket)) {}

  asio::any_io_executor executor() override { return socket_.get_executor(); }

  void read(ReadHandler done) override {
    socket_.async_read_some(asio::buffer(chunk_),
                            [this, done = std::move(done)](error_code failure, std::size_t size) {
                              done(failure, {chunk_.data(), size});
                            });
  }

  void write(std::string_view bytes, std::function<void()> progress, WriteHandler done) override {
    const auto report = [progress = std::move(progress)](error_code failure, std::size_t size) {
      progress();
      return asio::transfer_all()(failure, size);
    };
    asio::async_write(socket_, asio::buffer(bytes), report, std::move(done));
  }

  void stop_reading() override {
    // The pending read completes with an end of stream.
    error_code ignored;
    socket_.shutdown(Socket::shutdown_receive, ignored);
  }

  void close() override {
    error_code ignored;
    socket_.close(ignored);
  }

  void watch_for_break(std::function<void()> broken) override {
    // Weak, so that the transport does not live until an error comes.
    socket_.async_wait(Socket::wait_error,
                       [weak = weak_from_this(), broken = std::move(broken)](error_code cancelled) {
                         const auto self = weak.lock();
                         if (cancelled || self == nullptr) return;
                         if (!is_broken(self->socket_.native_handle()))
                           return self->watch_for_break(broken);
                         broken();
                       });
  }

 private:
  Socket socket_;
  std::array<char, 65536> chunk_;
};

}  // namespace

std::shared_ptr<Transport> make_socket_transport(asio::generic::stream_protocol::socket socket) {
  return std::make_shared<SocketTransport>(std::move(socket));
}

}  // namespace trivium::line
