// How well programs speak: `check-uci`, `check-gtp` and `check-acpc` examine one.
#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/poker/rules/game_definition.h"
#include "tools/command.h"
#include "tools/match/check/check_acpc.h"
#include "tools/match/check/check_gtp.h"
#include "tools/match/check/check_uci.h"
#include "tools/match/commands.h"
#include "tools/poker_options.h"

namespace trivium::tools {
namespace {

struct CheckChoice {
  std::string engine;
  std::vector<std::string> arguments;  ///< of the engine
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
    if (equals == std::string::npos || equals == 0)
      return Error{"usage.option.value", fmt::format("--option {}: is not of the form NAME=VALUE", option)};
    options.options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
  }
  if (choice.json) return options;
  options.progress = [](const match::CheckReport& report) {
    fmt::print("{}", to_text(report, report.rules.back()));
    std::fflush(stdout);
  };
  return options;
}

/// A check's subcommand: what it examines, and the rules that it has.
struct CheckKind {
  std::string protocol;
  std::string description;
  std::vector<match::CheckRule> rules;
  Examine examine;
};

/// 0 where the program keeps to the protocol, 1 where it does not.
int examine_with(const CheckChoice& choice, const CheckKind& kind) {
  if (const auto unknown = match::unknown_rule(choice.rules, kind.rules)) return complain_of(*unknown, MatchStatus::kBadUsage);
  const Result<match::CheckOptions> options = options_of(choice);
  if (!options) return complain_of(options.error(), MatchStatus::kBadUsage);
  const Result<match::CheckReport> report = kind.examine(choice, *options);
  if (!report) return complain_of(report.error(), MatchStatus::kBadUsage);
  fmt::print("{}", choice.json ? match::to_json(*report) + "\n" : match::summary(*report));
  return report->passed() ? 0 : static_cast<int>(MatchStatus::kFailure);
}

/// An option whose value is one word, so that the word behind it is ENGINE.
Option* add_words(Command& command, const std::string& name, std::vector<std::string>& words, const std::string& description) {
  return command.add_option(name, words, description)->allow_extra_args(false);
}

/// What stands before ENGINE must be ours, however little CLI11 minds.
void expect_options(const Command& command, const std::vector<std::string>& words) {
  for (auto word = words.begin(); word != words.end() && word->starts_with('-'); ++word) {
    const std::size_t equals = word->find('=');
    const Option* const option = command.get_option_no_throw(word->substr(0, equals));
    if (option == nullptr) command.refuse_option(*word);
    const bool value_follows = equals == std::string::npos && option->takes_value();
    if (value_follows && ++word == words.end()) return;
  }
}

Command* add_check_command(Command& app, const std::shared_ptr<CheckChoice>& choice, const CheckWords& words, int& status, CheckKind kind) {
  Command* const command = app.add_subcommand("check-" + kind.protocol, kind.description);
  command->allow_extras();  // the program's arguments, in their order
  command->add_flag("--quick", choice->quick, "Leave out what takes long; ends within 40 seconds");
  command->add_flag("--json", choice->json, "Print the report as one JSON object, at the end");
  add_words(*command, "--rule", choice->rules, "Look at this rule only, and that the program starts; may be given more than once")
      ->type_name("NAME");
  command->add_option("--dir", choice->directory, "Where the program works")->check(existing_folder());
  command
      ->add_option("ENGINE", choice->engine,
                   "The program. Words behind it that are no options of ours are its arguments; behind `--` all are")
      ->required()
      ->type_name("FILE");
  command->callback([choice, command, &words, kind = std::move(kind), &status] {
    expect_options(*command, words.before);
    choice->arguments = command->remaining();
    choice->arguments.insert(choice->arguments.end(), words.behind.begin(), words.behind.end());
    status = examine_with(*choice, kind);
  });
  return command;
}

}  // namespace

CheckWords take_check_words(int& argc, char** argv) {
  constexpr int kNames = 2;
  if (argc < kNames || !std::string_view(argv[1]).starts_with("check-")) return {};
  char** const end = argv + argc;
  char** const mark = std::find(argv, end, std::string_view("--"));
  argc = static_cast<int>(mark - argv);
  return {{argv + kNames, mark}, {mark == end ? mark : mark + 1, end}};
}

void add_checks(Command& app, int& status, const CheckWords& words) {
  const auto uci = std::make_shared<CheckChoice>();
  Command* const command = add_check_command(
      app, uci, words, status,
      {"uci", "Examine how a program speaks UCI", match::uci_rules(),
       [](const CheckChoice&, const match::CheckOptions& options) -> Result<match::CheckReport> { return match::check_uci(options); }});
  add_words(*command, "--option", uci->options, "Set this option first; may be given more than once")->type_name("NAME=VALUE");

  const auto gtp = std::make_shared<CheckChoice>();
  add_check_command(
      app, gtp, words, status,
      {"gtp", "Examine how a Connect-6 program speaks GTP", match::gtp_rules(),
       [](const CheckChoice&, const match::CheckOptions& options) -> Result<match::CheckReport> { return match::check_gtp(options); }});

  const auto acpc = std::make_shared<CheckChoice>();
  Command* const player = add_check_command(
      app, acpc, words, status,
      {"acpc", "Examine how a poker player, which is started with HOST PORT behind its arguments, speaks to a dealer", match::acpc_rules(),
       [](const CheckChoice& choice, const match::CheckOptions& options) -> Result<match::CheckReport> {
         Result<poker::GameDefinition> game = poker::game_named(choice.game);
         if (!game) return game.error();
         match::AcpcTable table;
         table.game = *std::move(game);
         return match::check_acpc(options, table);
       }});
  add_game_option(*player, "--game", acpc->game)->capture_default_str();
}

}  // namespace trivium::tools
