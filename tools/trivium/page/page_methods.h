// All methods of JSON requests, which the page of `trivium play` and of web listeners sends.
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
  connect6::Knowledge connect6{};
  reversi::Knowledge reversi{};
};

/// Returns the factory that a server with `config` calls for each session to make its methods. The
/// factory calls `models`, on the I/O thread.
std::function<web::Methods()> page_methods(std::function<PageModels()> models,
                                           const server::ServerConfig& config,
                                           const std::string& version);

/// Returns the folder of the installed page: the first folder `web` with an index.html that is
/// beside a folder of models (models/format/model_path.h); empty if there is none.
std::filesystem::path page_folder();

/// Returns the search for style files for chess in `folders`, by their file names without the
/// extension. It reads the folders at each call, so it also finds new files.
FindStyle style_finder(std::vector<std::filesystem::path> folders);

}  // namespace trivium::tools::page
