// `trivium-learn chess tdleaf --out FILE`: weights of the chess evaluation by TDLeaf(lambda), from
// self-play, from records or from stored games; or by regression, from positions with results.
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "learning/charts/report.h"
#include "learning/harness/model_card.h"
#include "learning/harness/progress.h"
#include "learning/records/pgn_games.h"
#include "learning/records/searched_games.h"
#include "learning/tdleaf/report/results.h"
#include "learning/tdleaf/tdleaf.h"
#include "models/format/load_error.h"
#include "models/format/strict_json.h"
#include "tools/command.h"
#include "tools/learn/chess/self_play_arguments.h"
#include "tools/learn/chess/tdleaf_arguments.h"
#include "tools/learn/commands.h"
#include "tools/manifest.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace records = learning::records;
namespace tdleaf = learning::tdleaf;

/// State of a run, besides its options.
struct Preparation {
  ShownNames names;
  tdleaf::TdLeafTask task;
  std::vector<learning::DataSource> data;
  learning::GamesLeftOut left_out;
  std::unique_ptr<std::uint64_t> unbalanced =
      std::make_unique<std::uint64_t>(0);  ///< number of games without a balanced start
  std::unique_ptr<tdleaf::GameSource> source;
  std::uint64_t generations = 0;
  std::string words;  ///< words of the command line that decide the games
};

/// Returns all files and folders of the command that reproduces the weights.
ShownNames names_of(const TdLeafArguments& arguments) {
  std::vector<std::string> paths = arguments.data;
  for (const std::string& path : {arguments.play.book, arguments.keep_games}) {
    if (!path.empty()) paths.push_back(path);
  }
  for (const std::string& weights :
       {arguments.start, arguments.prior == "start" ? arguments.start : arguments.prior}) {
    if (const auto file = file_of_weights(weights)) paths.push_back(*file);
  }
  return ShownNames(paths);
}

/// Returns weights by name for that command: default weights by their file, since the default may
/// change.
std::string shown_weights(const std::string& name, const ShownNames& names) {
  const auto file = file_of_weights(name);
  return file ? names.of(*file) : name;
}

/// Returns weights_named(). The data source gets the file's name in that command.
std::vector<double> weights_called(const std::string& name, const ShownNames& names,
                                   std::vector<learning::DataSource>& data) {
  std::vector<double> weights = weights_named(name, data);
  if (const auto file = file_of_weights(name)) data.back().name = names.of(*file);
  return weights;
}

/// Returns the requested number of generations, or `maximum` if none was requested. Throws
/// format::LoadError if it is above `maximum`, the number for which the games suffice.
std::uint64_t generations_of(const TdLeafArguments& arguments, std::uint64_t maximum,
                             const std::string& source) {
  if (arguments.steps <= maximum) return arguments.steps > 0 ? arguments.steps : maximum;
  throw format::LoadError("games.few", "--steps {}: the games of {} suffice for {}",
                          arguments.steps, source, maximum);
}

/// Returns whether a file's games have search trees: all of them or none.
bool has_trees(const std::filesystem::path& file) {
  records::SearchedGameReader games(file);
  records::SearchedGame game;
  return games.next(game) && std::ranges::any_of(game.positions, [](const auto& searched) {
           return !searched.tree.empty();
         });
}

/// Name of a file of games in a manifest. `given` is that file or its folder, whose name is part of
/// the result, since each folder has a games-000000.tdleaf.
std::string name_in(const std::string& given, const std::filesystem::path& file,
                    const ShownNames& names) {
  return std::filesystem::is_directory(given) ? names.of(given) + "/" + file.filename().string()
                                              : names.of(given);
}

void prepare_stored(const TdLeafArguments& arguments, Preparation& run) {
  std::vector<std::filesystem::path> files;
  std::vector<std::string> names, digests;
  run.words = " --data";
  for (const std::string& path : arguments.data) {
    for (std::filesystem::path& file : tdleaf::stored_games(path)) {
      names.push_back(name_in(path, file, run.names));
      files.push_back(std::move(file));
    }
    run.words += " " + run.names.of(path);
  }
  run.generations =
      generations_of(arguments, files.size(), fmt::format("{}", fmt::join(arguments.data, " ")));
  files.resize(run.generations);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::filesystem::path& file = files[i];
    run.data.push_back(learning::describe_data(file, ""));
    run.data.back().name = names[i];
    digests.push_back(run.data.back().sha256);
    if (arguments.options.learner.gradient.tree_weight > 0.0 && !has_trees(file)) {
      throw format::LoadError("games.trees",
                              "{}: games without trees: --tree-weight needs some made with --tree",
                              file.string());
    }
  }
  run.task.source_identity =
      nlohmann::json{{"stored", true}}.dump();  // the learner checks which games; there may be more
  run.source = std::make_unique<tdleaf::StoredGames>(std::move(files), std::move(digests));
}

/// Returns the options that decide the games of self-play or of a record, for the identity of a
/// run. The text is that of 0.2.0, also where options have other names now, since runs of 0.2.0 can
/// be resumed.
std::string identity_words(const TdLeafArguments& arguments, const ShownNames& names) {
  const SelfPlayArguments& play = arguments.play;
  const tdleaf::SelfPlayOptions& options = play.options;
  const std::string search = fmt::format(" --nodes {} --depth {} --hash {}", options.search.nodes,
                                         options.search.depth, options.search.hash_megabytes);
  if (arguments.source == TdLeafSource::kRecord)
    return fmt::format(" --data {} --generation-games {}{}", names.of(arguments.data),
                       arguments.games, search);
  std::string book;
  if (!play.book.empty()) book = fmt::format(" --book {}", names.of(play.book));
  if (has_pgn_book(play)) book += fmt::format(" --book-plies {}", play.book_plies);
  return fmt::format(
      " --generation-games {} --seed {}{}{} --random-plies {} {} --most-unbalanced {} "
      "--most-plies {} --won-from {} --earlier-share {}",
      arguments.games, arguments.seed, search, book, play.random_plies.front(),
      play.random_plies.back(), options.max_imbalance, options.max_plies, options.won_from,
      options.earlier_share);
}

std::optional<std::filesystem::path> folder_of(const std::string& name) {
  if (name.empty()) return std::nullopt;
  return name;
}

records::PgnGames::Extent extent_with_progress(const std::vector<std::filesystem::path>& files,
                                               learning::Phases& phases) {
  learning::Progress progress("games read", 0, phases.next_delayed());
  const auto extent = records::PgnGames::extent(
      files, [&progress](std::uint64_t games) { progress.update(games); });
  progress.erase();
  return extent;
}

void prepare_records(const TdLeafArguments& arguments, learning::Phases& phases, Preparation& run) {
  const std::vector<std::filesystem::path> files(arguments.data.begin(), arguments.data.end());
  const std::string shown = fmt::format("{}", fmt::join(arguments.data, ", "));
  const records::PgnGames::Extent extent = extent_with_progress(files, phases);
  if (extent.games == 0) {
    throw format::LoadError(
        "games.few", extent.first_fault.empty()
                         ? shown + ": no game to learn from: none has moves and a regular result"
                         : extent.first_fault + "; no game to learn from");
  }
  if (const std::string words = extent.left_out.words(); !words.empty())
    arguments.reporting.note("trivium-learn: {}: {} to learn from; left out: {}", shown,
                             extent.games, words);
  run.left_out = extent.left_out;
  std::vector<learning::DataSource> sources = run.names.describe(arguments.data, "");
  const std::string hashes = learning::hashes_of(sources);
  std::ranges::move(sources, std::back_inserter(run.data));
  // Processes send games to each other as they are stored.
  if (!arguments.keep_games.empty() || arguments.options.crew().size() > 1)
    require_storable(arguments.play.options.search, extent.max_plies);
  run.generations =
      generations_of(arguments, (extent.games + arguments.games - 1) / arguments.games, shown);
  run.words = fmt::format(" --data {} --generation-games {}{}", run.names.of(arguments.data),
                          arguments.games, search_words(arguments.play.options.search));
  run.task.source_identity =
      format::json_line(nlohmann::json{{"record", hashes},
                                       {"words", identity_words(arguments, run.names)},
                                       {"tree", arguments.play.options.search.tree_positions}});
  const auto on_fault = [reporting = arguments.reporting](const std::string& fault) {
    reporting.note("trivium-learn: skipped: {}", fault);
  };
  run.source = std::make_unique<tdleaf::NewGames>(
      tdleaf::pgn_maker(files, arguments.play.options.search, arguments.games,
                        arguments.options.crew(), on_fault),
      folder_of(arguments.keep_games));
}

void prepare_self_play(const TdLeafArguments& arguments, Preparation& run) {
  tdleaf::SelfPlayOptions options = self_play_options(arguments.play);
  options.seed = arguments.seed;
  if (!arguments.keep_games.empty() || arguments.options.crew().size() > 1)
    require_storable(options.search, static_cast<std::size_t>(options.max_plies));
  run.generations = arguments.steps > 0 ? arguments.steps : arguments.options.generations;
  std::vector<learning::DataSource> book;
  tdleaf::Openings openings = read_openings(arguments.play, book);
  require_variety(arguments.play, openings, arguments.games);
  if (!book.empty()) book.front().name = run.names.of(arguments.play.book);
  run.words = fmt::format(" --generation-games {} --seed {}{} --earlier-share {}", arguments.games,
                          arguments.seed, self_play_words(arguments.play, run.names),
                          options.earlier_share);
  run.task.source_identity =
      format::json_line(nlohmann::json{{"self_play", identity_words(arguments, run.names)},
                                       {"tree", options.search.tree_positions},
                                       {"book", book.empty() ? "" : book.front().sha256}});
  std::ranges::move(book, std::back_inserter(run.data));
  run.source = std::make_unique<tdleaf::NewGames>(
      tdleaf::self_play_maker(std::move(openings), options, arguments.games,
                              arguments.options.crew(), run.unbalanced.get()),
      folder_of(arguments.keep_games));
}

Preparation prepare(const TdLeafArguments& arguments, learning::Phases& phases) {
  Preparation run;
  run.names = names_of(arguments);
  run.task.start = weights_called(arguments.start, run.names, run.data);
  run.task.prior = arguments.prior == "start"
                       ? run.task.start
                       : weights_called(arguments.prior, run.names, run.data);
  if (arguments.source == TdLeafSource::kStored) {
    prepare_stored(arguments, run);
  } else if (arguments.source == TdLeafSource::kRecord) {
    prepare_records(arguments, phases, run);
  } else {
    prepare_self_play(arguments, run);
  }
  run.task.source = run.source.get();
  return run;
}

/// Returns the command without options that do not change the result; files by name, since the
/// manifest has their hashes.
std::string reproducing_command(const TdLeafArguments& arguments, const Preparation& run,
                                std::uint64_t generations) {
  const tdleaf::TdLeafOptions& options = arguments.options;
  const tdleaf::LearnerOptions& learner = options.learner;
  const tdleaf::GradientOptions& gradient = learner.gradient;
  std::string command =
      fmt::format("trivium-learn chess tdleaf --start {} --steps {}{}",
                  shown_weights(arguments.start, run.names), generations, run.words);
  command += fmt::format(
      " --scale {} --lambda {} --step-rule {} --alpha {} --alpha-half {} --alpha-least {} --batch "
      "{} --passes {} --window {}",
      gradient.scale, gradient.lambda, arguments.step_rule, learner.alpha, learner.alpha_half,
      learner.min_alpha, learner.batch, options.passes, options.window);
  if (!arguments.only.empty()) command += fmt::format(" --only {}", fmt::join(arguments.only, " "));
  if (learner.prior > 0.0) {
    const std::string weights =
        arguments.prior == "start" ? arguments.prior : shown_weights(arguments.prior, run.names);
    command += fmt::format(" --prior-strength {} --prior-weights {}", learner.prior, weights);
  }
  if (gradient.leaf_weight != tdleaf::GradientOptions().leaf_weight)
    command += fmt::format(" --leaf-weight {}", gradient.leaf_weight);
  if (gradient.tree_weight > 0.0) {
    if (arguments.source != TdLeafSource::kStored)
      command += fmt::format(" --tree {}", arguments.play.options.search.tree_positions);
    command += fmt::format(" --tree-weight {} --tree-result {}", gradient.tree_weight,
                           gradient.tree_result);
  }
  if (options.window > 1 && arguments.source != TdLeafSource::kStored)
    command += fmt::format(" --keep-games {}", run.names.of(arguments.keep_games));
  return command;
}

learning::Manifest manifest_of(const TdLeafArguments& arguments, const Preparation& run,
                               std::span<const tdleaf::CurveRow> curve) {
  learning::Manifest manifest = new_manifest(reproducing_command(arguments, run, curve.size()));
  manifest.origin = "learned: TDLeaf(lambda)";
  if (arguments.source == TdLeafSource::kSelfPlay) manifest.seed = arguments.seed;
  manifest.data = run.data;
  tdleaf::describe_run(arguments.options, curve, manifest);
  run.left_out.note(manifest);
  return manifest;
}

// Files in the folder of --report.
constexpr std::array kTdLeafReport{"curve.csv", "curve.svg"};
constexpr tdleaf::NumberedFiles kSnapshots{"generation-", ".safetensors"};

/// Writes the curve so far, and the weights of every Nth generation.
void write_report(const TdLeafArguments& arguments, const Preparation& run,
                  std::span<const tdleaf::CurveRow> curve, std::span<const double> weights) {
  if (arguments.report.empty()) return;
  learning::charts::write_report(arguments.report, "TDLeaf(lambda): learning curve", kTdLeafReport,
                                 {tdleaf::curve_csv(curve), tdleaf::curve_svg(curve)});
  if (arguments.snapshot_every == 0 || curve.size() % arguments.snapshot_every != 0) return;
  format::write_weight_file(std::filesystem::path(arguments.report) / kSnapshots.name(curve.size()),
                            tdleaf::chess_file(weights, manifest_of(arguments, run, curve)));
}

/// State of the run in one line: errors of the predictions and piece values.
std::string state_text(const tdleaf::CurveRow& row, std::uint64_t unbalanced) {
  using tdleaf::Column;
  std::string text = fmt::format(
      "{:.0f} games, root mean square of temporal differences {:.4f} and of errors of the result "
      "{:.4f}, pieces in centipawns:",
      row[Column::kGames], row[Column::kDifference], row[Column::kError]);
  constexpr std::array<std::string_view, 5> kPieces{"pawn", "knight", "bishop", "rook", "queen"};
  for (std::size_t piece = 0; piece < kPieces.size(); ++piece) {
    text += fmt::format("{} {} {:.0f}", piece == 0 ? "" : ",", kPieces[piece],
                        row[piece_column(Column::kPawnWorth, piece)]);
  }
  if (unbalanced > 0) text += ", " + unbalanced_words(unbalanced);
  return text;
}

tdleaf::TdLeafResult learn(const TdLeafArguments& arguments, const Preparation& run,
                           learning::Phases& phases) {
  tdleaf::TdLeafOptions options = arguments.options;
  options.generations = run.generations;
  learning::Progress progress("generations", options.generations, phases.next());
  options.on_generation = [&](std::span<const tdleaf::CurveRow> curve,
                              std::span<const double> weights) {
    if (options.leads()) write_report(arguments, run, curve, weights);
    progress.update(curve.size(), state_text(curve.back(), *run.unbalanced));
  };
  return tdleaf::learn_tdleaf(run.task, options);
}

/// Returns the files that the command reads.
std::vector<NamedPlace> places_read(const TdLeafArguments& arguments) {
  std::vector<NamedPlace> read{{"--openings", arguments.play.book}};
  for (const std::string& path : arguments.data) {
    const bool is_stored = arguments.source == TdLeafSource::kStored;
    for (const std::filesystem::path& file :
         is_stored ? tdleaf::stored_games(path) : std::vector<std::filesystem::path>{path})
      read.push_back({"--data", file});
  }
  if (const auto file = file_of_weights(arguments.start)) read.push_back({"--start", *file});
  if (arguments.prior == "start") return read;
  if (const auto file = file_of_weights(arguments.prior))
    read.push_back({"--prior-weights", *file});
  return read;
}

/// Returns the files that the command writes, as far as they could collide with each other or with
/// `read`.
std::vector<NamedPlace> places_written(const TdLeafArguments& arguments,
                                       const std::vector<NamedPlace>& read) {
  std::vector<NamedPlace> written{{"--out", arguments.out}};
  const bool fits_positions = arguments.source == TdLeafSource::kPositions;
  prepare_checkpoint(arguments.options, fits_positions ? "regression" : "tdleaf", written);
  if (fits_positions)
    prepare_report(arguments.report, kRegressionReport, written);
  else
    prepare_report(arguments.report, kTdLeafReport, written);
  if (arguments.snapshot_every == 0) return written;
  const std::filesystem::path report = arguments.report;
  if (learning::charts::is_page(report))
    throw UsageError("--snapshot-every", "needs a folder as --report, not a page");
  for (const NamedPlace& source : read) {
    const std::string name = source.path.filename().string();
    const std::optional<std::uint64_t> generation = kSnapshots.number_of(name);
    const bool is_listed =
        std::ranges::find(written, report / name, &NamedPlace::path) != written.end();
    if (generation && *generation % arguments.snapshot_every == 0 && !is_listed)
      written.push_back({"--snapshot-every", report / name});
  }
  return written;
}

/// Checks before the start that all output can be written and overwrites no input.
void prepare_places(const TdLeafArguments& arguments) {
  if (!arguments.keep_games.empty()) prepare_folder(arguments.keep_games);
  const std::vector<NamedPlace> read = places_read(arguments);
  const std::vector<NamedPlace> written = places_written(arguments, read);
  require_place(arguments.out);  // it may be one of the folders
  learning::require_card_place(arguments.out);
  require_different(written, read);
}

void run_regress(TdLeafArguments arguments) {
  tdleaf::RegressionOptions& regression = arguments.regression;
  static_cast<learning::RunOptions&>(regression) = arguments.options;
  regression.scale = arguments.options.learner.gradient.scale;
  regression.seed = arguments.seed;
  if (arguments.steps > 0) regression.max_iterations = arguments.steps;
  const ShownNames names = names_of(arguments);
  std::vector<learning::DataSource> data;
  const std::vector<double> start = weights_called(arguments.start, names, data);
  run_regression(arguments, names, shown_weights(arguments.start, names), start, std::move(data));
}

void run_tdleaf(TdLeafArguments arguments) {
  if (arguments.options.leads()) prepare_places(arguments);
  if (arguments.source == TdLeafSource::kPositions) return run_regress(std::move(arguments));
  arguments.options.learner.rule = *tdleaf::step_rule(arguments.step_rule);
  arguments.options.learner.only = groups_named(arguments.only);
  learning::Phases phases(arguments.source == TdLeafSource::kRecord ? 2 : 1,
                          arguments.reporting.progress(arguments.out, arguments.options));
  const Preparation run = prepare(arguments, phases);
  const tdleaf::TdLeafResult result = learn(arguments, run, phases);
  if (!arguments.options.leads()) return;
  // Also for a resumed run that had made all its steps.
  write_report(arguments, run, result.curve, result.weights);
  const format::WeightFile file =
      tdleaf::chess_file(result.weights, manifest_of(arguments, run, result.curve));
  if (!arguments.reporting.json && !result.curve.empty())
    arguments.reporting.note("{}", tdleaf::piece_tables(result.curve.back()));
  arguments.reporting.write_weights(arguments.out, file, tdleaf::tdleaf_card(result.curve));
}

}  // namespace

void add_chess_tdleaf(Command& command, learning::ProcessGroup* processes) {
  auto arguments = std::make_shared<TdLeafArguments>();
  arguments->options.processes = processes;
  add_tdleaf_options(command, *arguments);
  command.callback([&command, arguments] {
    find_source(*arguments);
    check_tdleaf_options(command, *arguments);
    if (arguments->options.crew().size() > 1 && !arguments->keep_games.empty())
      throw UsageError("--keep-games", "games are kept by a run of one process only");
    run_tdleaf(*arguments);
  });
}

}  // namespace trivium::tools
