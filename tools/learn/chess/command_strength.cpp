// `trivium-learn chess strength-rungs` and `chess strength-measure`: strength levels of the engine.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "engine/chess/choice/strength.h"
#include "engine/chess/rules/pgn.h"
#include "engine/core/text.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "learning/harness/progress.h"
#include "learning/strength/level_results.h"
#include "learning/strength/scale_card.h"
#include "learning/strength/scale_levels.h"
#include "learning/strength/scale_tables.h"
#include "models/format/load_error.h"
#include "tools/common_options.h"
#include "tools/learn/chess/choice_arguments.h"
#include "tools/learn/commands.h"
#include "tools/learn/shown_names.h"
#include "tools/manifest.h"
#include "tools/manual/writers.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace strength = learning::strength;

struct LevelsArguments : OutputOptions {
  strength::ScaleLayout layout;
};

constexpr const char* kOwnLicense = "this project's";

struct MeasureArguments : OutputOptions {
  std::string scale;
  std::vector<std::string> games;
  std::vector<std::string> anchors;
  std::vector<std::string> checks;
  std::string license = kOwnLicense;  ///< of the games, also those that check
  double minimum = 0;
  std::string conditions;
};

void run_levels(const LevelsArguments& arguments) {
  prepare_output({.out = arguments.out}, {});
  const strength::ScaleLayout& layout = arguments.layout;
  if (layout.min_nodes > layout.max_nodes || layout.min_weight > layout.max_weight) {
    throw UsageError("--most-nodes, --most-weight", "less than the least");
  }
  const std::string command = fmt::format(
      "trivium-learn chess strength-rungs --count {} --least-nodes {} --most-nodes {} "
      "--least-weight {} --most-weight {}",
      layout.levels, layout.min_nodes, layout.max_nodes, layout.min_weight, layout.max_weight);
  const format::WeightFile file =
      strength::layout_file(strength::laid_out(layout), new_manifest(command));
  arguments.reporting.write_weights(arguments.out, file, strength::layout_card());
}

/// Adds a player of known strength, given as "NAME=ELO".
void add_anchor(strength::LevelResults& results, const std::string& text) {
  const std::size_t sign = text.rfind('=');
  const std::optional<double> elo =
      sign == std::string::npos ? std::nullopt : text::parse_number<double>(text.substr(sign + 1));
  if (!elo || sign == 0 || !std::isfinite(*elo))
    throw UsageError("--anchor", text + " is not NAME=ELO");
  if (!results.add_player(text.substr(0, sign), *elo))
    throw UsageError("--anchor", text + ": named before");
}

struct ResultsRead {
  strength::LevelResults results;
  learning::GamesLeftOut left_out;
};

/// Reads the results of all games of the files. The levels are the first players.
ResultsRead read_results(std::span<const int> levels, const std::vector<std::string>& pgns,
                         const std::vector<std::string>& anchors, learning::Phases& phases) {
  ResultsRead read;
  for (const int elo : levels) {
    const std::string name = strength::level_name(elo);
    if (!read.results.add_player(name, std::nullopt))
      throw format::LoadError("strength.name", "--levels: two levels are named {}", name);
  }
  for (const std::string& anchor : anchors) add_anchor(read.results, anchor);
  read.left_out =
      for_each_game(pgns, phases, [&read](const chess::PgnGame& game) { read.results.add(game); });
  return read;
}

chess::StrengthScale measured(const chess::StrengthScale& before,
                              const strength::LevelResults& results,
                              const MeasureArguments& arguments) {
  const std::vector<strength::MeasuredLevel> levels =
      strength::measured_levels(before, results, arguments.minimum);
  chess::StrengthScale scale = strength::scale_of(levels);
  arguments.reporting.table("{}", strength::levels_text(levels, scale));
  if (scale.levels.size() < 2)
    throw format::LoadError("strength.few", "--data: fewer than two levels are left for a scale");
  return scale;
}

/// Returns strength::check_csv() of the games of --check-games, or nothing if there are none.
std::string checked(const MeasureArguments& arguments, learning::Phases& phases) {
  if (arguments.checks.empty()) return {};
  std::set<int> found;
  for_each_game(arguments.checks, phases,
                [&found](const chess::PgnGame& game) { strength::add_levels(game, found); });
  const std::vector<int> levels(found.begin(), found.end());
  return strength::check_csv(
      levels, read_results(levels, arguments.checks, arguments.anchors, phases).results);
}

std::string measuring_command(const MeasureArguments& arguments, const ShownNames& names) {
  std::string command = "trivium-learn chess strength-measure";
  const auto add_file = [&](const char* option, const std::string& path) {
    command += fmt::format(" {} {}", option, shell_word(names.of(path)));
  };
  add_file("--levels", arguments.scale);
  for (const std::string& path : arguments.games) add_file("--data", path);
  if (arguments.license != kOwnLicense)
    command += fmt::format(" --license {}", shell_word(arguments.license));
  for (const std::string& anchor : arguments.anchors)
    command += fmt::format(" --anchor {}", shell_word(anchor));
  for (const std::string& path : arguments.checks) add_file("--check-games", path);
  if (!arguments.conditions.empty())
    command += fmt::format(" --conditions {}", shell_word(arguments.conditions));
  if (arguments.minimum != 0) command += fmt::format(" --least {}", arguments.minimum);
  return command;
}

learning::Manifest measuring_manifest(const MeasureArguments& arguments,
                                      const learning::GamesLeftOut& left_out) {
  std::vector<std::string> games = arguments.games;
  games.insert(games.end(), arguments.checks.begin(), arguments.checks.end());
  std::vector<std::string> read = games;
  read.push_back(arguments.scale);
  const ShownNames names(read);
  learning::Manifest manifest = new_manifest(measuring_command(arguments, names));
  left_out.note(manifest);
  manifest.data = names.describe({arguments.scale}, "");
  std::ranges::move(names.describe(games, arguments.license), std::back_inserter(manifest.data));
  return manifest;
}

void run_measure(const MeasureArguments& arguments) {
  prepare_output({.out = arguments.out},
                 places_named("--data", arguments.games,
                              places_named("--check-games", arguments.checks,
                                           {{"--levels", arguments.scale}})));
  const chess::StrengthScale before = chess::StrengthScale::load(arguments.scale);
  std::vector<int> choosers;
  for (const chess::Level& level : before.levels)
    choosers.push_back(static_cast<int>(std::lround(level.elo)));
  const std::size_t files = arguments.games.size() + 2 * arguments.checks.size();
  learning::Phases phases(static_cast<int>(files), arguments.reporting.progress(arguments.out));
  const ResultsRead read = read_results(choosers, arguments.games, arguments.anchors, phases);
  const chess::StrengthScale scale = measured(before, read.results, arguments);
  const std::string checks = checked(arguments, phases);
  const std::string check = checks.empty() ? "" : strength::check_markdown(checks);
  arguments.reporting.table("{}", check);
  if (arguments.out.empty()) {
    if (arguments.reporting.json) fmt::print("{}\n", strength::scale_json(scale, checks));
    return;
  }
  const format::WeightFile file =
      strength::measured_file(scale, measuring_manifest(arguments, read.left_out));
  const learning::CardText card = strength::measured_card(scale, check, arguments.conditions);
  arguments.reporting.write_weights(arguments.out, file, card);
}

}  // namespace

void add_chess_strength_rungs(Command& command) {
  auto arguments = std::make_shared<LevelsArguments>();
  add_count(command, arguments->layout.levels, "Number of levels", 2, 1000)->old_name("--rungs");
  command.begin_group(kModelGroup);
  strength::ScaleLayout& layout = arguments->layout;
  const auto bound = [&command](const char* name, double& value, double minimum, const char* help) {
    command.add_number(name, value, minimum, 1e9, help);
  };
  bound("--least-nodes", layout.min_nodes, 1, "Nodes per legal move of the weakest level");
  bound("--most-nodes", layout.max_nodes, 1, "Nodes per legal move of the strongest level");
  bound("--least-weight", layout.min_weight, 1e-6,
        "Weight of the weakest level: log-odds per pawn");
  bound("--most-weight", layout.max_weight, 1e-6, "Weight of the strongest level");
  add_out(command, arguments->out)->required();
  add_json(command, arguments->reporting.json);
  command.callback([arguments] { run_levels(*arguments); });
}

void add_chess_strength_measure(Command& command) {
  auto arguments = std::make_shared<MeasureArguments>();
  add_data(command, arguments->games, "Games (PGN) of the scale's levels")
      ->required()
      ->old_name("--games");
  command.begin_group(kDataGroup);
  command.add_option("--levels FILE", arguments->scale, "Strength scale whose levels have played")
      ->required()
      ->old_name("--scale");
  command
      .add_option("--anchor NAME=ELO", arguments->anchors,
                  "A player of known strength, by name; may be repeated")
      ->required();
  command
      .add_option(
          "--check-games FILE", arguments->checks,
          "Games (PGN) of levels between those of the scale, which check it; may be repeated")
      ->old_name("--check");
  command.add_number("--least", arguments->minimum, -1e4, 1e4,
                     "Minimum Elo of a level in the scale");
  add_license(command, arguments->license, "games");
  command.add_option(
      "--conditions", arguments->conditions,
      "Conditions of the matches, for the model card: program of the anchors, clock");
  add_out(command, arguments->out);
  add_reporting(command, arguments->reporting);
  command.callback([arguments] { run_measure(*arguments); });
}

}  // namespace trivium::tools
