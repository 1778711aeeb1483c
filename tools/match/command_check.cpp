// How well programs speak: `check-uci`, `check-gtp` and `check-acpc` examine one.
#include <CLI/CLI.hpp>
#include <cstdint>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/poker/rules/game_definition.h"
#include "tools/match/check/check_acpc.h"
#include "tools/match/check/check_gtp.h"
#include "tools/match/check/check_uci.h"
#include "tools/match/commands.h"
#include "tools/poker_options.h"

namespace trivium::tools {
namespace {

struct CheckChoice {
  std::string engine;
  std::vector<std::string> arguments;
  std::vector<std::string> options;
  std::vector<std::string> rules;
  std::string directory;
  std::string game = "nolimit";
  bool quick = false;
  bool json = false;
};

using Examine = std::function<Result<match::CheckReport>(const CheckChoice& choice, const match::CheckOptions& options)>;

Result<match::CheckOptions> options_of(const CheckChoice& choice) {
  match::CheckOptions options;
  options.program.command = choice.arguments;
  options.program.command.insert(options.program.command.begin(), choice.engine);
  options.program.directory = choice.directory;
  options.quick = choice.quick;
  options.only = choice.rules;
  for (const std::string& option : choice.options) {
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0) return Error{fmt::format("--option {}: is not of the form NAME=VALUE", option)};
    options.options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
  }
  if (choice.json) return options;
  options.progress = [](const match::CheckReport& report) {
    const match::CheckedRule& rule = report.rules.back();
    fmt::print("{:<12} {:<24} {}\n{}", verdict(report, rule), rule.id, rule.demand, to_text(report, rule));
    std::fflush(stdout);
  };
  return options;
}

/// 0 where the program keeps to the protocol, 1 where it does not.
int examine_with(const CheckChoice& choice, const Examine& examine) {
  const Result<match::CheckOptions> options = options_of(choice);
  if (!options) return complain_of(options.error(), MatchStatus::kBadUsage);
  const Result<match::CheckReport> report = examine(choice, *options);
  if (!report) return complain_of(report.error(), MatchStatus::kBadUsage);
  fmt::print("{}", choice.json ? match::to_json(*report) + "\n" : match::summary(*report));
  return report->passed() ? 0 : static_cast<int>(MatchStatus::kFailure);
}

CLI::App* add_check_command(CLI::App& app, const std::string& protocol, const std::string& description,
                            const std::shared_ptr<CheckChoice>& choice, int& status, const Examine& examine) {
  CLI::App* const command = app.add_subcommand("check-" + protocol, description);
  command->allow_extras();  // the program's arguments, in their order
  command->add_flag("--quick", choice->quick, "Leave out what takes long; ends within 40 seconds");
  command->add_flag("--json", choice->json, "Print the report as one JSON object, at the end");
  command->add_option("--rule", choice->rules, "Look at this rule only; may be given more than once")->expected(1)->type_name("NAME");
  command->add_option("--dir", choice->directory, "Where the program works")->check(CLI::ExistingDirectory);
  command->add_option("ENGINE", choice->engine, "The program. Words that are no options of ours are its arguments; behind `--` all are")
      ->required()
      ->type_name("FILE");
  command->callback([choice, examine, command, &status] {
    choice->arguments = command->remaining();
    std::erase(choice->arguments, "--");
    status = examine_with(*choice, examine);
  });
  return command;
}

}  // namespace

void add_checks(CLI::App& app, int& status) {
  const auto uci = std::make_shared<CheckChoice>();
  CLI::App* const command = add_check_command(
      app, "uci", "Examine how a program speaks UCI", uci, status,
      [](const CheckChoice&, const match::CheckOptions& options) -> Result<match::CheckReport> { return match::check_uci(options); });
  command->add_option("--option", uci->options, "Set this option first; may be given more than once")->expected(1)->type_name("NAME=VALUE");

  const auto gtp = std::make_shared<CheckChoice>();
  add_check_command(
      app, "gtp", "Examine how a Connect-6 program speaks GTP", gtp, status,
      [](const CheckChoice&, const match::CheckOptions& options) -> Result<match::CheckReport> { return match::check_gtp(options); });

  const auto acpc = std::make_shared<CheckChoice>();
  CLI::App* const player =
      add_check_command(app, "acpc", "Examine how a poker player, which is started with HOST PORT behind its arguments, speaks to a dealer",
                        acpc, status, [](const CheckChoice& choice, const match::CheckOptions& options) -> Result<match::CheckReport> {
                          Result<poker::GameDefinition> game = poker::game_named(choice.game);
                          if (!game) return game.error();
                          match::AcpcTable table;
                          table.game = *std::move(game);
                          return match::check_acpc(options, table);
                        });
  add_game_option(*player, "--game", acpc->game)->capture_default_str();
}

}  // namespace trivium::tools
