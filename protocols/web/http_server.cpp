// Asio of Debian 12 needs <utility> before it.
#include "protocols/web/http_server.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <list>
#include <optional>
#include <string_view>
#include <utility>

#include "boost/beast/core/flat_buffer.hpp"
#include "boost/beast/core/tcp_stream.hpp"
#include "boost/beast/http/empty_body.hpp"
#include "boost/beast/http/parser.hpp"
#include "boost/beast/http/read.hpp"
#include "boost/beast/http/string_body.hpp"
#include "boost/beast/http/write.hpp"
#include "boost/beast/websocket/rfc6455.hpp"

#include "protocols/web/web_socket.h"

namespace trivium::web {

namespace beast = boost::beast;
namespace http = beast::http;
using boost::asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::uint32_t kMaxHeaderBytes = 8192;
constexpr std::string_view kSocketPath = "/ws";

constexpr std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

using HttpRequest = http::request<http::empty_body>;
using HttpResponse = http::response<http::string_body>;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }
beast::string_view beast_view(std::string_view text) { return {text.data(), text.size()}; }

bool holds(const std::vector<std::string>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Returns the value of a field that must occur once; empty if it does not.
std::string_view only_value(const HttpRequest& request, http::field name) {
  return request.count(name) == 1 ? view(request[name]) : std::string_view();
}

/// The target of a request without its query.
std::string_view path_of(const HttpRequest& request) {
  const std::string_view target = view(request.target());
  return target.substr(0, target.find('?'));
}

}  // namespace

struct HttpServer::Shared {
  class Connection;

  HttpSettings settings;
  std::shared_ptr<const PageFiles> files;
  Opened opened;
  std::list<std::weak_ptr<Connection>> connections{};  ///< open ones, oldest first
  bool closed = false;
};

/// One client. It lives as long as an operation on its socket is pending.
class HttpServer::Shared::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(std::shared_ptr<Shared> shared, tcp::socket socket, const tcp::endpoint& peer)
      : shared_(std::move(shared)), stream_(std::move(socket)), peer_(peer) {}

  ~Connection() {
    shared_->connections.remove_if([](const auto& other) { return other.expired(); });
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void read_request() {
    parser_.emplace();
    parser_->header_limit(kMaxHeaderBytes);
    stream_.expires_after(shared_->settings.patience);
    http::async_read_header(stream_, buffer_, *parser_,
                            [self = this->shared_from_this()](error_code failure, std::size_t) {
                              self->received(failure);
                            });
  }

  void close() { stream_.close(); }

 private:
  void received(error_code failure) {
    if (shared_->closed) return;
    if (failure == http::error::header_limit)
      return refuse(http::status::request_header_fields_too_large, "the header is too long");
    const bool wrong =
        failure.category() == http::make_error_code(http::error::bad_method).category();
    if (wrong && failure != http::error::end_of_stream && failure != http::error::partial_message)
      return refuse(http::status::bad_request, "this is not HTTP/1.1");
    if (failure) return;
    answer(parser_->get());
  }

  void answer(const HttpRequest& request) {
    if (!holds(shared_->settings.hosts, only_value(request, http::field::host)))
      return refuse(http::status::misdirected_request, "this server has another name");
    if (request.method() != http::verb::get && request.method() != http::verb::head)
      return refuse(http::status::method_not_allowed, "only GET and HEAD");
    if (parser_->chunked() || parser_->content_length().value_or(0) > 0)
      return refuse(http::status::payload_too_large, "a request has no body");
    if (path_of(request) == kSocketPath) return answer_upgrade(request);
    send_file(request);
  }

  void answer_upgrade(const HttpRequest& request) {
    if (!beast::websocket::is_upgrade(request))
      return refuse(http::status::upgrade_required, "this is the address of a WebSocket");
    if (!holds(shared_->settings.origins, only_value(request, http::field::origin)))
      return refuse(http::status::forbidden, "a page of another origin");
    const auto opened = [shared = shared_, peer = peer_](std::shared_ptr<line::Transport> socket) {
      if (shared->closed) return socket->close();
      shared->opened(std::move(socket), peer);
    };
    open_web_socket(std::move(stream_), request, shared_->settings.message_bytes, opened);
  }

  void send_file(const HttpRequest& request) {
    const PageFile* const file = shared_->files->find(path_of(request));
    if (file == nullptr && shared_->files->empty()) {
      return respond(http::status::service_unavailable,
                     "The page was not built: run `tools/web build`, or set web.folder.\n");
    }
    if (file == nullptr) return respond(http::status::not_found, "no such file\n");
    const bool known = view(request[http::field::if_none_match]) == file->tag;
    HttpResponse response = prepared(known ? http::status::not_modified : http::status::ok);
    response.set(http::field::etag, file->tag);
    response.set(http::field::cache_control, "no-cache");
    response.set(http::field::content_type, file->type);
    if (!known) response.body() = file->bytes;
    send(std::move(response));
  }

  /// Returns an answer without a body to the present request.
  HttpResponse prepared(http::status status) const {
    HttpResponse response(status, 11);
    response.set("Content-Security-Policy", beast_view(kContentPolicy));
    response.set("X-Content-Type-Options", "nosniff");
    response.set("Referrer-Policy", "no-referrer");
    response.set("Cross-Origin-Opener-Policy", "same-origin");
    response.set("Cross-Origin-Resource-Policy", "same-origin");
    return response;
  }

  void respond(http::status status, std::string_view text) {
    HttpResponse response = prepared(status);
    response.set(http::field::content_type, "text/plain; charset=utf-8");
    response.body() = text;
    send(std::move(response));
  }

  /// Answers a request that is not served, and closes the connection.
  void refuse(http::status status, std::string_view reason) {
    ends_ = true;
    respond(status, std::string(reason) + "\n");
  }

  void send(HttpResponse response) {
    const HttpRequest& request = parser_->get();
    response.keep_alive(!ends_ && request.keep_alive());
    response.prepare_payload();
    response_ = std::move(response);
    ends_ = !response_.keep_alive();
    stream_.expires_after(shared_->settings.patience);
    const auto sent = [self = this->shared_from_this()](error_code failure, std::size_t) {
      self->sent(failure);
    };
    if (request.method() == http::verb::head) {
      // The length of the file that a GET would send, and no body.
      const std::size_t size = response_.body().size();
      response_.body().clear();
      response_.content_length(size);
      head_.emplace(response_);
      return http::async_write_header(stream_, *head_, sent);
    }
    http::async_write(stream_, response_, sent);
  }

  void sent(error_code failure) {
    head_.reset();
    if (failure || shared_->closed) return;
    if (!ends_) return read_request();
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  const std::shared_ptr<Shared> shared_;
  beast::tcp_stream stream_;
  const tcp::endpoint peer_;
  beast::flat_buffer buffer_{2 * kMaxHeaderBytes};
  std::optional<http::request_parser<http::empty_body>> parser_;
  HttpResponse response_;
  std::optional<http::response_serializer<http::string_body>> head_;
  bool ends_ = false;  ///< no further request is served
};

HttpServer::HttpServer(HttpSettings settings, std::shared_ptr<const PageFiles> files, Opened opened)
    : shared_(std::make_shared<Shared>(
          Shared{std::move(settings), std::move(files), std::move(opened)})) {}

HttpServer::~HttpServer() { close(); }

void HttpServer::serve(tcp::socket socket) {
  error_code failure;
  const tcp::endpoint peer = socket.remote_endpoint(failure);
  if (failure || shared_->closed) return;
  if (shared_->connections.size() >= shared_->settings.max_connections) {
    if (const auto oldest = shared_->connections.front().lock()) oldest->close();
    shared_->connections.pop_front();
  }
  const auto connection = std::make_shared<Shared::Connection>(shared_, std::move(socket), peer);
  shared_->connections.push_back(connection);
  connection->read_request();
}

void HttpServer::use(std::shared_ptr<const PageFiles> files) { shared_->files = std::move(files); }

void HttpServer::close() {
  shared_->closed = true;
  for (const auto& weak : shared_->connections) {
    if (const auto connection = weak.lock()) connection->close();
  }
  shared_->opened = nullptr;
}

}  // namespace trivium::web
