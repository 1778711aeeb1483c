// Where a command will write. A run of hours should not learn at its end that it cannot.
#pragma once

#include <filesystem>

namespace trivium::tools {

/// Throws format::LoadError unless a file can be made as `target`, or in it if it is a folder. What is there may be a file, to be replaced;
/// devices and pipes would be, too, and are refused.
void require_place(const std::filesystem::path& target);

/// The same for files in `folder`, which is made if need be.
void prepare_folder(const std::filesystem::path& folder);

}  // namespace trivium::tools
