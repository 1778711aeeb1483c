// All methods of JSON requests: what the page of `trivium play` and of web listeners asks for.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "protocols/server/server_config.h"
#include "protocols/web/json_session.h"
#include "tools/trivium/page/board_page.h"

namespace trivium::tools::page {

/// Models in use; null where none are loaded.
struct PageModels {
  std::shared_ptr<const chess::Weights> chess{};
  StyleFiles styles{};
  connect6::Knowledge connect6{};
  reversi::Knowledge reversi{};
};

/// Returns a factory of the methods for a server with `config`. It calls `models` for each session,
/// on the I/O thread.
std::function<web::Methods()> page_methods(std::function<PageModels()> models,
                                           const server::ServerConfig& config,
                                           const std::string& version);

/// Returns the folder of the page: the first `web` with an index.html beside one of the places of
/// models (models/format/model_path.h); empty if there is none.
std::filesystem::path page_folder();

/// Returns the style files of chess in `folders` by the name that clients select.
StyleFiles style_files(const std::vector<std::filesystem::path>& folders);

}  // namespace trivium::tools::page
