#include "tools/learn/merge_command.h"

#include <cstdint>
#include <fmt/format.h>
#include <memory>

#include "engine/core/text.h"
#include "learning/harness/progress.h"
#include "tools/command.h"
#include "tools/learn/commands.h"
#include "tools/places.h"

namespace trivium::tools {

namespace records = learning::records;
using records::CommonGames;

namespace {

/// Adds the command for games that `merge` unites. `may_drop`: it can leave out common games.
void add_merge_of_games(Command& command, const std::string& files, const Merge& merge,
                        bool may_drop) {
  auto arguments = std::make_shared<MergeArguments>();
  add_merge_options(command, *arguments, files);
  if (may_drop) {
    command
        .add_flag("--drop-duplicates", arguments->leave_out,
                  "Leave out games that an earlier file has; without it, they are an error")
        ->group(kDataGroup);
  }
  command.callback([arguments, merge] { run_merge(*arguments, "game", merge); });
}

}  // namespace

void add_merge_options(Command& command, MergeArguments& arguments, const std::string& files) {
  command.add_option("FILE", arguments.files, files)->required()->check(existing_file());
  command.begin_group(kOutputGroup);
  command
      .add_option("--out FILE", arguments.out,
                  "File to write, with the games of all files in their order")
      ->required();
  add_reporting(command, arguments.reporting);
}

void run_merge(const MergeArguments& arguments, const std::string& items, const Merge& merge) {
  require_file_place(arguments.out);
  require_different(with_parts({{"--out", arguments.out}}), places_named("FILE", arguments.files));
  learning::Progress progress(items + "s", 0, arguments.reporting.delayed_progress(arguments.out));
  const records::MergeCounts counts =
      merge({arguments.files.begin(), arguments.files.end()}, arguments.out,
            {arguments.leave_out ? CommonGames::kLeaveOut : CommonGames::kRefuse,
             [&progress](std::uint64_t done) { progress.update(done); }});
  progress.note(fmt::format("{} of {}; left out: {}", text::counted(counts.games, items),
                            text::counted(arguments.files.size(), "file"),
                            text::counted(counts.left_out, "duplicate")));
  arguments.reporting.print_file(arguments.out);
}

void add_chess_merge(Command& command) {
  add_merge_of_games(command,
                     "Games of `chess selfplay` with different seeds: either records (--out, PGN) "
                     "or files for the learner (--games-file)",
                     records::merge_chess_games, true);
}

void add_connect6_merge(Command& command) {
  add_merge_of_games(command,
                     "Games of `connect6 selfplay` with different seeds, or other files of games "
                     "(`connect6 records` converts records); all boards must have one size",
                     records::merge_connect6_games, true);
}

void add_reversi_merge(Command& command) {
  add_merge_of_games(command,
                     "Games as text, such as those that `trivium-match export` writes: either SGF "
                     "and GGF, or transcripts",
                     records::merge_reversi_games, false);
}

}  // namespace trivium::tools
