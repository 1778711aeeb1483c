// Names of files and folders in commands for other users: the last part of their paths.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "learning/harness/manifest.h"

namespace trivium::tools {

/// Returns the last part of a path; for a folder also with a trailing slash.
std::string shown_name(const std::string& path);

/// Unique short names for all files and folders of a command. Equal names get as many folder parts
/// as distinguish them. A file named like a word for weights ("nothing") also keeps its folder's
/// name.
class ShownNames {
 public:
  ShownNames() = default;
  explicit ShownNames(const std::vector<std::string>& paths);

  /// Returns the short name of one of the paths, in any spelling.
  std::string of(const std::string& path) const;
  /// Of several of the paths, separated by blanks.
  std::string of(const std::vector<std::string>& paths) const;
  /// Hashes files that are among the paths and calls them by these names. Throws format::LoadError.
  std::vector<learning::DataSource> describe(const std::vector<std::string>& files,
                                             const std::string& licence) const;

 private:
  std::map<std::filesystem::path, std::string> names_;
};

}  // namespace trivium::tools
