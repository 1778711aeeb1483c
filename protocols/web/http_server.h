// HTTP/1.1 server for the page: serves its files and opens WebSockets.
//
// A page of another site can make a browser send requests to this machine. Therefore:
// - The field Host of a request must be one of our hosts. Otherwise an attacker could make its own
//   host name resolve to this machine (DNS rebinding).
// - The field Origin of a request for a WebSocket must be one of our origins.
// - Without the token, a client gets nothing but the files of the page. The first line of a
//   WebSocket must contain the token (protocols/server/client_session.h).
// Sources: RFC 9110, RFC 6455 section 10.2, CSP level 3.
//
// Connections that are not WebSockets are limited in number and time, and do not count as clients.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "boost/asio/ip/tcp.hpp"

#include "protocols/line/channels/transport.h"
#include "protocols/web/page_files.h"

namespace trivium::web {

struct HttpSettings {
  std::vector<std::string> hosts;    ///< accepted values of Host: "127.0.0.1:7979"
  std::vector<std::string> origins;  ///< accepted values of Origin: "http://127.0.0.1:7979"
  /// Maximum number of connections that are not WebSockets. If there are more, the oldest one is
  /// closed.
  std::size_t max_connections = 256;
  std::size_t message_bytes = std::size_t{1} << 16;  ///< maximum size of a WebSocket message
  /// Maximum time for a client to send a request, until its next request, and to read an answer.
  std::chrono::milliseconds patience = std::chrono::seconds(10);
};

class HttpServer {
 public:
  /// Receives a WebSocket that was opened, and the address of its client.
  using Opened = std::function<void(std::shared_ptr<line::Transport> transport,
                                    const boost::asio::ip::tcp::endpoint& peer)>;

  /// All functions must be called on the thread that runs the executor of the sockets; `opened` is
  /// called there too, but not after close().
  HttpServer(HttpSettings settings, std::shared_ptr<const PageFiles> files, Opened opened);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Serves the requests of a connected client.
  void serve(boost::asio::ip::tcp::socket socket);
  /// Replaces the files for later requests.
  void use(std::shared_ptr<const PageFiles> files);
  /// Closes all connections that are not WebSockets.
  void close();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace trivium::web
