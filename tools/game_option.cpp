#include "tools/game_option.h"

#include <CLI/CLI.hpp>

#include "engine/poker/rules/game_definition.h"

namespace trivium::tools {

CLI::Option* add_game_option(CLI::App& app, const std::string& name, std::string& game) {
  std::string values;
  for (const poker::NamedGame& known : poker::built_in_games()) values.append(known.name).append("|");
  return app.add_option(name, game, "The game: a built-in one or a GAMEDEF file")->type_name(values + "FILE");
}

}  // namespace trivium::tools
