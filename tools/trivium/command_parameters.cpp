// `trivium parameters`: lists a game's search parameters, which --search sets.
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/chess/search/search_parameters.h"
#include "engine/connect6/search/search_parameters.h"
#include "engine/reversi/search/search_parameters.h"
#include "tools/common_options.h"
#include "tools/trivium/commands.h"

namespace trivium::tools {
namespace {

template <class Numbers>
void print_parameters(std::span<const Parameter<Numbers>> table, const Numbers& shipped,
                      bool json) {
  if (!json) fmt::print("{:<26}{:>10}{:>10}{:>12}\n", "name", "value", "least", "most");
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const Parameter<Numbers>& each : table) {
    const auto value = shipped.*each.field;
    all.push_back(
        {{"name", each.name}, {"value", value}, {"least", each.minimum}, {"most", each.maximum}});
    if (!json)
      fmt::print("{:<26}{:>10}{:>10}{:>12}\n", each.name, value, each.minimum, each.maximum);
  }
  if (json) fmt::print("{}\n", all.dump());
}

}  // namespace

void add_parameters(Command& app) {
  Command* command =
      app.add_subcommand("parameters", "List a game's search parameters, which --search sets");
  command->require_subcommand(1);
  const auto add = [&](const char* name, const char* help, const auto& table, const auto& shipped) {
    Command* game = command->add_subcommand(name, help);
    auto json = std::make_shared<bool>(false);
    add_json(*game, *json);
    game->callback([json, table, shipped] { print_parameters(table, shipped, *json); });
  };
  add("chess", "Parameters of the chess search, for `trivium uci --search`",
      chess::search_parameter_table(), chess::kSearch);
  add("connect6", "Parameters of the Connect-6 search, for `trivium gtp --search`",
      connect6::search_parameter_table(), connect6::kSearch);
  add("reversi", "Parameters of the Reversi search, for `trivium gtp --game reversi --search`",
      reversi::search_parameter_table(), reversi::kSearch);
}

}  // namespace trivium::tools
