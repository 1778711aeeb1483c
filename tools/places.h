// Where a command will write. A run of hours should not learn at its end that it cannot, and none may replace what it has read.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learning/harness/run.h"

namespace trivium::tools {

/// Throws format::LoadError unless a file can be made as `target`. What is there may be a file, to be replaced; a folder cannot be, and
/// devices and pipes would be, too, so all of these are refused.
void require_file_place(const std::filesystem::path& target);

/// The same where a folder is welcome: then the file gets a name in it.
void require_place(const std::filesystem::path& target);

/// The same for files in `folder`, which is made if need be.
void prepare_folder(const std::filesystem::path& folder);

/// A file that a command writes or reads, and how the command line speaks of it: "--out".
struct NamedPlace {
  std::string_view name;
  std::filesystem::path path;  ///< empty where the option was not given
};

/// Prepares `folder`, if one is given, and adds to `written` the files that will be written there, each under its own name.
void prepare_files(const std::filesystem::path& folder, std::span<const char* const> files, std::vector<NamedPlace>& written);

/// The same for --report, which names a folder or one page (learning::charts::is_page).
void prepare_report(const std::filesystem::path& report, std::span<const char* const> files, std::vector<NamedPlace>& written);

/// Prepares the place of a weight file and its card, if one is given, and adds it to `written` as "--out".
void prepare_weights(const std::filesystem::path& out, std::vector<NamedPlace>& written);

/// Prepares the folder of --checkpoint, if one is given, and adds the snapshot of `learner` to
/// `written`. Throws format::LoadError if the run would replace a snapshot there.
void prepare_checkpoint(const learning::RunOptions& run, std::string_view learner, std::vector<NamedPlace>& written);

/// Files of one option, which may be given more than once.
std::vector<NamedPlace> places_named(std::string_view name, const std::vector<std::string>& paths);

/// Files that are written as format::PartFile does: each of them, and behind them the parts.
std::vector<NamedPlace> with_parts(std::vector<NamedPlace> written);

/// Throws format::LoadError where two files that a command writes are one, or one of them is a file that it reads, by whatever paths and
/// links: one would be written over the other. The message names both options.
void require_different(const std::vector<NamedPlace>& written, const std::vector<NamedPlace>& read = {});

}  // namespace trivium::tools
