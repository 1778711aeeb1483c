// Checks of output files. A run of hours must not fail at its end, and no run may overwrite its
// input.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learning/harness/run.h"

namespace trivium::tools {

/// Throws format::LoadError unless a file can be created as `target` or replaces a file there.
/// Folders, devices and pipes are rejected.
void require_file_place(const std::filesystem::path& target);

/// The same, but `target` may also be a folder, in which the file gets its name.
void require_place(const std::filesystem::path& target);

/// The same for files in `folder`, which is created if needed.
void prepare_folder(const std::filesystem::path& folder);

/// A file that a command reads or writes, and its option: "--out".
struct NamedPlace {
  std::string_view name;
  std::filesystem::path path;  ///< empty if the option was not given
};

/// Prepares `folder`, if given, and adds its future files to `written`.
void prepare_files(const std::filesystem::path& folder, std::span<const char* const> files,
                   std::vector<NamedPlace>& written);

/// The same for --report, a folder or a single page (learning::charts::is_page).
void prepare_report(const std::filesystem::path& report, std::span<const char* const> files,
                    std::vector<NamedPlace>& written);

/// Prepares the place of a weight file and its card, if given, and adds it to `written` as "--out".
void prepare_weights(const std::filesystem::path& out, std::vector<NamedPlace>& written);

/// Prepares the folder of --checkpoint, if one is given, and adds the snapshot of `learner` to
/// `written`. Throws format::LoadError if the run would replace a snapshot there.
void prepare_checkpoint(const learning::RunOptions& run, std::string_view learner,
                        std::vector<NamedPlace>& written);

/// Files of an option that can be repeated.
std::vector<NamedPlace> places_named(std::string_view name, const std::vector<std::string>& paths);

/// Files written by format::PartFile: each file and its .part file.
std::vector<NamedPlace> with_parts(std::vector<NamedPlace> written);

/// Throws format::LoadError if two output files are the same or one of them is an input, under any
/// paths and links. The message names both options.
void require_different(const std::vector<NamedPlace>& written,
                       const std::vector<NamedPlace>& read = {});

}  // namespace trivium::tools
