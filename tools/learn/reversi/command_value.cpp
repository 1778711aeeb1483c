// `trivium-learn reversi value --data FILE... --out FILE`: position values from the final scores of
// games.
#include <array>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/text.h"
#include "engine/reversi/patterns/pattern_codes.h"
#include "learning/charts/report.h"
#include "learning/harness/progress.h"
#include "learning/reversi_value/report.h"
#include "learning/reversi_value/value_run.h"
#include "models/format/load_error.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/pattern_set_file.h"
#include "tools/learn/shown_names.h"
#include "tools/manifest.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace reversi_value = learning::reversi_value;

struct ReversiValueArguments : OutputOptions {
  std::vector<std::string> games;
  std::string license;
  std::string patterns = "standard";
  reversi_value::ValueOptions options;
};

constexpr std::array kReversiValueReport{"curve.csv", "curve.svg", "errors.csv", "errors.svg"};

/// Checks before the start that all output can be written and overwrites no input.
void prepare_places(const ReversiValueArguments& arguments) {
  const std::string patterns =
      is_built_in<reversi::PatternSet>(arguments.patterns) ? "" : arguments.patterns;
  prepare_output(
      {arguments.out, arguments.report, kReversiValueReport, &arguments.options, "reversi_value"},
      places_named("--data", arguments.games, {{"--pattern-set", patterns}}));
}

/// Returns the pattern set of that name or file. Throws format::LoadError if it is not one for
/// values.
reversi::PatternSet value_patterns(const std::string& name) {
  auto set = patterns_named<reversi::PatternSet>(name);
  if (set.use() != reversi::PatternUse::kValue || !reversi::PatternLayout::fits(set)) {
    throw format::LoadError("patterns.use",
                            "--pattern-set: {} is not a set for values with at most {} "
                            "instances of shapes",
                            name, reversi::PatternLayout::kMaxInstances);
  }
  return set;
}

/// Returns the command without options that do not change the result.
std::string reproducing_command(const ReversiValueArguments& arguments, const ShownNames& names) {
  const reversi_value::ValueOptions& options = arguments.options;
  std::string command = fmt::format(
      "trivium-learn reversi value --data {} --pattern-set {} --seed {} --held-out {} --solve {} "
      "--ridge {} --steps {}",
      names.of(arguments.games), shown_name(arguments.patterns), options.seed,
      options.held_out_share, options.solve, options.ridge, options.steps);
  if (options.train_games > 0) command += fmt::format(" --train-games {}", options.train_games);
  return command + license_words(arguments.license);
}

/// Shows the labels, and then the steps, as two phases.
reversi_value::ValueResult learn_with_progress(const reversi_value::ValueGames& games,
                                               const reversi::PatternSet& set,
                                               const ReversiValueArguments& arguments,
                                               const std::string& data_hash) {
  learning::Phases phases(2, arguments.reporting.progress(arguments.out, arguments.options));
  std::optional<learning::Progress> progress;
  const std::uint64_t to_label = games.train.size() + games.held_out.size();
  progress.emplace("games with exact scores", to_label, phases.next_delayed());
  bool learning = false;
  const auto begin_steps = [&] {
    if (!std::exchange(learning, true))
      progress.emplace("steps", arguments.options.steps, phases.next());
  };
  const reversi_value::ValueListeners listeners{
      [&](std::uint64_t done) {
        if (learning) return;  // the shards that have no games may be the last to end
        progress->update(done);
        if (done == to_label) begin_steps();  // before the first step, whose time counts
      },
      [&](const reversi_value::ValueRow& row) {
        begin_steps();  // a resumed run has its labels
        std::string state = fmt::format("error {:.4f} discs", row.train);
        if (row.held_out > 0.0) state += fmt::format(", held out {:.4f} discs", row.held_out);
        progress->update(row.step, state);
      }};
  return reversi_value::learn_value(games, set, arguments.options, data_hash, listeners);
}

void print_errors(const Reporting& reporting, const char* name, std::size_t games,
                  const std::vector<reversi_value::ErrorSums>& by_discs) {
  const reversi_value::ErrorSums all = learning::statistics::total_of(by_discs);
  if (all.positions == 0) return;
  reporting.note(
      "{:9} {:>8} games, {:>9} positions: root mean square error {:.4f} discs, mean "
      "absolute error {:.4f} discs",
      name, games, all.positions, all.root_mean_square(), all.mean_absolute());
}

void run_reversi_value(const ReversiValueArguments& arguments) {
  if (arguments.options.leads()) prepare_places(arguments);
  const reversi::PatternSet set = value_patterns(arguments.patterns);
  const ShownNames names(arguments.games);
  learning::Manifest manifest = new_manifest(reproducing_command(arguments, names));
  manifest.data = names.describe(arguments.games, arguments.license);
  const std::string data_hash = learning::hashes_of(manifest.data);

  learning::records::ReversiGames read = learning::records::read_reversi_games(arguments.games);
  read.left_out.note(manifest);
  arguments.reporting.note("{}", read.summary());
  const std::size_t total = read.games.size();
  const reversi_value::ValueGames games = split(std::move(read), arguments.options);
  warn_if_none_held_out(arguments.reporting, arguments.options.held_out_share,
                        games.held_out.size(), text::counted(total, "game"));

  const reversi_value::ValueResult result = learn_with_progress(games, set, arguments, data_hash);
  if (!arguments.options.leads()) return;
  learning::charts::write_report(
      arguments.report, "Values of Reversi positions", kReversiValueReport,
      {reversi_value::curve_csv(result.curve), reversi_value::curve_svg(result.curve),
       reversi_value::errors_csv(result.errors), reversi_value::errors_svg(result.errors)});
  const format::WeightFile file =
      value_file(games, set, arguments.options, result, std::move(manifest));
  print_errors(arguments.reporting, "train", games.train.size(), result.errors.train);
  print_errors(arguments.reporting, "held out", games.held_out.size(), result.errors.held_out);
  arguments.reporting.write_weights(arguments.out, file, value_card(set, arguments.options));
}

}  // namespace

void add_reversi_value(Command& command, learning::ProcessGroup* processes) {
  auto arguments = std::make_shared<ReversiValueArguments>();
  reversi_value::ValueOptions& options = arguments->options;
  options.processes = processes;
  add_data(command, arguments->games, "Games in WTHOR, SGF, GGF or transcripts")->required();
  command.begin_group(kDataGroup);
  add_seed(command, options.seed, "the games that are held out");
  add_threads(command, options.threads);
  add_held_out(command, options.held_out_share, "games");
  add_train_games(command, options.train_games);
  command.add_number(
      "--solve", options.solve, 0, 24,
      "Positions with at most this number of empty squares get the score of best play "
      "as their label; each further square takes twice to three times as long");
  add_license(command, arguments->license, "games");
  add_pattern_set(command, arguments->patterns,
                  "Pattern set for values: standard, or a file that defines it (patterns.md)",
                  "standard|FILE");
  add_ridge(command, "--ridge", options.ridge,
            {"the weights", "0",
             "half the squared error in discs over all positions: a weight that occurs in this "
             "number of positions is halved"},
            1e-6);
  add_steps(command, options.steps, "Number of steps of conjugate gradients", 10000);
  add_out(command, arguments->out)->required();
  add_report(command, arguments->report, "learning curve, error by number of discs");
  add_checkpoint(command, options);
  command.begin_group(kOutputGroup);
  add_reporting(command, arguments->reporting);
  command.callback([arguments] { run_reversi_value(*arguments); });
}

}  // namespace trivium::tools
