#include "tools/learn/connect6_options.h"

#include "tools/command.h"
#include "tools/number_range.h"

namespace trivium::tools {

void add_game_options(Command& command, int& size, learning::btmm::GameOptions& options) {
  constexpr int kMaxOpeningStones = learning::btmm::GameOptions::kMaxOpeningStones;
  command.add_option("--size", size, "Of the board")->check(number_range(connect6::kMinSize, connect6::kMaxSize))->capture_default_str();
  command.add_option("--fewest-opening-stones", options.fewest_opening_stones, "Drawn at random near the centre, chosen by nobody")
      ->check(number_range(0, kMaxOpeningStones))
      ->capture_default_str();
  command.add_option("--most-opening-stones", options.most_opening_stones, "Up to so many")
      ->check(number_range(0, kMaxOpeningStones))
      ->capture_default_str();
  command.add_option("--most-stones", options.most_stones, "Longer games are a draw")
      ->check(number_range(1, connect6::kMaxSize * connect6::kMaxSize))
      ->capture_default_str();
  command
      .add_option("--solver-nodes", options.solver_nodes,
                  "Positions searched, before and after a turn, for a win by double threats: one that is found is played, and a turn that "
                  "leaves the opponent one is chosen again; 0: only what one turn decides is seen")
      ->check(number_range(0, 1'000'000))
      ->capture_default_str();
}

void check_game_options(const learning::btmm::GameOptions& options) {
  if (options.most_opening_stones >= options.fewest_opening_stones) return;
  throw UsageError("--most-opening-stones", "must not be below --fewest-opening-stones");
}

Option* add_sharpness(Command& command, const std::string& name, double& sharpness) {
  return command
      .add_option(name, sharpness,
                  "Power that strengths are raised to before a stone is drawn: 1 draws as the patterns foretell, more prefers strong "
                  "stones; to learn from, games at 2 were no better than games at 1.5")
      ->check(number_range(0.01, 100.0))
      ->capture_default_str();
}

}  // namespace trivium::tools
