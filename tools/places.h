// Where a command will write. A run of hours should not learn at its end that it cannot.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace trivium::tools {

/// Throws format::LoadError unless a file can be made as `target`. What is there may be a file, to be replaced; a folder cannot be, and
/// devices and pipes would be, too, so all of these are refused.
void require_file_place(const std::filesystem::path& target);

/// The same where a folder is welcome: then the file gets a name in it.
void require_place(const std::filesystem::path& target);

/// The same for files in `folder`, which is made if need be.
void prepare_folder(const std::filesystem::path& folder);

/// A file that a command writes, and how the command line speaks of it: "--out".
struct NamedPlace {
  std::string_view name;
  std::filesystem::path path;
};

/// Throws format::LoadError where two of them are one file, by whatever paths: one would be written over the other.
void require_different(const std::vector<NamedPlace>& places);

}  // namespace trivium::tools
