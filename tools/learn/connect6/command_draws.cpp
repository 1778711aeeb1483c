// `trivium-learn connect6 draws --data FILE... --weights FILE --out FILE`: draw probabilities for
// learned values.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/connect6/evaluation/knowledge.h"
#include "engine/core/text.h"
#include "learning/charts/report.h"
#include "learning/harness/progress.h"
#include "learning/harness/value_origin.h"
#include "learning/outcome/draws.h"
#include "models/format/model_path.h"
#include "models/format/weight_file.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/shown_names.h"
#include "tools/manifest.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace outcome = learning::outcome;

struct DrawsArguments : OutputOptions {
  std::vector<std::string> games;
  std::string weights;
  std::string patterns;
  std::string license;
  outcome::DrawReading reading;
  double held_out_share = 0.1;

  /// Entry of the manifest's data, which begins with the games.
  const learning::DataSource& weights_in(const learning::Manifest& manifest) const {
    return manifest.data.at(games.size());
  }
};

// Files in the folder of --report.
constexpr std::array kDrawsReport{"rooms.csv", "draws_foretold.csv", "draws_full.csv",
                                  "draws_size.csv"};

/// Returns the command without options that do not change the result; files by name, since the
/// manifest has their hashes.
std::string reproducing_draws_command(const DrawsArguments& arguments, const ShownNames& names) {
  std::string command = fmt::format("trivium-learn connect6 draws --data {} --weights {}",
                                    names.of(arguments.games), names.of(arguments.weights));
  if (!arguments.patterns.empty())
    command += fmt::format(" --patterns {}", names.of(arguments.patterns));
  command += fmt::format(" --nodes {} --seed {} --held-out {}", arguments.reading.nodes,
                         arguments.reading.seed, arguments.held_out_share);
  return command + license_words(arguments.license);
}

learning::Manifest draws_manifest(const DrawsArguments& arguments,
                                  const format::WeightFile& value) {
  std::vector<std::string> weights{arguments.weights};
  if (!arguments.patterns.empty()) weights.push_back(arguments.patterns);
  std::vector<std::string> read = arguments.games;
  read.insert(read.end(), weights.begin(), weights.end());
  const ShownNames names(read);
  learning::Manifest manifest = new_manifest(reproducing_draws_command(arguments, names));
  manifest.seed = arguments.reading.seed;
  manifest.parameters = {{"held_out_share", arguments.held_out_share},
                         {"nodes", static_cast<double>(arguments.reading.nodes)}};
  manifest.data = names.describe(arguments.games, arguments.license);
  std::ranges::move(names.describe(weights, ""), std::back_inserter(manifest.data));
  manifest.value =
      learning::value_origin(value, arguments.weights_in(manifest), connect6::kDrawsTensor);
  return manifest;
}

/// Returns the settings that decide the games and their statistics, as a JSON object.
std::string data_identity(const DrawsArguments& arguments, const learning::Manifest& manifest) {
  nlohmann::json identity{{"held_out_share", arguments.held_out_share}};
  for (const learning::DataSource& source : manifest.data)
    identity["files"].push_back(source.sha256);
  return identity.dump();
}

outcome::DrawData read_with_progress(const DrawsArguments& arguments,
                                     const connect6::Knowledge& knowledge,
                                     const std::string& identity) {
  std::vector<learning::records::GameSet> files;
  std::uint64_t games = 0;
  const learning::records::Split split{arguments.reading.seed, arguments.held_out_share};
  for (const std::string& file : arguments.games) games += files.emplace_back(file, split).games();
  learning::Progress progress("games", games,
                              arguments.reporting.progress(arguments.out, arguments.reading));
  const auto on_read = [&](std::uint64_t read) { progress.update(read); };
  return outcome::read_positions(files, knowledge, arguments.reading, on_read, identity);
}

void write_draws_report(const std::filesystem::path& place,
                        const std::vector<outcome::DrawFit>& fits,
                        const outcome::DrawMetrics& train, const outcome::DrawMetrics& held_out) {
  learning::charts::write_report(
      place, "Draws of Connect-6", kDrawsReport,
      {outcome::rooms_csv(fits),
       outcome::draws_csv("tenth", train.by_prediction, held_out.by_prediction),
       outcome::draws_csv("full", train.by_full, held_out.by_full),
       outcome::draws_csv("size", train.by_size, held_out.by_size)});
}

void run_draws(DrawsArguments arguments) {
  if (arguments.patterns.empty())
    arguments.patterns = format::default_model("connect6", "patterns").value_or("").string();
  if (arguments.reading.leads())
    prepare_output(
        {arguments.out, arguments.report, kDrawsReport, &arguments.reading, outcome::kDrawsLearner},
        places_named("--data", arguments.games,
                     {{"--weights", arguments.weights}, {"--patterns", arguments.patterns}}));
  const format::WeightFile value = format::read_weight_file(arguments.weights);
  const learning::Manifest manifest = draws_manifest(arguments, value);
  const outcome::DrawData data = read_with_progress(
      arguments, connect6::load_knowledge({arguments.weights, arguments.patterns}),
      data_identity(arguments, manifest));
  arguments.reporting.note("{} with a result, {} of them drawn: {} to learn from, {} held out",
                           text::counted(data.games, "game"), data.drawn,
                           text::counted(data.train.size(), "position"), data.held_out.size());
  warn_if_none_held_out(arguments.reporting, arguments.held_out_share, data.held_out.size(),
                        text::counted(data.train.size(), "position"));
  const auto report = [&arguments](const std::string& line) {
    arguments.reporting.note("{}", line);
  };
  const std::vector<outcome::DrawFit> fits =
      outcome::fit_rooms(data, arguments.reading.crew(), report);
  if (!arguments.reading.leads()) return;
  const connect6::DrawModel model = outcome::draw_model_of(fits.front());
  const outcome::DrawMetrics train = outcome::measure_draws(data.train, model),
                             held_out = outcome::measure_draws(data.held_out, model);
  write_draws_report(arguments.report, fits, train, held_out);
  const format::WeightFile file =
      outcome::draws_file(value, model, data, train, held_out, manifest);
  const learning::CardText card =
      outcome::draws_card(*manifest.value, arguments.weights_in(manifest), model);
  arguments.reporting.write_weights(arguments.out, file, card);
}

}  // namespace

void add_connect6_draws(Command& command, learning::ProcessGroup* processes) {
  auto arguments = std::make_shared<DrawsArguments>();
  arguments->reading.processes = processes;
  add_data(command, arguments->games,
           "Files of games that were played to their ends, each of its own board size; "
           "`trivium-learn connect6 playouts --longest SIZE*SIZE` writes such")
      ->required()
      ->old_name("--games");
  add_held_out(command, arguments->held_out_share, "games");
  add_license(command, arguments->license, "games");
  command.begin_group(kModelGroup);
  command
      .add_option("--weights", arguments->weights,
                  "Weight file of values; the output contains the same values, and the draw model")
      ->required()
      ->check(existing_file());
  command
      .add_option("--patterns", arguments->patterns,
                  "Patterns of the search (default: the default patterns)")
      ->check(existing_file());
  command.add_number("--nodes", arguments->reading.nodes, 0, 100'000'000,
                     "Nodes of the search of each value; 0: the static evaluation");
  add_seed(command, arguments->reading.seed,
           "the games that are held out and the position of each game");
  add_threads(command, arguments->reading.threads);
  add_out(command, arguments->out)->required();
  add_report(command, arguments->report, "measures of room, predicted and actual draws");
  add_checkpoint(command, arguments->reading);
  add_reporting(command, arguments->reporting);
  command.callback([arguments] { run_draws(*arguments); });
}

}  // namespace trivium::tools
