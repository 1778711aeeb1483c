#include "protocols/web/page_files.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/core/readers/input_file.h"

namespace trivium::web {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{16} << 20;

/// Returns the media type of a file by its name; empty for other files, which are not served.
std::string_view media_type(const fs::path& file) {
  static constexpr auto kTypes = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{".html", "text/html; charset=utf-8"},
       {".js", "text/javascript; charset=utf-8"},
       {".mjs", "text/javascript; charset=utf-8"},
       {".css", "text/css; charset=utf-8"},
       {".svg", "image/svg+xml"},
       {".png", "image/png"},
       {".json", "application/json"},
       {".txt", "text/plain; charset=utf-8"}});
  const std::string extension = file.extension().string();
  for (const auto& [known, type] : kTypes) {
    if (extension == known) return type;
  }
  return {};
}

/// Returns a validator of `bytes`: their length and their FNV-1a hash.
std::string tag_of(std::string_view bytes) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211U;
  return fmt::format("\"{:x}-{:016x}\"", bytes.size(), hash);
}

}  // namespace

Result<PageFiles> PageFiles::read(const fs::path& folder) {
  PageFiles page;
  std::error_code failure;
  if (!fs::is_directory(folder, failure)) return page;
  fs::recursive_directory_iterator entry(folder, failure);
  for (; !failure && entry != fs::recursive_directory_iterator(); entry.increment(failure)) {
    const std::string_view type = media_type(entry->path());
    if (type.empty() || !entry->is_regular_file()) continue;
    const Result<std::vector<std::byte>> read = input::read_bytes(entry->path(), kMaxFileBytes);
    if (!read) return read.error();
    std::string bytes(reinterpret_cast<const char*>(read->data()), read->size());
    std::string tag = tag_of(bytes);
    page.files_["/" + fs::relative(entry->path(), folder).generic_string()] = {
        std::move(bytes), std::string(type), std::move(tag)};
  }
  if (failure)
    return Error{"web.folder", fmt::format("{}: {}", folder.string(), failure.message())};
  return page;
}

const PageFile* PageFiles::find(std::string_view path) const {
  const auto found = files_.find(path == "/" ? "/index.html" : path);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace trivium::web
