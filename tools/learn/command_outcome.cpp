// `trivium-learn outcome connect6 --games FILE --out FILE`: the value of Connect-6 positions from the results of games.
#include <algorithm>
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
#include "learning/harness/checkpoint.h"
#include "learning/harness/model_card.h"
#include "learning/harness/progress.h"
#include "learning/outcome/outcome.h"
#include "learning/outcome/report.h"
#include "models/format/file_io.h"
#include "tools/command.h"
#include "tools/learn/commands.h"
#include "tools/learn/shown_names.h"
#include "tools/number_range.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

using learning::records::GameSet;
using learning::records::Role;

struct OutcomeArguments {
  std::string games;
  std::string licence;
  std::string counts;
  bool counts_only = false;
  std::string out;
  std::string report;
  std::string judge;
  std::string checkpoint;
  learning::outcome::OutcomeOptions options;
};

// In the folder of --report; what is learned has all of them, what is judged the first two.
constexpr std::array kOutcomeReport = std::to_array<const char*>({"stones.csv", "calibration.csv", "curve.csv", "curve.svg"});

/// A run that would fail when it writes, or write over what it has read, fails before it starts.
void prepare_places(const OutcomeArguments& arguments) {
  std::vector<NamedPlace> written{{"--out", arguments.out}};
  prepare_files(arguments.report, kOutcomeReport, written);
  if (!arguments.checkpoint.empty()) {
    prepare_folder(arguments.checkpoint);
    written.push_back({"--checkpoint", learning::Checkpoint::file_in(arguments.checkpoint, "outcome")});
  }
  if (!arguments.out.empty()) {
    require_place(arguments.out);
    learning::require_card_place(arguments.out);
  }
  require_different(written, {{"--games", arguments.games}, {"--counts", arguments.counts}, {"--judge", arguments.judge}});
}

/// The command without what does not change the result; files by name, since the manifest has their hashes.
std::string reproducing_command(const OutcomeArguments& arguments) {
  const learning::outcome::OutcomeOptions& options = arguments.options;
  std::string command =
      fmt::format("trivium-learn outcome connect6 --games {} --seed {} --held-out {} --ridge {} --iterations {}",
                  shown_name(arguments.games), options.split.seed, options.split.held_out_share, options.ridges.counts, options.iterations);
  if (!arguments.counts_only)
    command += fmt::format(" --ridge-lines {} --ridge-meetings {}", options.ridges.lines, options.ridges.meetings);
  if (arguments.counts_only) command += " --counts-only";
  if (!arguments.counts.empty()) command += fmt::format(" --counts {}", shown_name(arguments.counts));
  if (options.split.train_games > 0) command += fmt::format(" --train-games {}", options.split.train_games);
  if (options.turns > 0) command += fmt::format(" --turns {}", options.turns);
  if (!arguments.licence.empty()) command += fmt::format(" --licence \"{}\"", arguments.licence);
  return command;
}

void print_metrics(const char* name, std::size_t games, const learning::outcome::OutcomeMetrics& metrics) {
  if (metrics.all.positions == 0) return;
  fmt::print(stderr, "{:9} {:>8} games {:>9} positions  log-loss {:.4f}  accuracy {:.4f}\n", name, games, metrics.all.positions,
             metrics.all.mean_loss(), metrics.all.accuracy());
}

/// How far an iteration is.
std::string told(const learning::outcome::OutcomeRow& row) {
  std::string text = fmt::format("{} {}: log-loss {:.5f}", row.stage == learning::outcome::Stage::kCounts ? "counts" : "patterns",
                                 row.iteration, row.train);
  if (row.held_out > 0.0) text += fmt::format(", held out {:.5f}", row.held_out);
  if (row.iteration > 0) text += fmt::format(", still to gain {:.2g}", row.gain);  // which the first step tells
  return text;
}

learning::outcome::OutcomeResult learn_with_progress(const GameSet& games, const OutcomeArguments& arguments,
                                                     const std::string& data_hash) {
  const std::size_t stages = arguments.options.start || arguments.counts_only ? 1 : 2;
  learning::Progress progress("iterations", stages * (arguments.options.iterations + 1));
  progress.expect_fewer();
  std::uint64_t heard = 0;
  return learning::outcome::learn_outcome(games, arguments.options, data_hash, [&](const learning::outcome::OutcomeRow& row) {
    const std::uint64_t earlier = row.stage == learning::outcome::Stage::kPatterns && stages == 2 ? arguments.options.iterations + 1 : 0;
    if (heard++ == 0) progress.resumed_at(earlier + row.iteration);
    progress.update(earlier + row.iteration + 1, told(row));
  });
}

void print_judgement(const GameSet& games, const learning::outcome::OutcomeJudgement& judgement) {
  print_metrics("train", games.games(Role::kTrain), judgement.train);
  print_metrics("held out", games.games(Role::kHeldOut), judgement.held_out);
}

void write_report(const std::filesystem::path& folder, const learning::outcome::OutcomeResult* result,
                  const learning::outcome::OutcomeJudgement& judgement) {
  std::vector<std::string> texts{learning::outcome::outcome_stones_csv(judgement.train, judgement.held_out),
                                 learning::outcome::calibration_csv(judgement.train, judgement.held_out)};
  if (result != nullptr) {
    texts.push_back(learning::outcome::outcome_curve_csv(result->curve));
    texts.push_back(learning::outcome::outcome_curve_svg(result->curve));
  }
  for (std::size_t i = 0; i < texts.size(); ++i) format::write_file_atomically(folder / kOutcomeReport[i], texts[i]);
}

/// Reads the games and holds some out.
GameSet split_games(const OutcomeArguments& arguments) {
  const double share = arguments.options.split.held_out_share;
  GameSet games(arguments.games, arguments.options.split);
  warn_if_none_held_out(share, games.games(Role::kHeldOut), fmt::format("--held-out {}", share), text::counted(games.games(), "game"));
  return games;
}

int run_judge(const OutcomeArguments& arguments) {
  const auto weights = connect6::Weights::load(arguments.judge);
  const GameSet games = split_games(arguments);
  const learning::outcome::OutcomeJudgement judgement =
      learning::outcome::judge(games, learning::outcome::parameters_of(*weights), arguments.options);
  if (judgement.train.all.positions + judgement.held_out.all.positions == 0) {
    games.fail("games.judge.none", "no position to judge by: no game has a result and, behind its opening, a turn that is not decided yet");
  }
  if (!arguments.report.empty()) write_report(arguments.report, nullptr, judgement);
  print_judgement(games, judgement);
  return 0;
}

int run_learn(OutcomeArguments arguments) {
  if (!arguments.checkpoint.empty()) arguments.options.checkpoint_folder = arguments.checkpoint;
  learning::Manifest manifest;
  manifest.tool = tool_identity();
  manifest.command = reproducing_command(arguments);
  manifest.data = {learning::describe_data(arguments.games, arguments.licence)};
  const std::string data_hash = manifest.data.front().sha256;
  if (!arguments.counts.empty()) {
    arguments.options.start = learning::outcome::parameters_of(*connect6::Weights::load(arguments.counts));
    std::fill(arguments.options.start->begin() + connect6::kFeatureCount, arguments.options.start->end(), 0.0);
    manifest.data.push_back(learning::describe_data(arguments.counts, {}));
  }
  arguments.options.patterns = !arguments.counts_only;
  const GameSet games = split_games(arguments);
  const learning::outcome::OutcomeResult result = learn_with_progress(games, arguments, data_hash);
  const learning::outcome::OutcomeJudgement judgement =
      learning::outcome::judge(games, learning::outcome::as_read(result.parameters, arguments.options.patterns), arguments.options);
  if (!arguments.report.empty()) write_report(arguments.report, &result, judgement);
  const format::WeightFile file = learning::outcome::outcome_file(games, arguments.options, result, judgement, std::move(manifest));
  const std::filesystem::path path = learning::write_with_card(arguments.out, file, learning::outcome::outcome_card(arguments.options));
  print_judgement(games, judgement);
  if (!result.converged) fmt::print(stderr, "trivium-learn: not converged: a new run with more --iterations would go further\n");
  fmt::print("{}\n", path.string());
  return 0;
}

int run_outcome_connect6(const OutcomeArguments& arguments) {
  prepare_places(arguments);
  return arguments.judge.empty() ? run_learn(arguments) : run_judge(arguments);
}

void add_game_options(Command& command, learning::outcome::OutcomeOptions& options) {
  command.add_option("--seed", options.split.seed, "Chooses the games held out")
      ->check(any_natural_number<std::uint64_t>())
      ->capture_default_str();
  command.add_option("--threads", options.threads, "Changes the speed, not the result")
      ->check(number_range(1, 1024))
      ->capture_default_str();
  command.add_option("--held-out", options.split.held_out_share, "Share of the games kept for the test")
      ->check(number_range(0.0, 0.9))
      ->capture_default_str();
  command.add_option("--train-games", options.split.train_games, "Learn from so many games, the first ones; 0: all")
      ->check(number_range(0, 1'000'000'000))
      ->capture_default_str();
  command.add_option("--turns", options.turns, "Learn from so many turns of a game, behind its opening; 0: all")
      ->check(number_range(0, 1000))
      ->capture_default_str();
}

/// Returns those that have an effect where something is learned alone.
std::vector<Option*> add_learning_options(Command& command, OutcomeArguments& arguments) {
  learning::outcome::OutcomeOptions& options = arguments.options;
  const auto ridge = [&command](const char* name, double& value, const char* what) {
    return command.add_option(name, value, what)->check(number_range(1e-6, 1e9))->capture_default_str();
  };
  return {ridge("--ridge", options.ridges.counts, "Penalty on the squared weights of counts, in nats over all positions"),
          ridge("--ridge-lines", options.ridges.lines, "The same of lines"),
          ridge("--ridge-meetings", options.ridges.meetings, "The same of meetings"),
          command.add_option("--iterations", options.iterations, "Newton steps of a stage at most")
              ->check(number_range(1, 10000))
              ->capture_default_str(),
          command.add_option("--licence", arguments.licence, "Licence of the games, for the model card")};
}

}  // namespace

void add_outcome(Command& app, int& status) {
  Command* outcome = app.add_subcommand("outcome", "Learn what positions are worth from the results of games (logistic regression)");
  outcome->require_subcommand(1);
  Command* connect6 = outcome->add_subcommand("connect6", "Counts and patterns of Connect-6 positions (kind connect6.value)");
  auto arguments = std::make_shared<OutcomeArguments>();
  connect6->add_option("--games", arguments->games, "Games, as `trivium-learn games` and `selfplay` write them")
      ->required()
      ->check(existing_file());
  add_game_options(*connect6, arguments->options);
  const std::vector<Option*> of_learning = add_learning_options(*connect6, *arguments);
  Option* out = connect6->add_option("--out", arguments->out, "Weight file to write; in a folder it gets its canonical name");
  out->type_name("FILE");
  Option* counts = connect6->add_option("--counts", arguments->counts, "Take the counts from these weights; learn patterns alone");
  counts->check(existing_file())->needs(out);
  connect6->add_flag("--counts-only", arguments->counts_only, "Learn the counts alone")
      ->needs(out)
      ->excludes(counts)
      ->excludes(connect6->get_option("--ridge-lines"))
      ->excludes(connect6->get_option("--ridge-meetings"));
  for (Option* option : of_learning) option->needs(out);
  connect6->add_option("--report", arguments->report, "Folder for curve, stages of a game and calibration, as CSV and SVG")
      ->type_name("DIR");
  Option* checkpoint =
      connect6->add_option("--checkpoint", arguments->checkpoint, "Folder for a snapshot after each iteration")->type_name("DIR");
  checkpoint->needs(out);
  connect6->add_flag("--resume", arguments->options.resume, "Go on from the snapshot in --checkpoint, if there is one")->needs(checkpoint);
  Option* judge = connect6->add_option("--judge", arguments->judge, "Learn nothing: say how well these weights foretell the results")
                      ->type_name("FILE");
  judge->excludes(out);
  connect6->callback([=, &status] {
    if (!*out && !*judge) throw UsageError::required("--out or --judge");
    status = run_outcome_connect6(*arguments);
  });
}

}  // namespace trivium::tools
