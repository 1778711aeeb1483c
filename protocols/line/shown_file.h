// File names in messages to clients.
#pragma once

#include <filesystem>
#include <string>

namespace trivium::line {

/// Returns `file` if the client may use files of this machine, otherwise only its name: other
/// clients must not see the folders of a server.
inline std::string shown_file(const std::string& file, bool may_use_files) {
  return may_use_files ? file : std::filesystem::path(file).filename().string();
}

}  // namespace trivium::line
