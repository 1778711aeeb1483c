// `trivium-learn chess merge FILE... --out FILE`: one file of games from those of several runs.
#include <memory>

#include "tools/command.h"
#include "tools/learn/commands.h"
#include "tools/learn/merge_command.h"

namespace trivium::tools {

void add_chess_merge(Command& command, int& status) {
  auto arguments = std::make_shared<MergeArguments>();
  add_merge_options(command, *arguments,
                    "Games of `chess selfplay` with different seeds: either records (--out, PGN) "
                    "or files for the learner (--games-file)");
  add_drop_duplicates(command, *arguments);
  command.callback([arguments, &status] {
    status = run_merge(*arguments, "game", learning::records::merge_chess_games);
  });
}

}  // namespace trivium::tools
