// Clients of a server over TCP.
#pragma once

#include <cstdint>

#include "tests/protocols/line/conversation.h"

namespace trivium::server {

/// A client connected to `port` of the loopback; throws std::runtime_error when nobody listens.
line::Client connect_tcp(std::uint16_t port);

}  // namespace trivium::server
