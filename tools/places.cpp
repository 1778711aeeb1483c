#include "tools/places.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fmt/format.h>
#include <system_error>
#include <unistd.h>

#include "models/format/load_error.h"

namespace trivium::tools {

namespace {

namespace fs = std::filesystem;

void require_folder(const fs::path& folder) {
  if (!fs::is_directory(folder)) throw format::LoadError(fmt::format("{}: no folder to write to", folder.string()));
  if (::access(folder.c_str(), W_OK | X_OK) == 0) return;
  throw format::LoadError(fmt::format("{}: cannot be written to: {}", folder.string(), std::strerror(errno)));
}

/// Without links, for what there is of it.
fs::path resolved(const fs::path& path) { return fs::weakly_canonical(fs::absolute(path)); }

}  // namespace

void require_file_place(const fs::path& target) {
  if (fs::is_directory(target)) throw format::LoadError(fmt::format("{}: is a folder, not the name of a file", target.string()));
  require_place(target);
}

void require_place(const fs::path& target) {
  if (fs::exists(target) && !fs::is_directory(target) && !fs::is_regular_file(target)) {
    throw format::LoadError(fmt::format("{}: neither a file nor a folder", target.string()));
  }
  const fs::path folder = fs::is_directory(target) ? target : target.parent_path();
  require_folder(folder.empty() ? "." : folder);
}

void prepare_folder(const fs::path& folder) {
  std::error_code fault;
  fs::create_directories(folder, fault);
  if (fault) throw format::LoadError(fmt::format("{}: cannot be made: {}", folder.string(), fault.message()));
  require_folder(folder);
}

void require_different(const std::vector<NamedPlace>& places) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t earlier = 0; earlier < i; ++earlier) {
      if (resolved(places[i].path) != resolved(places[earlier].path)) continue;
      throw format::LoadError(
          fmt::format("{}: both {} and {} would be written there", places[i].path.string(), places[earlier].name, places[i].name));
    }
  }
}

}  // namespace trivium::tools
