// `trivium-learn connect6 merge FILE... --out FILE`: one file of games from those of several runs.
#include <memory>

#include "tools/command.h"
#include "tools/learn/commands.h"
#include "tools/learn/merge_command.h"

namespace trivium::tools {

void add_connect6_merge(Command& command, int& status) {
  auto arguments = std::make_shared<MergeArguments>();
  add_merge_options(command, *arguments,
                    "Games of `connect6 selfplay` with different seeds, or other files of games "
                    "(`connect6 records` converts records); all boards must have one size");
  add_drop_duplicates(command, *arguments);
  command.callback([arguments, &status] {
    status = run_merge(*arguments, "game", learning::records::merge_connect6_games);
  });
}

}  // namespace trivium::tools
