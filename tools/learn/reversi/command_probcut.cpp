// `trivium-learn reversi probcut --data FILE... --weights FILE --out FILE`: errors of shallow
// searches with learned values.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/text.h"
#include "engine/reversi/patterns/pattern_value.h"
#include "learning/charts/report.h"
#include "learning/harness/progress.h"
#include "learning/harness/value_origin.h"
#include "learning/records/reversi_games.h"
#include "learning/reversi_value/search_errors.h"
#include "models/format/weight_file.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/shown_names.h"
#include "tools/manifest.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace reversi_value = learning::reversi_value;

struct ProbCutArguments : OutputOptions {
  std::vector<std::string> games;
  std::string license;
  std::string weights;
  reversi_value::SearchErrorOptions options;
};

constexpr std::array kProbCutReport{"search_errors.csv"};

learning::Manifest probcut_manifest(const ProbCutArguments& arguments,
                                    const format::WeightFile& value) {
  std::vector<std::string> read = arguments.games;
  read.push_back(arguments.weights);
  const ShownNames names(read);
  learning::Manifest manifest = new_manifest(fmt::format(
      "trivium-learn reversi probcut --data {} --weights {} --seed {} --count {} --depth {}",
      names.of(arguments.games), names.of(arguments.weights), arguments.options.seed,
      arguments.options.games, arguments.options.depth));
  manifest.command += license_words(arguments.license);
  manifest.data = names.describe(arguments.games, arguments.license);
  manifest.data.push_back(names.describe({arguments.weights}, "").front());
  manifest.value =
      learning::value_origin(value, manifest.data.back(), reversi::kSearchErrorsTensor);
  return manifest;
}

reversi_value::SearchErrorSums measure_with_progress(
    const std::vector<learning::records::ReversiGame>& games, const format::WeightFile& value,
    const ProbCutArguments& arguments) {
  const std::size_t goal = std::min(games.size(), arguments.options.games);
  learning::Progress progress("games", goal, arguments.reporting.progress(arguments.out));
  return reversi_value::measure_search_errors(games, reversi::PatternValue::from_file(value),
                                              arguments.options,
                                              [&](std::uint64_t done) { progress.update(done); });
}

void run_reversi_probcut(const ProbCutArguments& arguments) {
  prepare_output({.out = arguments.out, .report = arguments.report, .report_files = kProbCutReport},
                 places_named("--data", arguments.games, {{"--weights", arguments.weights}}));
  const format::WeightFile value = format::read_weight_file(arguments.weights);
  learning::Manifest manifest = probcut_manifest(arguments, value);
  const learning::records::ReversiGames read =
      learning::records::read_reversi_games(arguments.games);
  read.left_out.note(manifest);
  arguments.reporting.note("{}", read.summary());
  const reversi_value::SearchErrorSums sums = measure_with_progress(read.games, value, arguments);
  const std::string table = search_errors_csv(sums, arguments.options.depth);
  arguments.reporting.note("{}", table);
  learning::charts::write_report(arguments.report, "Errors of Reversi searches", kProbCutReport,
                                 {table});
  const learning::CardText card = reversi_value::search_errors_card(
      *manifest.value, manifest.data.at(arguments.games.size()), arguments.options);
  const format::WeightFile file =
      search_errors_file(value, sums, arguments.options, std::move(manifest));
  arguments.reporting.write_weights(arguments.out, file, card);
}

}  // namespace

void add_reversi_probcut(Command& command) {
  auto arguments = std::make_shared<ProbCutArguments>();
  reversi_value::SearchErrorOptions& options = arguments->options;
  add_data(command, arguments->games, "Games in WTHOR, SGF, GGF or transcripts")->required();
  add_count(command, options.games, "Number of games, each of which gives one position", 1,
            1'000'000'000);
  add_license(command, arguments->license, "games");
  command.begin_group(kModelGroup);
  command
      .add_option("--weights", arguments->weights,
                  "Weight file of values; the output contains the same values, and the errors")
      ->required()
      ->check(existing_file());
  command.add_number("--depth", options.depth, reversi::kMinProbCutDepth,
                     reversi_value::kMaxSearchDepth,
                     "Maximum depth of the searches; each further ply takes three to four times as "
                     "long");
  add_seed(command, options.seed, "the games and the position of each");
  add_threads(command, options.threads);
  add_out(command, arguments->out)->required();
  add_report(command, arguments->report, "errors by depth");
  add_reporting(command, arguments->reporting);
  command.callback([arguments] { run_reversi_probcut(*arguments); });
}

}  // namespace trivium::tools
