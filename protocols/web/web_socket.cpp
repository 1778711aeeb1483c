// Asio of Debian 12 needs <utility> before it.
#include "protocols/web/web_socket.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "boost/asio/buffer.hpp"
#include "boost/asio/post.hpp"
#include "boost/beast/src.hpp"
#include "boost/beast/websocket/stream.hpp"

namespace trivium::web {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using boost::system::error_code;

namespace {

/// Size of the pieces in which a message is written. Progress is reported after each.
constexpr std::size_t kPieceBytes = std::size_t{1} << 16;

class WebSocketTransport final : public line::Transport,
                                 public std::enable_shared_from_this<WebSocketTransport> {
 public:
  WebSocketTransport(beast::tcp_stream stream, std::size_t message_bytes)
      : stream_(std::move(stream)) {
    beast::get_lowest_layer(stream_).expires_never();
    auto times = websocket::stream_base::timeout::suggested(beast::role_type::server);
    times.idle_timeout = websocket::stream_base::none();  // the channel has its own
    times.keep_alive_pings = false;
    stream_.set_option(times);
    stream_.read_message_max(message_bytes);
    stream_.text(true);
  }

  void watch_for_close_frame() {
    // Beast's read waits until the client has closed its socket, too, which it need not do.
    stream_.control_callback(
        [weak = weak_from_this()](websocket::frame_type kind, beast::string_view /*reason*/) {
          const auto self = weak.lock();
          if (kind == websocket::frame_type::close && self != nullptr) self->end_input();
        });
  }

  void open(const beast::http::request<beast::http::empty_body>& request,
            std::function<void(std::shared_ptr<line::Transport>)> opened) {
    stream_.async_accept(
        request, [self = shared_from_this(), opened = std::move(opened)](error_code failure) {
          if (!failure) opened(self);
        });
  }

  asio::any_io_executor executor() override { return stream_.get_executor(); }

  void read(ReadHandler done) override {
    reader_ = std::move(done);
    read_piece();
  }

  void write(std::string_view bytes, std::function<void()> progress, WriteHandler done) override {
    unwritten_ = bytes;
    progress_ = std::move(progress);
    writer_ = std::move(done);
    write_piece(bytes.size());
  }

  // The pending read of the socket remains until close(): Beast would also end writing with it.
  void stop_reading() override { end_input(); }

  void close() override {
    if (stream_.is_open() && writer_ == nullptr) send_close_frame();
    beast::get_lowest_layer(stream_).close();
  }

  void watch_for_break(std::function<void()> broken) override {
    // The input ends with the close frame, after which the client reads nothing more.
    asio::post(executor(), [weak = weak_from_this(), broken = std::move(broken)] {
      if (weak.lock() != nullptr) broken();
    });
  }

 private:
  void end_input() {
    asio::post(executor(),
               [self = shared_from_this()] { self->finish_read(asio::error::eof, {}); });
  }

  void read_piece() {
    stream_.async_read_some(asio::buffer(piece_),
                            [self = shared_from_this()](error_code failure, std::size_t size) {
                              self->read_some(failure, size);
                            });
  }

  void read_some(error_code failure, std::size_t size) {
    if (reader_ == nullptr) return;  // stop_reading()
    if (!failure && stream_.got_binary()) failure = asio::error::invalid_argument;
    if (!failure && size == 0) return read_piece();  // an empty message
    if (failure == websocket::error::closed) failure = asio::error::eof;
    finish_read(failure, {piece_.data(), size});
  }

  void finish_read(error_code failure, std::string_view bytes) {
    if (const ReadHandler done = std::exchange(reader_, nullptr)) done(failure, bytes);
  }

  void write_piece(std::size_t all) {
    const std::size_t size = std::min(kPieceBytes, unwritten_.size());
    stream_.async_write_some(
        size == unwritten_.size(), asio::buffer(unwritten_.data(), size),
        [self = shared_from_this(), all, size](error_code failure, std::size_t /*with_header*/) {
          self->wrote_piece(failure, size, all);
        });
  }

  void wrote_piece(error_code failure, std::size_t size, std::size_t all) {
    if (!failure) unwritten_.remove_prefix(size);
    if (failure || unwritten_.empty()) {
      progress_ = nullptr;
      return std::exchange(writer_, nullptr)(failure, all - unwritten_.size());
    }
    progress_();
    write_piece(all);
  }

  /// Informs the client of the regular end, as far as the socket takes it at once.
  void send_close_frame() {
    constexpr std::array<unsigned char, 4> kNormalClosure{0x88, 0x02, 0x03, 0xe8};
    error_code ignored;
    auto& socket = beast::get_lowest_layer(stream_).socket();
    socket.non_blocking(true, ignored);
    socket.write_some(asio::buffer(kNormalClosure), ignored);
  }

  websocket::stream<beast::tcp_stream> stream_;
  std::array<char, 65536> piece_;
  ReadHandler reader_;  ///< null if no read is pending
  std::string_view unwritten_;
  std::function<void()> progress_;
  WriteHandler writer_;  ///< null if no write is pending
};

}  // namespace

void open_web_socket(beast::tcp_stream stream,
                     const beast::http::request<beast::http::empty_body>& request,
                     std::size_t message_bytes,
                     std::function<void(std::shared_ptr<line::Transport> transport)> opened) {
  const auto socket = std::make_shared<WebSocketTransport>(std::move(stream), message_bytes);
  socket->watch_for_close_frame();
  socket->open(request, std::move(opened));
}

}  // namespace trivium::web
