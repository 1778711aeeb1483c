// Main function of `trivium serve`: runs a Server in this process and handles signals.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "protocols/server/server.h"
#include "protocols/server/server_config.h"

namespace trivium::server {

struct ServeOptions {
  /// Called when the server is ready, with the address of each listener ("127.0.0.1:41234").
  std::function<void(const std::vector<std::string>& addresses)> ready{};
  /// If set, the server also ends when it has had clients and then none for this time.
  std::optional<std::chrono::seconds> alone{};
};

/// Serves until SIGTERM or SIGINT; then returns within two seconds. Blocks. SIGHUP reloads the
/// weights and reopens the log file. SIGPIPE is ignored from this call on. Notifies systemd
/// (Type=notify). Returns an error if something in the configuration is not available at the start
/// (a port, a file). If something still runs after the two seconds, ends the process instead of
/// returning, without destructors (_Exit): with EXIT_SUCCESS if it is only the name resolution for
/// a dealer, else with EXIT_FAILURE.
Status serve(const ServerConfig& config, const std::string& version, const ServerSources& sources,
             const ServeOptions& options = {});

/// Checks whether serve() can start; returns its error if not. Opens everything that serve() opens
/// (log, sockets, files), closes it again and leaves nothing behind. Accepts no client.
Status check_startable(const ServerConfig& config, const std::string& version,
                       const ServerSources& sources);

}  // namespace trivium::server
