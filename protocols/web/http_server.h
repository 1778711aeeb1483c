// HTTP/1.1 for the page: serves its files, and opens WebSockets.
//
// A page of another site can make a browser send requests to this machine. So every request must
// name one of our hosts (otherwise a name that an attacker controls could lead here: DNS
// rebinding), a WebSocket must come from one of our origins, and no data is served but the files of
// the page; everything else needs the token that the first line of a WebSocket must hold
// (protocols/server/client_session.h). Source: RFC 9110, RFC 6455 section 10.2, CSP level 3.
//
// Connections that are no WebSockets are limited in number and time, and do not count as clients.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "boost/asio/ip/tcp.hpp"

#include "protocols/line/transport.h"
#include "protocols/web/page_files.h"

namespace trivium::web {

struct HttpSettings {
  std::vector<std::string> hosts;    ///< accepted values of Host: "127.0.0.1:7979"
  std::vector<std::string> origins;  ///< accepted values of Origin: "http://127.0.0.1:7979"
  /// Maximum number of connections that are no WebSockets; beyond it the oldest one is closed.
  std::size_t max_connections = 256;
  std::size_t message_bytes = std::size_t{1} << 16;  ///< maximum size of a WebSocket message
  /// Maximum time to send a request, to wait between two, and to take an answer.
  std::chrono::milliseconds patience = std::chrono::seconds(10);
};

class HttpServer {
 public:
  /// Receives a WebSocket that was opened, and the address of its client.
  using Opened = std::function<void(std::shared_ptr<line::Transport> transport,
                                    const boost::asio::ip::tcp::endpoint& peer)>;

  /// All functions, and `opened`, run on the thread of the executor of the sockets. `opened` is not
  /// called after close().
  HttpServer(HttpSettings settings, std::shared_ptr<const PageFiles> files, Opened opened);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Serves the requests of a connected client.
  void serve(boost::asio::ip::tcp::socket socket);
  /// Replaces the files for later requests.
  void use(std::shared_ptr<const PageFiles> files);
  /// Closes all connections that are no WebSockets.
  void close();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace trivium::web
