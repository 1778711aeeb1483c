// What systemd hears of a service of Type=notify: one datagram to the socket that NOTIFY_SOCKET names (sd_notify(3)).
#pragma once

#include <string_view>

namespace trivium::server {

/// Sends `state`, lines such as "READY=1". Does nothing when no service manager listens; never blocks for long, never fails.
void notify_service_manager(std::string_view state) noexcept;

}  // namespace trivium::server
