// Main function of `trivium serve`: runs a Server in this process and handles signals.
#pragma once

#include <string>

#include "engine/core/result.h"
#include "protocols/server/server.h"
#include "protocols/server/server_config.h"

namespace trivium::server {

/// Serves until SIGTERM or SIGINT; then every session ends within two seconds. Blocks. SIGHUP
/// reloads the weights and reopens the log file. SIGPIPE is ignored from this call on. Notifies
/// systemd (Type=notify). Returns an error if something in the configuration is not available at
/// the start (a port, a file). Does not return if something still runs after the two seconds: exits
/// the process, with status 0 if only a name resolution is left, else with status 1.
Status serve(const ServerConfig& config, const std::string& version, const ServerSources& sources);

/// Checks whether serve() can start; returns its error if not. Opens everything that serve() opens
/// (log, sockets, files), closes it again and leaves nothing behind. Accepts no client.
Status check_startable(const ServerConfig& config, const std::string& version,
                       const ServerSources& sources);

}  // namespace trivium::server
