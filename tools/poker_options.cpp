#include "tools/poker_options.h"

#include <fmt/format.h>

#include "engine/poker/policies/policies.h"
#include "engine/poker/rules/game_definition.h"
#include "tools/command.h"

namespace trivium::tools {

Option* add_game_option(Command& app, const std::string& name, std::string& game) {
  std::string values;
  std::string help = "The game: a GAMEDEF file, or";
  for (const poker::NamedGame& known : poker::built_in_games()) {
    help += fmt::format("{} {} ({})", values.empty() ? "" : ",", known.name, known.title);
    values.append(known.name).append("|");
  }
  return app.add_option(name, game, help)->type_name(values + "FILE");
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
  return app.add_option(name, policy, text)->type_name(names);
}

}  // namespace trivium::tools
