// `trivium-learn connect6 patterns --data FILE... --out FILE`: learns pattern strengths (gammas)
// from games.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/connect6/patterns/pattern_weights.h"
#include "engine/core/input_file.h"
#include "engine/core/text.h"
#include "learning/btmm/btmm.h"
#include "learning/btmm/export_mm.h"
#include "learning/btmm/report.h"
#include "learning/charts/report.h"
#include "learning/harness/model_card.h"
#include "learning/harness/progress.h"
#include "models/format/load_error.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/shown_names.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace btmm = learning::btmm;
namespace records = learning::records;

struct BtmmArguments {
  std::vector<std::string> games;
  std::string license;
  std::string patterns = "paper-4";
  std::string out;
  std::string report;
  std::string export_mm;
  std::string judge;
  btmm::BtmmOptions options;
  Reporting reporting;
};

constexpr std::size_t kShownFeatures = 8;  // of each table, in text and pictures
constexpr std::uint64_t kMaxDefinition = 65'536;

// Files in the folder of --report.
constexpr std::array kBtmmReport =
    std::to_array<const char*>({"curve.csv", "curve.svg", "ranks.csv", "stones.csv", "features.csv",
                                "features.txt", "features.svg"});

bool is_set(const std::string& name) {
  const auto names = connect6::PatternSet::names();
  return std::ranges::find(names, name) != names.end();
}

/// Checks before the start that all output can be written and overwrites no input.
void prepare_places(const BtmmArguments& arguments) {
  std::vector<NamedPlace> written = with_parts({{"--export-mm", arguments.export_mm}});
  if (!arguments.export_mm.empty()) require_file_place(arguments.export_mm);
  prepare_weights(arguments.out, written);
  prepare_report(arguments.report, kBtmmReport, written);
  prepare_checkpoint(arguments.options, "btmm", written);
  std::vector<NamedPlace> read = places_named("--data", arguments.games);
  read.push_back({"--patterns", is_set(arguments.patterns) ? "" : arguments.patterns});
  require_different(written, read);
}

/// Returns the pattern set of that name or file.
connect6::PatternSet patterns_named(const std::string& name) {
  if (is_set(name)) return *connect6::PatternSet::named(name);
  if (!std::filesystem::exists(name)) {
    const Error unknown = connect6::PatternSet::named(name).error();
    throw format::LoadError("patterns.unknown",
                            fmt::format("--patterns: {}; nor is it a file", unknown.message));
  }
  return format::or_throw(
      connect6::PatternSet::parse(format::or_throw(input::read_text(name, kMaxDefinition))), name);
}

/// Returns the option that selects the held-out games, as typed.
std::string split_words(const records::Split& split) {
  if (split.fold) return fmt::format("--fold {}/{}", split.fold->number, split.fold->count);
  return fmt::format("--held-out {}", split.held_out_share);
}

/// Returns the command without options that do not change the result; files by name, since the
/// manifest has their hashes.
std::string reproducing_command(const BtmmArguments& arguments, const ShownNames& names) {
  const btmm::BtmmOptions& options = arguments.options;
  std::string command = fmt::format(
      "trivium-learn connect6 patterns --data {} --patterns {} --seed {} {} --prior-wins {} "
      "--prior-games {}",
      names.of(arguments.games), shown_name(arguments.patterns), options.split.seed,
      split_words(options.split), options.prior.wins, options.prior.games);
  if (options.split.train_games > 0)
    command += fmt::format(" --train-games {}", options.split.train_games);
  if (options.split.learn_from == records::LearnFrom::kWinner) command += " --winners-only";
  if (options.simultaneous) command += " --simultaneous";
  if (!arguments.license.empty()) command += fmt::format(" --licence \"{}\"", arguments.license);
  return command + fmt::format(" --steps {}", options.iterations);
}

void print_evaluation(const char* name, std::size_t games, const btmm::Evaluation& evaluation) {
  if (evaluation.all.states == 0) return;
  fmt::print(stderr,
             "{:9} {:>8} games {:>9} states: log-evidence {:.4f} nats (any cell: {:.4f}); the "
             "stone played is the first candidate in "
             "{:.1f} %, among the first 5 in {:.1f} %, 20 in {:.1f} %\n",
             name, games, evaluation.all.states, evaluation.all.mean(),
             evaluation.all.mean_uniform(), 100.0 * evaluation.among_first(1),
             100.0 * evaluation.among_first(5), 100.0 * evaluation.among_first(20));
}

void print_judgment(const records::GameSet& games, const btmm::BtmmJudgment& judgment) {
  print_evaluation("train", games.games(records::Role::kTrain), judgment.train);
  print_evaluation("held out", games.games(records::Role::kHeldOut), judgment.held_out);
}

btmm::BtmmResult learn_with_progress(const records::GameSet& games,
                                     const connect6::PatternLayout& layout,
                                     const BtmmArguments& arguments, const std::string& data_hash) {
  learning::Progress progress("iterations", arguments.options.iterations,
                              arguments.reporting.progress(arguments.out, arguments.options));
  return btmm::learn(
      games, layout, arguments.options, data_hash, [&](const btmm::IterationRow& row) {
        std::string detail = fmt::format("log-evidence {:.5f} nats per stone", row.train);
        if (games.states(records::Role::kHeldOut) > 0)
          detail += fmt::format(", held out {:.5f} nats", row.held_out);
        progress.update(row.iteration, detail + (row.damped ? ", step shortened" : ""));
      });
}

void write_report(const std::filesystem::path& place, const connect6::PatternSet& set,
                  const btmm::BtmmResult& result, const btmm::BtmmJudgment& judgment) {
  const std::vector<btmm::FeatureRow> rows = btmm::feature_rows(set, result.gammas, result.wins);
  const std::array<std::string, kBtmmReport.size()> texts{
      btmm::curve_csv(result.curve),
      btmm::curve_svg(result.curve),
      btmm::ranks_csv(judgment.train, judgment.held_out),
      btmm::stones_csv(judgment.train, judgment.held_out),
      btmm::features_csv(set, rows),
      btmm::features_text(set, rows, kShownFeatures),
      btmm::features_svg(set, rows, kShownFeatures)};
  std::array<learning::charts::ReportFile, kBtmmReport.size()> files;
  for (std::size_t i = 0; i < texts.size(); ++i) files[i] = {kBtmmReport[i], texts[i]};
  learning::charts::write_report(place, "Patterns of Connect-6", files);
}

records::GameSet games_of(const BtmmArguments& arguments) {
  return records::GameSet({arguments.games.begin(), arguments.games.end()},
                          arguments.options.split);
}

/// Reads the games and holds some out. Throws format::LoadError if a fold is empty.
records::GameSet split_games(const BtmmArguments& arguments) {
  const records::Split& split = arguments.options.split;
  records::GameSet games = games_of(arguments);
  const std::size_t held_out = games.games(records::Role::kHeldOut);
  if (split.fold && held_out == 0)
    games.fail("held_out.none",
               fmt::format("{} holds out none of {} games", split_words(split), games.games()));
  if (!split.fold)
    warn_if_none_held_out(split.held_out_share, held_out, split_words(split),
                          text::counted(games.games(), "game"));
  return games;
}

int run_judge(const BtmmArguments& arguments) {
  const auto weights = connect6::PatternWeights::load(arguments.judge);
  const records::GameSet games = split_games(arguments);
  if (games.states(records::Role::kTrain) + games.states(records::Role::kHeldOut) == 0)
    games.fail("games.judge.none", "no stone to judge by: no player chose one");
  const connect6::PatternLayout layout(weights->set(), games.board_size());
  print_judgment(games, btmm::judge(games, layout, weights->gammas(), arguments.options.threads));
  return 0;
}

int run_export(const BtmmArguments& arguments) {
  const records::GameSet games = games_of(arguments);
  btmm::export_mm(games,
                  connect6::PatternLayout(patterns_named(arguments.patterns), games.board_size()),
                  arguments.export_mm);
  arguments.reporting.print_file(arguments.export_mm);
  return 0;
}

int run_btmm(BtmmArguments arguments) {
  learning::Manifest manifest;
  manifest.tool = tool_identity();
  const ShownNames names(arguments.games);
  manifest.command = reproducing_command(arguments, names);
  manifest.data = names.describe(arguments.games, arguments.license);
  const records::GameSet games = split_games(arguments);
  const connect6::PatternLayout layout(patterns_named(arguments.patterns), games.board_size());
  const btmm::BtmmResult result =
      learn_with_progress(games, layout, arguments, learning::hashes_of(manifest.data));
  const btmm::BtmmJudgment judgment =
      btmm::judge(games, layout, result.gammas, arguments.options.threads);
  if (!arguments.report.empty()) write_report(arguments.report, layout.set(), result, judgment);
  const format::WeightFile file = btmm::btmm_file(games, layout.set(), arguments.options, result,
                                                  judgment, std::move(manifest));
  const std::filesystem::path path = learning::write_with_card(
      arguments.out, file, btmm::btmm_card(layout.set(), arguments.options));
  print_judgment(games, judgment);
  arguments.reporting.print_file(path.string());
  return 0;
}

/// Adds the options of learning and returns them.
std::vector<Option*> add_learning_options(Command& command, BtmmArguments& arguments) {
  btmm::BtmmOptions& options = arguments.options;
  command.begin_group(kUpdateGroup);
  return {
      add_steps(command, options.iterations, "Updates of every group of features", 100'000)
          ->old_name("--iterations"),
      command.add_flag("--simultaneous", options.simultaneous,
                       "Update all groups at once: faster and weaker steps"),
      command
          .add_option("--prior-wins", options.prior.wins,
                      "Prior: wins of each feature against a feature of gamma 1")
          ->check(number_range(1e-9, 1e9)),
      command
          .add_option("--prior-games", options.prior.games,
                      "Prior: games of each feature against gamma 1; more than its wins")
          ->check(number_range(1e-9, 1e9)),
      add_license(command, arguments.license, "games"),
  };
}

/// Parses "N/K". Throws UsageError.
learning::Fold fold_named(const std::string& text) {
  constexpr std::size_t kMaxFolds = 1000;
  const std::size_t slash = std::min(text.find('/'), text.size() - 1);
  const std::size_t number = text::parse_number<std::size_t>(text.substr(0, slash)).value_or(0);
  const std::size_t count = text::parse_number<std::size_t>(text.substr(slash + 1)).value_or(0);
  if (count < 2 || count > kMaxFolds || number < 1 || number > count) {
    throw UsageError(
        "--fold",
        fmt::format("\"{}\" is not a fold; N/K with K from 2 to {} and N from 1 to K, as 1/10",
                    text, kMaxFolds));
  }
  return {number, count};
}

/// Adds the options for data and speed.
void add_split_options(Command& command, btmm::BtmmOptions& options) {
  command.begin_group(kDataGroup);
  add_seed(command, options.split.seed, "the games that are held out");
  Option* held_out = add_held_out(command, options.split.held_out_share, "games");
  command
      .add_option_function(
          "--fold", [&options](const std::string& text) { options.split.fold = fold_named(text); },
          "Keep fold N of K for the test instead of a share; with equal seeds, each game is in one "
          "of the folds")
      ->type_name("N/K")
      ->excludes(held_out);
  command
      .add_option("--train-games", options.split.train_games,
                  "Number of the other games that are learned from, the first ones; 0: all")
      ->check(any_natural_number<std::size_t>());
  command.add_flag_callback(
      "--winners-only", [&options] { options.split.learn_from = records::LearnFrom::kWinner; },
      "Learn only from the stones of winners; held-out games are judged by all stones");
  add_threads(command, options.threads);
}

}  // namespace

void add_connect6_patterns(Command& command, int& status) {
  auto arguments = std::make_shared<BtmmArguments>();
  add_data(command, arguments->games,
           "Files of games, as `trivium-learn connect6 records` and `selfplay` write them")
      ->required()
      ->check(existing_file())
      ->old_name("--games");
  add_split_options(command, arguments->options);
  command.begin_group(kModelGroup);
  Option* patterns =
      command
          .add_option("--patterns", arguments->patterns,
                      "Features: paper-1 to paper-4 (as in paper 000), extended, compact (of the "
                      "shipped weights), or a "
                      "file that defines them (patterns.md)")
          ->type_name(fmt::format("{}|FILE", fmt::join(connect6::PatternSet::names(), "|")));
  const std::vector<Option*> of_learning = add_learning_options(command, *arguments);
  Option* out = add_out(command, arguments->out);
  add_report(command, arguments->report, "learning curve, ranks and features")->needs(out);
  add_checkpoint(command, arguments->options, "the state after each iteration")->needs(out);
  command.begin_group(kOutputGroup);
  Option* judge =
      command
          .add_option("--judge", arguments->judge,
                      "Learn nothing, but report how well these weights predict the games")
          ->type_name("FILE");
  Option* export_mm =
      command
          .add_option("--export-mm", arguments->export_mm,
                      "Learn nothing, but write the training games as input of Coulom's mm; large")
          ->type_name("FILE");
  add_reporting(command, arguments->reporting);
  for (Option* option : of_learning) option->needs(out);
  judge->excludes(out)->excludes(export_mm)->excludes(patterns);
  export_mm->excludes(out)->excludes(command.get_option("--threads"));
  command.callback([=, &status] {
    if (!*out && !*judge && !*export_mm)
      throw UsageError::required("--out, --judge or --export-mm");
    if (arguments->options.prior.games <= arguments->options.prior.wins) {
      throw UsageError("--prior-games", "must be more than --prior-wins");
    }
    prepare_places(*arguments);
    status = *judge       ? run_judge(*arguments)
             : *export_mm ? run_export(*arguments)
                          : run_btmm(*arguments);
  });
}

}  // namespace trivium::tools
