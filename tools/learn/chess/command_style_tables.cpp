// `trivium-learn chess style-tables`: the experiment of paper 002.
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/step_progress.h"
#include "learning/charts/report.h"
#include "learning/choice/tables.h"
#include "learning/harness/progress.h"
#include "learning/statistics/intervals.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace choice = learning::choice;

constexpr std::array kTableFiles{"weights.csv", "errors.csv", "errors.svg"};

struct TablesArguments : OutputOptions {
  double share = 1;
  std::size_t trials = 100;
  std::vector<std::size_t> games{1, 2, 5, 10, 20, 50};
  std::uint64_t seed = 1;
  std::size_t threads = 1;
};

void print_recoveries(const Reporting& reporting, const std::vector<choice::Recovery>& recoveries) {
  reporting.table("{:>6} {:<10} {:>8} {:>10} {:>10} {:>10} {:>10} {:>12}\n", "games", "attribute",
                  "truth", "found", "+-", "paper", "Jansen", "compression");
  for (const choice::Recovery& recovery : recoveries) {
    for (const choice::RecoveredWeight& weight : recovery.weights) {
      reporting.table("{:>6} {:<10} {:>8} {:>10.4f} {:>10.4f} {:>10} {:>10} {:>10.1f} %\n",
                      recovery.games, weight.attribute, weight.truth, weight.found,
                      learning::statistics::kNormal95 * weight.standard_error, weight.published,
                      weight.published_too == 0 ? "-" : fmt::format("{}", weight.published_too),
                      100 * recovery.sums.compression());
    }
  }
}

void print_errors(const Reporting& reporting, const std::vector<choice::ErrorByGames>& rows) {
  reporting.table("{:>6} {:>7} {:>10} {:>10} {:>20} {:>10}\n", "games", "trials", "material",
                  "mobility", "predicted: material", "mobility");
  for (const choice::ErrorByGames& row : rows) {
    reporting.table("{:>6} {:>7} {:>9.2f}% {:>9.2f}% {:>19.2f}% {:>9.2f}%\n", row.games, row.trials,
                    100 * row.errors[0], 100 * row.errors[1], 100 * row.predicted[0],
                    100 * row.predicted[1]);
  }
}

void run_tables(const TablesArguments& arguments) {
  prepare_output({.report = arguments.report, .report_files = kTableFiles}, {});
  learning::Phases phases(2, arguments.reporting.progress(arguments.report));
  const auto recoveries =
      learning::with_progress("games", phases, [&](const StepProgress& progress) {
        return choice::recoveries(arguments.seed, arguments.share, arguments.threads, progress);
      });
  print_recoveries(arguments.reporting, recoveries);
  learning::Progress progress("trials", arguments.games.size() * arguments.trials, phases.next());
  std::uint64_t done = 0;
  const std::vector<choice::ErrorByGames> errors =
      choice::errors_by_games(arguments.seed, arguments.games, arguments.trials, arguments.threads,
                              [&] { progress.update(++done); });
  print_errors(arguments.reporting, errors);
  const std::vector<learning::charts::ReportFile> files = learning::charts::named_files(
      kTableFiles,
      {choice::recoveries_csv(recoveries), choice::errors_csv(errors), choice::errors_svg(errors)});
  learning::charts::write_report(arguments.report, "Recovered weights (paper 002)", files);
  if (arguments.reporting.json) fmt::print("{}\n", learning::charts::tables_json(files));
}

}  // namespace

void add_chess_style_tables(Command& command) {
  auto arguments = std::make_shared<TablesArguments>();
  command.begin_group(kDataGroup);
  command
      .add_number("--count N,...", arguments->games, 1, 1'000'000,
                  "Numbers of games for which the error is measured")
      ->delimiter(',')
      ->old_name("--games");
  command.add_number("--share", arguments->share, 0.001, 1.0,
                     "Share of the paper's games that is played");
  command.add_number("--trials", arguments->trials, 1, 100'000, "Trials for each number of games");
  add_seed(command, arguments->seed, "the games");
  add_threads(command, arguments->threads);
  add_report(command, arguments->report, "recovered weights and their errors by number of games")
      ->old_name("--out");
  add_reporting(command, arguments->reporting);
  command.callback([arguments] { run_tables(*arguments); });
}

}  // namespace trivium::tools
