// Names of files and folders in the command lines of manifests, which other users read: the last
// part of their paths.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "learning/harness/manifest.h"

namespace trivium::tools {

/// Returns the last part of a path; a trailing slash does not count.
std::string shown_name(const std::string& path);

/// Unique short names for all files and folders of a command: the last part of the path, with as
/// many folders before it as distinguish equal names. A file named like a word for weights
/// ("nothing") also keeps its folder's name.
class ShownNames {
 public:
  ShownNames() = default;
  explicit ShownNames(const std::vector<std::string>& paths);

  /// Returns the short name of one of the paths, in any spelling. Throws std::out_of_range for
  /// another path.
  std::string of(const std::string& path) const;
  /// Returns the short names of several of the paths, separated by blanks.
  std::string of(const std::vector<std::string>& paths) const;
  /// Returns the descriptions (short name, hash, license) of files that are among the paths. Throws
  /// format::LoadError if one cannot be read.
  std::vector<learning::DataSource> describe(const std::vector<std::string>& files,
                                             const std::string& license) const;

 private:
  std::map<std::filesystem::path, std::string> names_;
};

}  // namespace trivium::tools
