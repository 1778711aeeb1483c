// All methods of JSON requests: what the page of `trivium play` and of web listeners asks for.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "protocols/server/server_config.h"
#include "protocols/web/json_session.h"
#include "tools/trivium/games.h"

namespace trivium::tools::page {

/// Returns a factory of the methods for a server with `config`. Each session uses the models that
/// `games` has in use when it begins. The factory runs on the I/O thread and keeps what it needs.
std::function<web::Methods()> page_methods(const Games& games, const server::ServerConfig& config,
                                           const std::string& version);

/// Returns the folder of the installed page: the first `web` with an index.html in the folder of
/// the program and those above it, or share/trivium/web there; empty if there is none.
std::filesystem::path page_folder();

/// Returns the style files of chess in `folders` by the name that clients select.
std::map<std::string, std::filesystem::path> style_files(
    const std::vector<std::filesystem::path>& folders);

}  // namespace trivium::tools::page
