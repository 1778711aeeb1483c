// The files that a client may select, by name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace trivium::tools::page {

struct ListedFile {
  std::filesystem::path path;
  std::uint64_t bytes = 0;
  std::int64_t changed = 0;  ///< in seconds since 1970
};

/// True for the entries that are listed.
using Accepts = std::function<bool(const std::filesystem::directory_entry& entry)>;

/// Returns the entries of `folders` that `accepts`, by file name; of equal names the first one
/// counts. A folder that cannot be read has no entries.
std::map<std::string, ListedFile> listed_files(const std::vector<std::filesystem::path>& folders,
                                               const Accepts& accepts);

/// Returns the path of the file that listed_files() lists under `name`, without reading the
/// folders; the error has the code "not_found".
Result<std::filesystem::path> find_listed(const std::vector<std::filesystem::path>& folders,
                                          const std::string& name, const Accepts& accepts);

/// Returns the entries as a JSON list: [{"name", "bytes", "changed"}, ...], the newest first.
nlohmann::json listing_of(const std::map<std::string, ListedFile>& files);

}  // namespace trivium::tools::page
