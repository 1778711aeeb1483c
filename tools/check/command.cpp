#include "tools/check/command.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/poker/rules/game_definition.h"
#include "learning/harness/progress.h"
#include "tools/check/acpc/check_acpc.h"
#include "tools/check/gtp/check_gtp.h"
#include "tools/check/uci/check_uci.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/common_options.h"
#include "tools/poker_options.h"

namespace trivium::tools {
namespace {

struct CheckChoice {
  std::string engine;
  std::vector<std::string> arguments;  ///< arguments of the engine
  std::vector<std::string> options;
  std::vector<std::string> rules;
  std::string directory;
  std::string game;  ///< of the protocols that have several
  bool quick = false;
  Reporting reporting;
};

check::CheckOptions options_of(const CheckChoice& choice) {
  check::CheckOptions options;
  options.program.command = choice.arguments;
  options.program.command.insert(options.program.command.begin(), choice.engine);
  options.program.directory = choice.directory;
  options.quick = choice.quick;
  options.only = choice.rules;
  for (const std::string& option : choice.options) {
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError(
          Error{"usage.option.value", "--option {}: is not of the form NAME=VALUE", option});
    options.options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
  }
  return options;
}

/// Subcommand of a check: its protocol and rules.
struct CheckKind {
  std::string protocol;
  std::string description;
  std::string game;  ///< by default
  std::function<std::vector<check::CheckRule>(const CheckChoice& choice)> rules;
  std::function<check::CheckReport(const CheckChoice& choice, const check::CheckOptions& options)>
      examine;
  std::function<void(Command& command, CheckChoice& choice)> add_options;  ///< adds its own options
};

/// Throws Finished with exit status 1 if the program breaks a rule.
void examine_with(const CheckChoice& choice, const CheckKind& kind) {
  const std::vector<check::CheckRule> rules = kind.rules(choice);
  if (const auto unknown = check::unknown_rule(choice.rules, rules)) throw UsageError(*unknown);
  check::CheckOptions options = options_of(choice);
  const bool json = choice.reporting.json;
  learning::Progress progress("rules", options.count_selected(rules),
                              choice.reporting.delayed_progress());
  options.progress = [&](const check::CheckReport& so_far) {
    if (!json) {
      progress.erase();
      fmt::print("{}", to_text(so_far, so_far.rules.back()));
      std::fflush(stdout);
    }
    progress.update(so_far.rules.size());
  };
  const check::CheckReport report = kind.examine(choice, options);
  progress.erase();
  fmt::print("{}", json ? check::to_json(report) + "\n" : check::summary(report));
  if (!report.passed()) throw Finished{1};
}

/// Command line of a check, without the names of program and command.
struct CheckWords {
  std::vector<std::string> before;  ///< `--`
  std::vector<std::string> behind;  ///< arguments of the tested program
};

/// Removes `--` and the words after it from the command line, since CLI11 would parse them.
CheckWords take_check_words(int& argc, char** argv) {
  constexpr int kNames = 2;
  if (argc < kNames) return {};
  char** const end = argv + argc;
  char** const mark = std::find(argv + kNames, end, std::string_view("--"));
  argc = static_cast<int>(mark - argv);
  return {{argv + kNames, mark}, {mark == end ? mark : mark + 1, end}};
}

/// Rejects unknown words before ENGINE, which CLI11 would accept.
void expect_options(const Command& command, const std::vector<std::string>& words) {
  for (auto word = words.begin(); word != words.end() && word->starts_with('-'); ++word) {
    const std::size_t equals = word->find('=');
    const Option* const option = command.get_option_no_throw(word->substr(0, equals));
    if (option == nullptr) command.reject_option(*word);
    const bool value_follows = equals == std::string::npos && option->takes_value();
    if (value_follows && ++word == words.end()) return;
  }
}

/// Adds an option with exactly one value, so that the next word can be ENGINE.
Option* add_words(Command& command, const std::string& name, const std::string& value,
                  std::vector<std::string>& words, const std::string& description) {
  return command.add_option(name, words, description)->allow_extra_args(false)->type_name(value);
}

/// Adds the command of `kind`. Requires: `words` outlives `app`.
void add_check(Command& app, CheckKind kind, const CheckWords& words) {
  const auto choice = std::make_shared<CheckChoice>();
  choice->game = kind.game;
  Command* const command = app.add_subcommand(kind.protocol, kind.description);
  command->allow_extras();  // the program's arguments, in their order
  command->add_flag("--quick", choice->quick, "Skip slow checks; ends within 40 seconds");
  std::vector<std::string> rules;
  for (const check::CheckRule& rule : kind.rules(*choice)) rules.emplace_back(rule.id);
  add_words(*command, "--rule", "NAME", choice->rules,
            "Check only this rule (and that the program starts); can be repeated")
      ->suggest(rules);
  command->add_option("--dir", choice->directory, "Working directory of the program")
      ->check(existing_folder());
  command
      ->add_option("ENGINE", choice->engine,
                   "Program to test. The words after it are its arguments, except options of this "
                   "command; after `--` all are")
      ->required()
      ->type_name("FILE");
  kind.add_options(*command, *choice);
  add_reporting(*command, choice->reporting);
  command->callback([choice, command, &words, kind = std::move(kind)] {
    expect_options(*command, words.before);
    choice->arguments = command->remaining();
    choice->arguments.insert(choice->arguments.end(), words.behind.begin(), words.behind.end());
    examine_with(*choice, kind);
  });
}

const check::GtpGame& gtp_game(const CheckChoice& choice) {
  return choice.game == "reversi" ? check::kReversiGtp : check::kConnect6Gtp;
}

/// In order of --help.
std::vector<CheckKind> check_kinds() {
  return {{"uci", "Test a program's UCI protocol", "",
           [](const CheckChoice&) { return check::uci_rules(); },
           [](const CheckChoice&, const check::CheckOptions& options) {
             return check::check_uci(options);
           },
           [](Command& command, CheckChoice& choice) {
             add_words(command, "--option", "NAME=VALUE", choice.options,
                       "Option of the program to set first; can be repeated");
           }},
          {"gtp", "Test the GTP protocol of a program for Connect-6 or Reversi", "connect6",
           [](const CheckChoice& choice) { return check::gtp_rules(gtp_game(choice)); },
           [](const CheckChoice& choice, const check::CheckOptions& options) {
             return check::check_gtp(options, gtp_game(choice));
           },
           [](Command& command, CheckChoice& choice) {
             command.add_option("--game", choice.game, "Game of the program")
                 ->check(one_of({"connect6", "reversi"}))
                 ->group(kDataGroup);
           }},
          {"acpc", "Test a poker player's ACPC protocol (HOST PORT are appended to its arguments)",
           "nolimit", [](const CheckChoice&) { return check::acpc_rules(); },
           [](const CheckChoice& choice, const check::CheckOptions& options) {
             return check::check_acpc(options,
                                      {.game = or_usage_error(poker::game_named(choice.game))});
           },
           [](Command& command, CheckChoice& choice) {
             add_game_option(command, "--game", choice.game);
           }}};
}

}  // namespace

int run_check(int argc, char** argv) {
  constexpr const char* kDescription =
      "Tests whether a program follows its protocol, rule by rule. Each finding shows the "
      "conversation before it.\n"
      "Exit status: 0 no errors found; 1 errors found; 2 usage error.";
  const CheckWords words = take_check_words(argc, argv);
  const auto add = [&words](Command& app) {
    app.require_subcommand(1);
    for (CheckKind& kind : check_kinds()) add_check(app, std::move(kind), words);
  };
  return run_command_line(kCheckProgram, kDescription, argc, argv, add);
}

}  // namespace trivium::tools
