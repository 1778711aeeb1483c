#include "tools/learn/pattern_command.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "engine/core/text.h"
#include "learning/btmm/btmm.h"
#include "learning/btmm/report.h"
#include "learning/charts/report.h"
#include "learning/harness/progress.h"
#include "models/format/load_error.h"
#include "tools/learn/commands.h"
#include "tools/learn/pattern_set_file.h"
#include "tools/learn/shown_names.h"
#include "tools/manifest.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace btmm = learning::btmm;
namespace records = learning::records;

constexpr std::size_t kShownFeatures = 8;  // of each table, in text and pictures

/// Names of the files in the folder of --report.
struct ReportNames {
  explicit ReportNames(std::string_view pieces)
      : table(fmt::format("{}.csv", pieces)), chart(fmt::format("{}.svg", pieces)) {}
  ReportNames(const ReportNames&) = delete;  // `all` points into this object

  std::string table, chart;
  std::array<const char*, 9> all{"curve.csv",    "curve.svg",    "ranks.csv",
                                 "ranks.svg",    table.c_str(),  chart.c_str(),
                                 "features.csv", "features.txt", "features.svg"};
};

/// Checks before the start that all output can be written and overwrites no input.
void prepare_places(const PatternArguments& arguments, const PatternGame& game) {
  if (!arguments.export_mm.empty()) require_file_place(arguments.export_mm);
  const ReportNames report(game.words.pieces);
  const std::string patterns = game.is_built_in(arguments.patterns) ? "" : arguments.patterns;
  prepare_output({arguments.out, arguments.report, report.all, &arguments.options, "btmm"},
                 places_named("--data", arguments.games, {{"--pattern-set", patterns}}),
                 with_parts({{"--export-mm", arguments.export_mm}}));
}

/// Returns the option that selects the held-out games, as typed.
std::string split_words(const records::Split& split) {
  if (split.fold) return fmt::format("--fold {}/{}", split.fold->number, split.fold->count);
  return fmt::format("--held-out {}", split.held_out_share);
}

/// Returns the command without options that do not change the result; files by name, since the
/// manifest has their hashes.
std::string reproducing_command(const PatternArguments& arguments, const PatternGame& game,
                                const ShownNames& names) {
  const btmm::BtmmOptions& options = arguments.options;
  std::string command = fmt::format(
      "trivium-learn {} --data {} --pattern-set {} --seed {} {} --prior-wins {} --prior-games {}",
      game.command, names.of(arguments.games), shown_name(arguments.patterns), options.split.seed,
      split_words(options.split), options.prior.wins, options.prior.games);
  if (options.split.train_games > 0)
    command += fmt::format(" --train-games {}", options.split.train_games);
  if (options.split.learn_from == records::LearnFrom::kWinner) command += " --winners-only";
  if (options.simultaneous) command += " --simultaneous";
  return command + license_words(arguments.license) +
         fmt::format(" --steps {}", options.iterations);
}

void print_evaluation(const Reporting& reporting, const char* name, std::size_t games,
                      const btmm::GameWords& words, const btmm::Evaluation& evaluation) {
  const btmm::ChoiceEvidence& all = evaluation.all;
  if (all.cases == 0) return;
  const auto [few, more] = words.shown_places;
  std::string line = fmt::format(
      "{:9} {:>8} games {:>9} states: log-evidence {:.4f} nats (any {}: {:.4f}); the {} played is "
      "the first candidate in {:.1f} %, among the first {} in {:.1f} %, {} in {:.1f} %",
      name, games, all.cases, all.mean(), words.candidate, all.mean_uniform(), words.move,
      100.0 * evaluation.among_first(1), few, 100.0 * evaluation.among_first(few), more,
      100.0 * evaluation.among_first(more));
  if (evaluation.forced > 0) {
    const double share = evaluation.share_of_choices();
    line += fmt::format("; with {} forced {}: log-evidence {:.4f} nats (any {}: {:.4f})",
                        evaluation.forced, words.moves, share * all.mean(), words.candidate,
                        share * all.mean_uniform());
  }
  reporting.note("{}", line);
}

void print_judgment(const Reporting& reporting, const btmm::StateSource& source,
                    const btmm::BtmmJudgment& judgment) {
  print_evaluation(reporting, "train", source.games(records::Role::kTrain), source.words(),
                   judgment.train);
  print_evaluation(reporting, "held out", source.games(records::Role::kHeldOut), source.words(),
                   judgment.held_out);
}

/// Returns print_judgment() as one line of JSON.
std::string judgment_json(const btmm::StateSource& source, const btmm::BtmmJudgment& judgment) {
  const std::array<std::size_t, 2> places = source.words().shown_places;
  std::string csv = fmt::format(
      "part,games,states,log_evidence,log_evidence_uniform,first,among_first_{},among_first_{},"
      "forced\n",
      places[0], places[1]);
  const auto add = [&](const char* part, records::Role role, const btmm::Evaluation& evaluation) {
    csv += fmt::format("{},{},{},{},{},{},{},{},{}\n", part, source.games(role),
                       evaluation.all.cases, evaluation.all.mean(), evaluation.all.mean_uniform(),
                       evaluation.among_first(1), evaluation.among_first(places[0]),
                       evaluation.among_first(places[1]), evaluation.forced);
  };
  add("train", records::Role::kTrain, judgment.train);
  add("held_out", records::Role::kHeldOut, judgment.held_out);
  return learning::charts::tables_json(
      std::array{learning::charts::ReportFile{"judgment.csv", csv}});
}

btmm::BtmmResult learn_with_progress(const btmm::StateSource& source,
                                     const PatternArguments& arguments,
                                     const std::string& data_hash) {
  learning::Progress progress("iterations", arguments.options.iterations,
                              arguments.reporting.progress(arguments.out, arguments.options));
  return btmm::learn(source, arguments.options, data_hash, [&](const btmm::IterationRow& row) {
    std::string detail =
        fmt::format("log-evidence {:.5f} nats per {}", row.train, source.words().move);
    if (source.states(records::Role::kHeldOut) > 0)
      detail += fmt::format(", held out {:.5f} nats", row.held_out);
    progress.update(row.iteration, detail + (row.damped ? ", step shortened" : ""));
  });
}

void write_report(const std::string& place, const btmm::StateSource& source,
                  const btmm::BtmmResult& result, const btmm::BtmmJudgment& judgment) {
  const btmm::GameWords& words = source.words();
  const btmm::FeatureWords& features = source.feature_words();
  const std::vector<btmm::FeatureRow> rows =
      btmm::feature_rows(source.tables(), result.gammas, result.wins);
  learning::charts::write_report(
      place, fmt::format("Patterns of {}", words.game), ReportNames(words.pieces).all,
      {btmm::curve_csv(result.curve), btmm::curve_svg(result.curve, words.move),
       btmm::ranks_csv(judgment.train, judgment.held_out),
       btmm::ranks_svg(judgment.train, judgment.held_out, words.move),
       btmm::pieces_csv(words.pieces, judgment.train, judgment.held_out),
       btmm::pieces_svg(words.pieces, judgment.train, judgment.held_out, words.move),
       btmm::features_csv(features, rows), btmm::features_text(features, rows, kShownFeatures),
       features.svg(rows, kShownFeatures)});
}

/// Warns if a share holds out no game. Throws format::LoadError if a fold is empty.
void check_split(const PatternArguments& arguments, const btmm::StateSource& source) {
  const records::Split& split = arguments.options.split;
  const std::size_t held_out = source.games(records::Role::kHeldOut);
  const std::size_t games =
      held_out + source.games(records::Role::kTrain) + source.games(records::Role::kUnused);
  if (split.fold && held_out == 0)
    source.fail("held_out.none",
                fmt::format("{} holds out none of {} games", split_words(split), games));
  if (!split.fold)
    warn_if_none_held_out(arguments.reporting, split.held_out_share, held_out,
                          text::counted(games, "game"));
}

void run_judge(const PatternArguments& arguments, const PatternGame& game) {
  const auto [source, gammas] = game.open_judged(arguments);
  check_split(arguments, *source);
  if (source->states(records::Role::kTrain) + source->states(records::Role::kHeldOut) == 0)
    source->fail("games.judge.none",
                 fmt::format("no {} to judge by: no player chose one", source->words().move));
  const btmm::BtmmJudgment judgment = btmm::judge(*source, gammas, arguments.options.crew());
  print_judgment(arguments.reporting, *source, judgment);
  if (arguments.reporting.json) fmt::print("{}\n", judgment_json(*source, judgment));
}

void run_export(const PatternArguments& arguments, const PatternGame& game) {
  if (!arguments.options.leads()) return;
  learning::Manifest not_written;
  btmm::export_mm(*game.open(arguments, not_written), arguments.export_mm);
  arguments.reporting.print_file(arguments.export_mm);
}

void run_learn(const PatternArguments& arguments, const PatternGame& game) {
  const ShownNames names(arguments.games);
  learning::Manifest manifest = new_manifest(reproducing_command(arguments, game, names));
  manifest.data = names.describe(arguments.games, arguments.license);
  const PatternGame::Source source = game.open(arguments, manifest);
  check_split(arguments, *source);
  const btmm::BtmmResult result =
      learn_with_progress(*source, arguments, learning::hashes_of(manifest.data));
  const btmm::BtmmJudgment judgment = btmm::judge(*source, result.gammas, arguments.options.crew());
  if (!arguments.options.leads()) return;
  if (!arguments.report.empty()) write_report(arguments.report, *source, result, judgment);
  const format::WeightFile file =
      btmm::btmm_file(*source, arguments.options, result, judgment, std::move(manifest));
  print_judgment(arguments.reporting, *source, judgment);
  arguments.reporting.write_weights(arguments.out, file,
                                    btmm::btmm_card(*source, arguments.options));
}

/// Adds the options of learning and returns them.
std::vector<Option*> add_learning_options(Command& command, PatternArguments& arguments) {
  btmm::BtmmOptions& options = arguments.options;
  command.begin_group(kUpdateGroup);
  return {
      add_steps(command, options.iterations, "Updates of every group of features", 100'000),
      command.add_flag("--simultaneous", options.simultaneous,
                       "Update all groups at once: faster and weaker steps"),
      command.add_number("--prior-wins", options.prior.wins, 1e-9, 1e9,
                         "Prior: wins of each feature against a feature of gamma 1"),
      command.add_number("--prior-games", options.prior.games, 1e-9, 1e9,
                         "Prior: games of each feature against gamma 1; more than its wins"),
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
void add_split_options(Command& command, btmm::BtmmOptions& options, const PatternGame& game) {
  command.begin_group(kDataGroup);
  add_seed(command, options.split.seed, "the games that are held out");
  Option* held_out = add_held_out(command, options.split.held_out_share, "games");
  command
      .add_option_function(
          "--fold N/K",
          [&options](const std::string& text) { options.split.fold = fold_named(text); },
          "Keep fold N of K for the test instead of a share; with equal seeds, each game is in one "
          "of the folds")
      ->excludes(held_out);
  add_train_games(command, options.split.train_games);
  command.add_flag_callback(
      "--winners-only", [&options] { options.split.learn_from = records::LearnFrom::kWinner; },
      fmt::format("Learn only from the {0} of winners; held-out games are judged by all {0}",
                  game.words.moves));
  add_threads(command, options.threads);
}

}  // namespace

void add_patterns(Command& command, learning::ProcessGroup* processes, const PatternGame& game) {
  auto arguments = std::make_shared<PatternArguments>();
  arguments->options.processes = processes;
  arguments->patterns = game.patterns;
  add_data(command, arguments->games, game.data_help)->required();
  add_split_options(command, arguments->options, game);
  Option* patterns =
      add_pattern_set(command, arguments->patterns, game.patterns_help, game.patterns_type);
  const std::vector<Option*> of_learning = add_learning_options(command, *arguments);
  Option* out = add_out(command, arguments->out);
  add_report(command, arguments->report, "learning curve, ranks and features")->needs(out);
  add_checkpoint(command, arguments->options)->needs(out);
  command.begin_group(kOutputGroup);
  Option* judge =
      command.add_option("--judge FILE", arguments->judge,
                         "Learn nothing, but report how well these weights predict the games");
  Option* export_mm = command.add_option(
      "--export-mm FILE", arguments->export_mm,
      "Learn nothing, but write the training games as input of Coulom's mm; large");
  add_reporting(command, arguments->reporting);
  for (Option* option : of_learning) option->needs(out);
  judge->excludes(out)->excludes(export_mm)->excludes(patterns);
  export_mm->excludes(out)->excludes(command.get_option("--threads"));
  command.callback([=] {
    if (!*out && !*judge && !*export_mm)
      throw UsageError::required("--out, --judge or --export-mm");
    if (arguments->options.prior.games <= arguments->options.prior.wins) {
      throw UsageError("--prior-games", "must be more than --prior-wins");
    }
    if (arguments->options.leads()) prepare_places(*arguments, game);
    if (*judge) return run_judge(*arguments, game);
    *export_mm ? run_export(*arguments, game) : run_learn(*arguments, game);
  });
}

}  // namespace trivium::tools
