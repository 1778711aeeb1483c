// `trivium-match`: tournaments between programs, and commands that read their journals. This file
// registers the subcommands and decides which command lines start a tournament.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>

#include "tools/check/command.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/match/commands.h"
#include "tools/match/setup/flags.h"

namespace {

constexpr const char* kDescription =
    "Plays tournaments between UCI, GTP, Connect-6 and poker programs. Every game is stored in a "
    "journal; the same command resumes an interrupted tournament.\n"
    "Exit status of a tournament: 0 played, with a sequential test 3 (H0 accepted), 4 (H1 "
    "accepted) or 5 (undecided); 1 an error, or interrupted.";

/// Flags of every tool; any other flag in front belongs to a tournament.
bool is_tournament(std::span<const std::string> words) {
  static constexpr std::array<std::string_view, 4> kCommon{"-h", "--help", "--version",
                                                           "--generate"};
  if (words.empty()) return false;
  const std::string_view first = words[0];
  const bool common = std::ranges::find(kCommon, first.substr(0, first.find('='))) != kCommon.end();
  return first == "run" || (first.starts_with('-') && !common);
}

void add_commands(trivium::tools::Command& app) {
  app.require_subcommand(1);
  trivium::tools::add_export(app);
  trivium::tools::add_merge(app);
  trivium::tools::add_page(app);
  trivium::tools::add_status(app);
}

constexpr std::string_view kOldCheck = "check-";

/// Runs trivium-check for its former spelling here (`check-uci`, ...).
int run_old_check(int argc, char** argv) {
  using namespace trivium::tools;
  const char* const protocol = argv[1] += kOldCheck.size();
  fmt::print(stderr, "{0}: old spelling, accepted until 0.4.0: '{1}{2}' is now '{3} {2}'\n",
             kMatchProgram, kOldCheck, protocol, kCheckProgram);
  return run_check(argc, argv);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace trivium;
  if (argc > 1 && std::string_view(argv[1]).starts_with(kOldCheck))
    return run_old_check(argc, argv);
  const tools::OwnCommand run{match::run_entry(tools::kMatchProgram), is_tournament,
                              tools::run_tournament};
  return tools::run_command_line(tools::kMatchProgram, kDescription, argc, argv, add_commands,
                                 &run);
}
