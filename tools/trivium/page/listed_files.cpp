#include "tools/trivium/page/listed_files.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <system_error>

#include "engine/core/text.h"

namespace trivium::tools::page {

namespace fs = std::filesystem;

namespace {

std::int64_t changed_at(const fs::path& path) {
  std::error_code failure;
  const auto time = fs::last_write_time(path, failure);
  if (failure) return 0;
  const auto since = std::chrono::file_clock::to_sys(time).time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(since).count();
}

}  // namespace

std::map<std::string, ListedFile> listed_files(const std::vector<fs::path>& folders,
                                               const Accepts& accepts) {
  std::map<std::string, ListedFile> files;
  for (const fs::path& folder : folders) {
    std::error_code failure;
    fs::directory_iterator entry(folder, failure);
    for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
      if (!accepts(*entry)) continue;
      std::error_code ignored;
      const std::uintmax_t bytes = entry->is_regular_file(ignored) ? entry->file_size(ignored) : 0;
      files.try_emplace(entry->path().filename().string(),
                        ListedFile{entry->path(), bytes, changed_at(entry->path())});
    }
  }
  return files;
}

std::vector<std::string> listed_names(const std::vector<fs::path>& folders,
                                      const Accepts& accepts) {
  std::vector<std::string> names;
  for (const auto& [name, file] : listed_files(folders, accepts)) names.push_back(name);
  return names;
}

Result<fs::path> find_listed(const std::vector<fs::path>& folders, const std::string& name,
                             const Accepts& accepts) {
  // A name with a slash, "." and ".." could leave the folder.
  const bool is_name = !name.empty() && name.find('\0') == std::string::npos &&
                       fs::path(name).filename() == name && name != "." && name != "..";
  for (std::size_t i = 0; is_name && i < folders.size(); ++i) {
    std::error_code failure;
    const fs::directory_entry entry(folders[i] / name, failure);
    if (!failure && entry.exists(failure) && accepts(entry)) return entry.path();
  }
  return Error{"not_found", fmt::format("name: {} is not listed", text::quoted(name, 64))};
}

nlohmann::json listing_of(const std::map<std::string, ListedFile>& files) {
  std::vector<std::pair<std::string, ListedFile>> sorted(files.begin(), files.end());
  std::ranges::stable_sort(sorted, std::ranges::greater{},
                           [](const auto& file) { return file.second.changed; });
  nlohmann::json list = nlohmann::json::array();
  for (const auto& [name, file] : sorted)
    list.push_back({{"name", name}, {"bytes", file.bytes}, {"changed", file.changed}});
  return list;
}

}  // namespace trivium::tools::page
