// `trivium-learn reversi merge FILE... --out FILE`: one file of games from those of several
// tournaments.
#include <memory>

#include "tools/command.h"
#include "tools/learn/commands.h"
#include "tools/learn/merge_command.h"

namespace trivium::tools {

void add_reversi_merge(Command& command, int& status) {
  auto arguments = std::make_shared<MergeArguments>();
  add_merge_options(command, *arguments,
                    "Games as text, such as those that `trivium-match export` writes: either SGF "
                    "and GGF, or transcripts");
  command.callback([arguments, &status] {
    status = run_merge(*arguments, "game", learning::records::merge_reversi_games);
  });
}

}  // namespace trivium::tools
