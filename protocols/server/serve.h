// What `trivium serve` does: the server, the process around it and its signals.
#pragma once

#include <string>

#include "engine/core/result.h"
#include "protocols/server/server.h"
#include "protocols/server/server_config.h"

namespace trivium::server {

/// Serves until SIGTERM or SIGINT: then every session ends within two seconds. SIGHUP loads the weights anew and opens the log file again.
/// SIGPIPE is ignored from here on. Tells systemd how it stands (Type=notify). Errors: something named by the configuration cannot be had
/// at the start, or a session did not end in time.
Status serve(const ServerConfig& config, const std::string& version, const ServerSources& sources);

/// Returns the error with which serve() would not start, if any. Opens all that serve() opens, log,
/// sockets and files, and closes it again; nothing is left behind. No client is served meanwhile.
Status check_startable(const ServerConfig& config, const std::string& version, const ServerSources& sources);

}  // namespace trivium::server
