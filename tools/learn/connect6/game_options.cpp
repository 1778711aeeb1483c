#include "tools/learn/connect6/game_options.h"

#include "tools/common_options.h"

namespace trivium::tools {

Option* add_longest(Command& command, int& stones) {
  return command
      .add_option("--longest", stones, "Maximum number of stones of a game; longer games are draws")
      ->check(number_range(1, connect6::kMaxSize * connect6::kMaxSize))
      ->group(kDataGroup);
}

void add_game_options(Command& command, int& size, learning::btmm::GameOptions& options) {
  constexpr int kMaxOpeningStones = learning::btmm::GameOptions::kMaxOpeningStones;
  command.begin_group(kDataGroup);
  command.add_option("--size", size, "Board size")
      ->check(number_range(connect6::kMinSize, connect6::kMaxSize));
  command
      .add_option("--fewest-opening-stones", options.min_opening_stones,
                  "Minimum number of opening stones, which are placed at random near the center")
      ->check(number_range(0, kMaxOpeningStones));
  command
      .add_option("--most-opening-stones", options.max_opening_stones,
                  "Maximum number of opening stones")
      ->check(number_range(0, kMaxOpeningStones));
  add_longest(command, options.max_stones)->old_name("--most-stones");
  command
      .add_option("--solver-nodes", options.solver_nodes,
                  "Positions searched before and after a turn for a win by double threats; a win "
                  "that is found is played, and a turn that allows one is chosen again; 0: only "
                  "wins and parries of one turn")
      ->check(number_range(0, 1'000'000));
}

void check_game_options(const learning::btmm::GameOptions& options) {
  if (options.max_opening_stones >= options.min_opening_stones) return;
  throw UsageError("--most-opening-stones", "must not be below --fewest-opening-stones");
}

}  // namespace trivium::tools
