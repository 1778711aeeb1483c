// Checks of output files before a run. A place is the path of a file or folder that a command reads
// or writes. A run of hours must not fail at its end because a file cannot be written, and no run
// may overwrite its input. All functions whose names begin with prepare_ or require_ throw
// format::LoadError if a check fails.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learning/harness/run.h"

namespace trivium::tools {

/// Throws format::LoadError unless the file `target` can be created or replaced. Rejects folders,
/// devices and pipes.
void require_file_place(const std::filesystem::path& target);

/// Throws format::LoadError unless the file `target` can be created or replaced. `target` may also
/// be a folder; the command then chooses the file's name. Rejects devices and pipes.
void require_place(const std::filesystem::path& target);

/// Creates `folder` if needed. Throws format::LoadError unless files can be created in it.
void prepare_folder(const std::filesystem::path& folder);

/// A file that a command reads or writes, with its name for messages.
struct NamedPlace {
  std::string_view name;       ///< option ("--out"), or file name in an output folder; not owned
  std::filesystem::path path;  ///< empty if the option was not given
};

/// Prepares the place of --report: a folder for `files`, or a single page
/// (learning::charts::is_page). Adds the files that will be written to `written`. Does nothing if
/// `report` is empty.
void prepare_report(const std::filesystem::path& report, std::span<const char* const> files,
                    std::vector<NamedPlace>& written);

/// Prepares the folder of --checkpoint, if one is given, and adds the snapshot file of `learner` to
/// `written`. Throws format::LoadError if that file exists and the run does not resume from it.
void prepare_checkpoint(const learning::RunOptions& run, std::string_view learner,
                        std::vector<NamedPlace>& written);

/// Output of a learner. Empty members stand for options that are not given.
struct LearnerOutput {
  std::filesystem::path out{};                  ///< --out: a weight file, which gets a model card
  std::filesystem::path report{};               ///< --report
  std::span<const char* const> report_files{};  ///< in the folder of --report
  const learning::RunOptions* run = nullptr;    ///< has --checkpoint; may be null
  std::string_view learner{};                   ///< name of the snapshots
};

/// Checks before the start that all output can be written and overwrites no input. Prepares the
/// folders of --report and --checkpoint. `written` are other files that are written, whose places
/// are checked already.
void prepare_output(const LearnerOutput& output, const std::vector<NamedPlace>& read,
                    std::vector<NamedPlace> written = {});

/// Returns `paths`, the files of an option that can be repeated, all with the option's `name`,
/// followed by `others`.
std::vector<NamedPlace> places_named(std::string_view name, const std::vector<std::string>& paths,
                                     const std::vector<NamedPlace>& others = {});

/// Returns `written`, followed by the .part file of each. Use it for files that format::PartFile
/// writes.
std::vector<NamedPlace> with_parts(std::vector<NamedPlace> written);

/// Throws format::LoadError if two output files are the same file, or an output file is also an
/// input. Also detects different paths and links to one file. The message has both names.
void require_different(const std::vector<NamedPlace>& written, const std::vector<NamedPlace>& read);

}  // namespace trivium::tools
