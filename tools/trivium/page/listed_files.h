// Lists of the files that a client may select. A client sends a name of a list, never a path, so it
// reaches no file outside the configured folders.
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

/// Returns true for the entries that belong in the list.
using Accepts = std::function<bool(const std::filesystem::directory_entry& entry)>;

/// Returns the entries of `folders` for which `accepts` is true, by file name. If several have the
/// same name, the first one is listed. Skips folders that cannot be read.
std::map<std::string, ListedFile> listed_files(const std::vector<std::filesystem::path>& folders,
                                               const Accepts& accepts);

/// Returns the names of listed_files(), in order.
std::vector<std::string> listed_names(const std::vector<std::filesystem::path>& folders,
                                      const Accepts& accepts);

/// Returns the path of the file that listed_files() lists under `name`; faster, because it does not
/// read whole folders. The error has the code "not_found".
Result<std::filesystem::path> find_listed(const std::vector<std::filesystem::path>& folders,
                                          const std::string& name, const Accepts& accepts);

/// Returns the entries as a JSON list: [{"name", "bytes", "changed"}, ...], the newest first.
nlohmann::json listing_of(const std::map<std::string, ListedFile>& files);

}  // namespace trivium::tools::page
