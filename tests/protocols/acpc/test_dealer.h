// The dealer's end of a player's connection: a loopback socket that a test can close and reopen.
#pragma once

#include <arpa/inet.h>
#include <chrono>
#include <cstdint>
#include <netinet/in.h>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/socket.h>

#include "engine/core/descriptor.h"
#include "tests/protocols/line/conversation.h"

namespace trivium::acpc {

/// First line of a player.
inline const std::string kVersionLine = "VERSION:2.0.0\r";

class TestDealer {
 public:
  TestDealer() { listen(0); }

  std::uint16_t port() const { return port_; }

  /// Accepts the next player.
  line::Client accept() {
    pollfd watched{listener_.get(), POLLIN, 0};
    if (poll(&watched, 1, 30'000) <= 0) throw std::runtime_error("nobody connects");
    return line::Client(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  }
  /// Stops listening.
  void close() { listener_ = Descriptor(); }
  /// Listens on the same port again.
  void open() { listen(port_); }

 private:
  void listen(std::uint16_t port) {
    Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int on = 1;
    setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (bind(socket.get(), generic, size) != 0 || ::listen(socket.get(), 8) != 0 ||
        getsockname(socket.get(), generic, &size) != 0) {
      throw std::runtime_error("cannot listen");
    }
    port_ = ntohs(address.sin_port);
    listener_ = std::move(socket);
  }

  std::uint16_t port_ = 0;
  Descriptor listener_;
};

}  // namespace trivium::acpc
