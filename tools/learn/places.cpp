#include "tools/learn/places.h"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

#include "models/format/load_error.h"

namespace trivium::tools {

namespace {

void require_folder(const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder)) throw format::LoadError(fmt::format("{}: no folder to write to", folder.string()));
  if (::access(folder.c_str(), W_OK | X_OK) == 0) return;
  throw format::LoadError(fmt::format("{}: cannot be written to: {}", folder.string(), std::strerror(errno)));
}

}  // namespace

void require_place(const std::filesystem::path& target) {
  if (std::filesystem::exists(target) && !std::filesystem::is_directory(target) && !std::filesystem::is_regular_file(target)) {
    throw format::LoadError(fmt::format("{}: neither a file nor a folder", target.string()));
  }
  const std::filesystem::path folder = std::filesystem::is_directory(target) ? target : target.parent_path();
  require_folder(folder.empty() ? "." : folder);
}

void prepare_folder(const std::filesystem::path& folder) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault) throw format::LoadError(fmt::format("{}: cannot be made: {}", folder.string(), fault.message()));
  require_folder(folder);
}

}  // namespace trivium::tools
