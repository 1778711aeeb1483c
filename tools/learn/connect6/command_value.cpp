// `trivium-learn connect6 value --data FILE... --out FILE`: position values from the results
// of games.
#include <array>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/connect6/evaluation/weights.h"
#include "engine/core/text.h"
#include "learning/charts/report.h"
#include "learning/harness/progress.h"
#include "learning/outcome/outcome.h"
#include "learning/outcome/report.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/shown_names.h"
#include "tools/manifest.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace outcome = learning::outcome;

using learning::records::GameSet;
using learning::records::Role;

struct OutcomeArguments : OutputOptions {
  std::vector<std::string> games;
  std::string license;
  std::string counts;
  bool counts_only = false;
  std::string judge;
  outcome::OutcomeOptions options;
};

// Files in the folder of --report: all for learning, the first two for --judge.
constexpr std::array kOutcomeReport{"stones.csv", "calibration.csv", "curve.csv", "curve.svg"};

/// Returns the command without options that do not change the result; files by name, since the
/// manifest has their hashes.
std::string reproducing_command(const OutcomeArguments& arguments, const ShownNames& names) {
  const outcome::OutcomeOptions& options = arguments.options;
  std::string command = fmt::format(
      "trivium-learn connect6 value --data {} --seed {} --held-out {} --ridge {} --steps {}",
      names.of(arguments.games), options.split.seed, options.split.held_out_share,
      options.ridges.counts, options.iterations);
  if (!arguments.counts_only)
    command += fmt::format(" --ridge-lines {} --ridge-meetings {}", options.ridges.lines,
                           options.ridges.meetings);
  if (arguments.counts_only) command += " --counts-only";
  if (!arguments.counts.empty())
    command += fmt::format(" --counts-from {}", shown_name(arguments.counts));
  if (options.split.train_games > 0)
    command += fmt::format(" --train-games {}", options.split.train_games);
  if (options.turns > 0) command += fmt::format(" --first-turns {}", options.turns);
  return command + license_words(arguments.license);
}

void print_metrics(const Reporting& reporting, const char* name, std::size_t games,
                   const outcome::OutcomeMetrics& metrics) {
  if (metrics.all.cases == 0) return;
  reporting.note("{:9} {:>8} games, {:>9} positions: log loss {:.4f} nats, accuracy {:.4f}", name,
                 games, metrics.all.cases, metrics.all.mean_loss(), metrics.all.accuracy());
}

/// Progress text of an iteration.
std::string state_text(const outcome::OutcomeRow& row) {
  std::string text = fmt::format("{} {}: log loss {:.5f} nats",
                                 row.stage == outcome::Stage::kCounts ? "counts" : "patterns",
                                 row.iteration, row.train);
  if (row.held_out > 0.0) text += fmt::format(", held out {:.5f} nats", row.held_out);
  if (row.iteration > 0)
    text += fmt::format(", expected gain {:.2g} nats", row.gain);  // known after the first step
  return text;
}

outcome::OutcomeResult learn_with_progress(const GameSet& games, const OutcomeArguments& arguments,
                                           const std::string& data_hash) {
  const std::size_t stages = arguments.options.start || arguments.counts_only ? 1 : 2;
  learning::Progress progress("iterations", stages * (arguments.options.iterations + 1),
                              arguments.reporting.progress(arguments.out, arguments.options));
  progress.expect_fewer();
  return outcome::learn_outcome(
      games, arguments.options, data_hash, [&](const outcome::OutcomeRow& row) {
        const std::uint64_t earlier = row.stage == outcome::Stage::kPatterns && stages == 2
                                          ? arguments.options.iterations + 1
                                          : 0;
        progress.update(earlier + row.iteration + 1, state_text(row));
      });
}

void print_judgment(const Reporting& reporting, const GameSet& games,
                    const outcome::OutcomeJudgment& judgment) {
  print_metrics(reporting, "train", games.games(Role::kTrain), judgment.train);
  print_metrics(reporting, "held out", games.games(Role::kHeldOut), judgment.held_out);
}

/// Returns print_judgment() as one line of JSON.
std::string judgment_json(const GameSet& games, const outcome::OutcomeJudgment& judgment) {
  std::string csv = "part,games,positions,log_loss,accuracy\n";
  const auto add = [&csv](const char* part, std::size_t count, const auto& sums) {
    csv +=
        fmt::format("{},{},{},{},{}\n", part, count, sums.cases, sums.mean_loss(), sums.accuracy());
  };
  add("train", games.games(Role::kTrain), judgment.train.all);
  add("held_out", games.games(Role::kHeldOut), judgment.held_out.all);
  return learning::charts::tables_json(
      std::array{learning::charts::ReportFile{"judgment.csv", csv}});
}

void write_report(const std::filesystem::path& place, const outcome::OutcomeResult* result,
                  const outcome::OutcomeJudgment& judgment) {
  constexpr const char* kTitle = "Values of Connect-6 positions";
  const auto& [train, held_out] = judgment;
  const std::string stones = outcome::outcome_csv("stones", train.by_stones, held_out.by_stones),
                    calibration =
                        outcome::outcome_csv("tenth", train.by_prediction, held_out.by_prediction);
  if (result == nullptr)
    return learning::charts::write_report(place, kTitle, kOutcomeReport, {stones, calibration});
  learning::charts::write_report(place, kTitle, kOutcomeReport,
                                 {stones, calibration, outcome::outcome_curve_csv(result->curve),
                                  outcome::outcome_curve_svg(result->curve)});
}

/// Reads the games and selects the held-out ones.
GameSet split_games(const OutcomeArguments& arguments) {
  GameSet games({arguments.games.begin(), arguments.games.end()}, arguments.options.split);
  warn_if_none_held_out(arguments.reporting, arguments.options.split.held_out_share,
                        games.games(Role::kHeldOut), text::counted(games.games(), "game"));
  return games;
}

void run_judge(const OutcomeArguments& arguments) {
  const auto weights = connect6::Weights::load(arguments.judge);
  const GameSet games = split_games(arguments);
  const outcome::OutcomeJudgment judgment =
      outcome::judge(games, outcome::parameters_of(*weights), arguments.options);
  if (judgment.train.all.cases + judgment.held_out.all.cases == 0) {
    games.fail(
        "games.judge.none",
        "no position to judge by: no game has a result and an undecided turn after its opening");
  }
  if (!arguments.options.leads()) return;
  if (!arguments.report.empty()) write_report(arguments.report, nullptr, judgment);
  print_judgment(arguments.reporting, games, judgment);
  if (arguments.reporting.json) fmt::print("{}\n", judgment_json(games, judgment));
}

void run_learn(OutcomeArguments arguments) {
  const ShownNames names(arguments.games);
  learning::Manifest manifest = new_manifest(reproducing_command(arguments, names));
  manifest.data = names.describe(arguments.games, arguments.license);
  const std::string data_hash = learning::hashes_of(manifest.data);
  if (!arguments.counts.empty()) {
    arguments.options.start = outcome::parameters_of(*connect6::Weights::load(arguments.counts));
    std::fill(arguments.options.start->begin() + connect6::kFeatureCount,
              arguments.options.start->end(), 0.0);
    manifest.data.push_back(learning::describe_data(arguments.counts, {}));
  }
  arguments.options.patterns = !arguments.counts_only;
  const GameSet games = split_games(arguments);
  const outcome::OutcomeResult result = learn_with_progress(games, arguments, data_hash);
  const outcome::OutcomeJudgment judgment = outcome::judge(
      games, outcome::as_read(result.parameters, arguments.options.patterns), arguments.options);
  if (!arguments.options.leads()) return;
  if (!arguments.report.empty()) write_report(arguments.report, &result, judgment);
  const format::WeightFile file =
      outcome::outcome_file(games, arguments.options, result, judgment, std::move(manifest));
  print_judgment(arguments.reporting, games, judgment);
  if (!result.converged) arguments.reporting.note("trivium-learn: not converged: use more --steps");
  arguments.reporting.write_weights(arguments.out, file, outcome::outcome_card(arguments.options));
}

void run_outcome_connect6(const OutcomeArguments& arguments) {
  if (arguments.options.leads())
    prepare_output(
        {arguments.out, arguments.report, kOutcomeReport, &arguments.options, "outcome"},
        places_named("--data", arguments.games,
                     {{"--counts-from", arguments.counts}, {"--judge", arguments.judge}}));
  arguments.judge.empty() ? run_learn(arguments) : run_judge(arguments);
}

void add_game_options(Command& command, outcome::OutcomeOptions& options) {
  command.begin_group(kDataGroup);
  add_seed(command, options.split.seed, "the games that are held out");
  add_threads(command, options.threads);
  add_held_out(command, options.split.held_out_share, "games");
  add_train_games(command, options.split.train_games);
  command
      .add_number("--first-turns", options.turns, 0, 1000,
                  "Learn only from the first N turns after the opening of each game; 0: from all")
      ->old_name("--turns");
}

/// Adds the options of learning and returns them.
std::vector<Option*> add_learning_options(Command& command, OutcomeArguments& arguments) {
  outcome::OutcomeOptions& options = arguments.options;
  const auto ridge = [&command](const char* name, double& value, const char* kind,
                                const char* center) {
    return add_ridge(command, name, value,
                     {fmt::format("the weights of {}", kind), center, "in nats over all positions"},
                     1e-6);
  };
  return {ridge("--ridge", options.ridges.counts, "counts", "those at the start of the stage"),
          ridge("--ridge-lines", options.ridges.lines, "lines", "0"),
          ridge("--ridge-meetings", options.ridges.meetings, "meetings", "0"),
          add_steps(command, options.iterations, "Maximum number of Newton steps of a stage", 10000)
              ->old_name("--iterations"),
          add_license(command, arguments.license, "games")};
}

}  // namespace

void add_connect6_value(Command& command, learning::ProcessGroup* processes) {
  auto arguments = std::make_shared<OutcomeArguments>();
  arguments->options.processes = processes;
  add_data(
      command, arguments->games,
      "Files of games, as `trivium-learn connect6 records`, `selfplay` and `playouts` write them")
      ->required()
      ->old_name("--games");
  add_game_options(command, arguments->options);
  command.begin_group(kModelGroup);
  Option* counts =
      command.add_option("--counts-from", arguments->counts,
                         "Take the weights of counts from this file; learn those of patterns");
  Option* counts_only =
      command.add_flag("--counts-only", arguments->counts_only, "Learn only the weights of counts");
  const std::vector<Option*> of_learning = add_learning_options(command, *arguments);
  Option* out = add_out(command, arguments->out);
  counts->check(existing_file())->needs(out)->old_name("--counts");
  counts_only->needs(out)
      ->excludes(counts)
      ->excludes(command.get_option("--ridge-lines"))
      ->excludes(command.get_option("--ridge-meetings"));
  for (Option* option : of_learning) option->needs(out);
  add_report(command, arguments->report,
             "learning curve, accuracy by stage of the game, calibration");
  add_checkpoint(command, arguments->options)->needs(out);
  command.begin_group(kOutputGroup);
  Option* judge =
      command.add_option("--judge FILE", arguments->judge,
                         "Learn nothing, but report how well these weights predict the results");
  judge->excludes(out);
  add_reporting(command, arguments->reporting);
  command.callback([=] {
    if (!*out && !*judge) throw UsageError::required("--out or --judge");
    run_outcome_connect6(*arguments);
  });
}

}  // namespace trivium::tools
