// Clients of a server over TCP.
#pragma once

#include <cstdint>

#include "tests/protocols/line/conversation.h"

namespace trivium::server {

/// Returns a client connected to `port` of the loopback. Throws std::runtime_error if nothing
/// listens there.
line::Client connect_tcp(std::uint16_t port);

}  // namespace trivium::server
