// How a session names files of its machine to its client.
#pragma once

#include <filesystem>
#include <string>

namespace trivium::line {

/// Returns `file` for a session that may use files of this machine, and its name alone for others:
/// strangers need not know the folders of a server.
inline std::string shown_file(const std::string& file, bool may_use_files) {
  return may_use_files ? file : std::filesystem::path(file).filename().string();
}

}  // namespace trivium::line
