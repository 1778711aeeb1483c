#include "tools/learn/choice_tables_command.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "learning/choice/tables.h"
#include "learning/harness/progress.h"
#include "learning/statistics/intervals.h"
#include "models/format/file_io.h"
#include "tools/command.h"
#include "tools/number_range.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace choice = learning::choice;

constexpr std::array kTableFiles = std::to_array<const char*>({"weights.csv", "errors.csv", "errors.svg"});

struct TablesArguments {
  std::string out;
  double share = 1;
  std::size_t trials = 100;
  std::vector<std::size_t> games{1, 2, 5, 10, 20, 50};
  std::uint64_t seed = 1;
  std::size_t threads = 1;
};

void print_recoveries(const std::vector<choice::Recovery>& recoveries) {
  fmt::print("{:>6} {:<10} {:>8} {:>10} {:>10} {:>10} {:>10} {:>12}\n", "games", "attribute", "truth", "found", "+-", "paper", "Jansen",
             "compression");
  for (const choice::Recovery& recovery : recoveries) {
    for (const choice::RecoveredWeight& weight : recovery.weights) {
      fmt::print("{:>6} {:<10} {:>8} {:>10.4f} {:>10.4f} {:>10} {:>10} {:>10.1f} %\n", recovery.games, weight.attribute, weight.truth,
                 weight.found, learning::statistics::kNormal95 * weight.standard_error, weight.published,
                 weight.published_too == 0 ? "-" : fmt::format("{}", weight.published_too), 100 * recovery.sums.compression());
    }
  }
}

void print_errors(const std::vector<choice::ErrorByGames>& rows) {
  fmt::print("{:>6} {:>7} {:>10} {:>10} {:>20} {:>10}\n", "games", "trials", "material", "mobility", "foretold: material", "mobility");
  for (const choice::ErrorByGames& row : rows) {
    fmt::print("{:>6} {:>7} {:>9.2f}% {:>9.2f}% {:>19.2f}% {:>9.2f}%\n", row.games, row.trials, 100 * row.errors[0], 100 * row.errors[1],
               100 * row.foretold[0], 100 * row.foretold[1]);
  }
}

int run_tables(const TablesArguments& arguments) {
  std::vector<NamedPlace> written;
  if (!arguments.out.empty()) prepare_files(arguments.out, kTableFiles, written);
  const std::vector<choice::Recovery> recoveries = choice::recoveries(arguments.seed, arguments.share, arguments.threads);
  print_recoveries(recoveries);
  learning::Progress progress("trials", arguments.games.size() * arguments.trials);
  std::uint64_t done = 0;
  const std::vector<choice::ErrorByGames> errors =
      choice::errors_by_games(arguments.seed, arguments.games, arguments.trials, arguments.threads, [&] { progress.update(++done); });
  print_errors(errors);
  if (arguments.out.empty()) return 0;
  const std::filesystem::path folder = arguments.out;
  const std::array texts{choice::recoveries_csv(recoveries), choice::errors_csv(errors), choice::errors_svg(errors)};
  for (std::size_t i = 0; i < texts.size(); ++i) format::write_file_atomically(folder / kTableFiles[i], texts[i]);
  return 0;
}

}  // namespace

void add_choice_tables(Command& app, int& status) {
  Command* command =
      app.add_subcommand("choice-tables", "Paper 002's experiment: weights played by and read back, the paper's figures beside ours");
  auto arguments = std::make_shared<TablesArguments>();
  command->add_option("--out", arguments->out, "Folder for weights.csv, errors.csv and errors.svg")->type_name("DIR");
  command->add_option("--share", arguments->share, "Of the paper's games: less is quicker")
      ->check(number_range(0.001, 1.0))
      ->capture_default_str();
  command->add_option("--trials", arguments->trials, "For each number of games")
      ->check(number_range<std::size_t>(1, 100'000))
      ->capture_default_str();
  command->add_option("--games", arguments->games, "How many games the error is told of")
      ->delimiter(',')
      ->check(number_range<std::size_t>(1, 1'000'000))
      ->type_name("N,...");
  command->add_option("--seed", arguments->seed, "Of the games")->check(any_natural_number<std::uint64_t>())->capture_default_str();
  command->add_option("--threads", arguments->threads, "Changes the speed, not the result")
      ->check(number_range<std::size_t>(1, 1024))
      ->capture_default_str();
  command->callback([arguments, &status] { status = run_tables(*arguments); });
}

}  // namespace trivium::tools
