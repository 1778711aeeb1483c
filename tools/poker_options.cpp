#include "tools/poker_options.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/poker/equity/board_classes.h"
#include "engine/poker/policies/policies.h"
#include "engine/poker/rules/game_definition.h"
#include "tools/command.h"

namespace trivium::tools {

bool is_any_game(const poker::GameDefinition&) { return true; }
bool is_for_two(const poker::GameDefinition& game) { return game.players == 2; }

bool is_holdem_for_two(const poker::GameDefinition& game) {
  return is_for_two(game) && poker::is_holdem(game);
}

bool is_small_for_two(const poker::GameDefinition& game) {
  return is_for_two(game) && !poker::is_holdem(game);
}

Option* add_game_option(Command& app, const std::string& name, std::string& game,
                        bool (*is_accepted)(const poker::GameDefinition& game)) {
  std::string values;
  std::string help = "The game: a GAMEDEF file, or";
  for (const poker::NamedGame& known : poker::built_in_games()) {
    if (!is_accepted(known.game)) continue;
    help += fmt::format("{} {} ({})", values.empty() ? "" : ",", known.name, known.title);
    values.append(known.name).append("|");
  }
  return app.add_option(name, game, help)->type_name(values + "FILE")->group(kDataGroup);
}

std::filesystem::path game_file(const std::string& game) {
  const auto& games = poker::built_in_games();
  return std::ranges::find(games, game, &poker::NamedGame::name) == games.end() ? game : "";
}

Option* add_policy_option(Command& app, const std::string& name, const std::string& help,
                          std::string& policy) {
  std::string names;
  std::string text = help;
  if (policy.empty())
    text += " (default: the default strategy of the game, or rule if there is none)";
  for (const poker::PolicyKind& kind : poker::policy_kinds()) {
    const std::string detail = kind.detail.empty() ? "" : fmt::format("[:{}]", kind.detail);
    text += fmt::format("{} {}{} ({})", names.empty() ? ":" : ",", kind.name, detail, kind.help);
    names.append(names.empty() ? "" : "|").append(kind.name);
  }
  return app.add_option(name, policy, text)->type_name(names)->group(kModelGroup);
}

}  // namespace trivium::tools
