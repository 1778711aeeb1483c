#include "tools/learn/merge_command.h"

#include <cstdint>
#include <filesystem>
#include <fmt/format.h>

#include "engine/core/text.h"
#include "learning/harness/progress.h"
#include "tools/command.h"
#include "tools/places.h"

namespace trivium::tools {

using learning::records::CommonGames;

void add_merge_options(Command& command, MergeArguments& arguments, const std::string& files) {
  command.add_option("FILE", arguments.files, files)
      ->required()
      ->type_name("FILE")
      ->check(existing_file());
  command.begin_group(kOutputGroup);
  command
      .add_option("--out FILE", arguments.out,
                  "File to write, with the games of all files in their order")
      ->required();
  add_reporting(command, arguments.reporting);
}

void add_drop_duplicates(Command& command, MergeArguments& arguments) {
  command
      .add_flag("--drop-duplicates", arguments.leave_out,
                "Leave out games that an earlier file has; without it, they are an error")
      ->group(kDataGroup);
}

int run_merge(const MergeArguments& arguments, const std::string& items, const Merge& merge) {
  require_file_place(arguments.out);
  require_different(with_parts({{"--out", arguments.out}}), places_named("FILE", arguments.files));
  learning::Progress progress(items + "s", 0, arguments.reporting.delayed_progress(arguments.out));
  const learning::records::MergeCounts counts =
      merge({arguments.files.begin(), arguments.files.end()}, arguments.out,
            {arguments.leave_out ? CommonGames::kLeaveOut : CommonGames::kRefuse,
             [&progress](std::uint64_t done) { progress.update(done); }});
  progress.erase();
  fmt::print(stderr, "{} of {}; left out: {}\n", text::counted(counts.games, items),
             text::counted(arguments.files.size(), "file"),
             text::counted(counts.left_out, "duplicate"));
  arguments.reporting.print_file(arguments.out);
  return 0;
}

}  // namespace trivium::tools
