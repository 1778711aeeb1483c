// Files and folders as a command for others has them, who have them elsewhere: by the last part of their paths.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "learning/harness/manifest.h"

namespace trivium::tools {

/// The last part of a path; of a folder's too, if it ends in a slash.
std::string shown_name(const std::string& path);

/// The names of all files and folders of one command: of those whose last parts are equal, as many parts more as tell them apart, so that
/// they can lie in folders of these names. A file that is called like a word for weights ("nothing") has its folder's name before it too.
class ShownNames {
 public:
  ShownNames() = default;
  explicit ShownNames(const std::vector<std::string>& paths);

  /// Of one of the paths, however it is written.
  std::string of(const std::string& path) const;
  /// Of several of the paths, separated by blanks.
  std::string of(const std::vector<std::string>& paths) const;
  /// Hashes files that are among the paths and calls them by these names. Throws format::LoadError.
  std::vector<learning::DataSource> describe(const std::vector<std::string>& files, const std::string& licence) const;

 private:
  std::map<std::filesystem::path, std::string> names_;
};

}  // namespace trivium::tools
