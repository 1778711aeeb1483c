#include "tools/learn/connect6/game_options.h"

#include "tools/common_options.h"

namespace trivium::tools {

Option* add_longest(Command& command, int& stones) {
  return command
      .add_number("--longest", stones, 1, connect6::kMaxSize * connect6::kMaxSize,
                  "Maximum number of stones of a game; longer games are draws")
      ->group(kDataGroup);
}

void add_game_options(Command& command, int& size, learning::btmm::GameOptions& options) {
  constexpr int kMaxOpeningStones = learning::btmm::GameOptions::kMaxOpeningStones;
  command.begin_group(kDataGroup);
  command.add_number("--size", size, connect6::kMinSize, connect6::kMaxSize, "Board size");
  command.add_number(
      "--fewest-opening-stones", options.min_opening_stones, 0, kMaxOpeningStones,
      "Minimum number of opening stones, which are placed at random near the center");
  command.add_number("--most-opening-stones", options.max_opening_stones, 0, kMaxOpeningStones,
                     "Maximum number of opening stones");
  add_longest(command, options.max_stones)->old_name("--most-stones");
  command.add_number(
      "--solver-nodes", options.solver_nodes, 0, 1'000'000,
      "Positions searched before and after a turn for a win by double threats; a win "
      "that is found is played, and a turn that allows one is chosen again; 0: only "
      "wins and parries of one turn");
}

void check_game_options(const learning::btmm::GameOptions& options) {
  if (options.max_opening_stones >= options.min_opening_stones) return;
  throw UsageError("--most-opening-stones", "must not be below --fewest-opening-stones");
}

}  // namespace trivium::tools
