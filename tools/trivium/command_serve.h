// Starts a server with all games, for `serve` and `play`.
#pragma once

#include "protocols/server/serve.h"
#include "protocols/server/server_config.h"

namespace trivium::tools {

/// Serves all games until the end of server::serve() and returns the exit status. Throws Failure.
int serve_games(const server::ServerConfig& config, const server::ServeOptions& options = {});

}  // namespace trivium::tools
