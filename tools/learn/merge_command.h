// `trivium-learn GAME merge FILE... --out FILE`: one file of games from those of several runs. The
// board games have their commands here; that of poker, which merges logs, uses these functions.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "learning/records/merge_games.h"
#include "tools/common_options.h"

namespace trivium::tools {

struct MergeArguments {
  std::vector<std::string> files;
  std::string out;
  bool leave_out = false;  ///< leave out common games, which are an error otherwise
  Reporting reporting;
};

/// Adds the files, described by `files`, and --out.
void add_merge_options(Command& command, MergeArguments& arguments, const std::string& files);

/// Unites files of games; merge_games.h declares such functions.
using Merge = std::function<learning::records::MergeCounts(
    const std::vector<std::filesystem::path>& files, const std::filesystem::path& out,
    const learning::records::MergeOptions& options)>;
/// Checks the places, runs `merge` and reports the number of `items` ("game"). Throws
/// format::LoadError.
void run_merge(const MergeArguments& arguments, const std::string& items, const Merge& merge);

}  // namespace trivium::tools
