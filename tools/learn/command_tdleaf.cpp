// `trivium-learn tdleaf --out FILE`: weights of the chess evaluation by TDLeaf(lambda), from self-play, from records or from stored games.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "learning/harness/progress.h"
#include "learning/tdleaf/results.h"
#include "learning/tdleaf/tdleaf.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "tools/learn/commands.h"
#include "tools/learn/self_play_arguments.h"
#include "tools/learn/tdleaf_regress.h"

namespace trivium::tools {

namespace {

namespace tdleaf = learning::tdleaf;

struct TdLeafArguments {
  std::string start = "nothing";
  std::string prior = "start";
  std::string pgn;
  std::vector<std::string> stored;
  std::string regress;
  SelfPlayArguments play;
  std::uint64_t games = 500;  ///< a generation
  std::string keep_games;
  tdleaf::TdLeafOptions options;
  std::string step_rule = "adam";
  std::vector<std::string> only;  ///< names of groups of features
  RegressArguments regression;
  std::string out;
  std::string report;
  std::uint64_t snapshot_every = 0;
  std::string checkpoint;
  std::uint64_t seed = 1;
};

/// What a run is made of, besides its options.
struct Preparation {
  tdleaf::TdLeafTask task;
  std::vector<learning::DataSource> data;
  std::unique_ptr<tdleaf::GameSource> source;
  std::string words;  ///< of the command line that decide the games
};

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

void prepare_stored(const TdLeafArguments& arguments, Preparation& run) {
  std::vector<std::filesystem::path> files;
  for (const std::string& path : arguments.stored) std::ranges::copy(tdleaf::stored_games(path), std::back_inserter(files));
  nlohmann::json hashes = nlohmann::json::array();
  for (const std::filesystem::path& file : files) {
    run.data.push_back(learning::describe_data(file, ""));
    hashes.push_back(run.data.back().sha256);
    run.words += fmt::format("{} {}", run.words.empty() ? " --from-games" : "", file.filename().string());
  }
  run.task.source_identity = nlohmann::json{{"stored", hashes}}.dump();
  run.source = std::make_unique<tdleaf::StoredGames>(std::move(files));
}

std::optional<std::filesystem::path> folder_of(const std::string& name) {
  if (name.empty()) return std::nullopt;
  return name;
}

void prepare_records(const TdLeafArguments& arguments, Preparation& run) {
  run.data.push_back(learning::describe_data(arguments.pgn, ""));
  run.words = fmt::format(" --games {} --generation-games {}{}", file_name(arguments.pgn), arguments.games,
                          search_words(arguments.play.options.search));
  run.task.source_identity =
      nlohmann::json{{"record", run.data.back().sha256}, {"words", run.words}, {"tree", arguments.play.options.search.tree_positions}}
          .dump();
  const auto on_fault = [](const std::string& fault) { fmt::print(stderr, "trivium-learn: passed over: {}\n", fault); };
  run.source = std::make_unique<tdleaf::NewGames>(
      tdleaf::pgn_maker(arguments.pgn, arguments.play.options.search, arguments.games, arguments.options.threads, on_fault),
      folder_of(arguments.keep_games));
}

void prepare_self_play(const TdLeafArguments& arguments, Preparation& run) {
  tdleaf::SelfPlayOptions options = self_play_options(arguments.play);
  options.seed = arguments.seed;
  std::vector<learning::DataSource> book;
  tdleaf::Openings openings = read_openings(arguments.play, book);
  run.words = fmt::format(" --generation-games {} --seed {}{} --earlier-share {}", arguments.games, arguments.seed,
                          self_play_words(arguments.play), options.earlier_share);
  run.task.source_identity =
      nlohmann::json{{"self_play", run.words}, {"tree", options.search.tree_positions}, {"book", book.empty() ? "" : book.front().sha256}}
          .dump();
  std::ranges::move(book, std::back_inserter(run.data));
  run.source = std::make_unique<tdleaf::NewGames>(
      tdleaf::self_play_maker(std::move(openings), options, arguments.games, arguments.options.threads), folder_of(arguments.keep_games));
}

Preparation prepare(const TdLeafArguments& arguments) {
  Preparation run;
  run.task.start = weights_named(arguments.start, run.data);
  run.task.prior = arguments.prior == "start" ? run.task.start : weights_named(arguments.prior, run.data);
  if (!arguments.stored.empty()) {
    prepare_stored(arguments, run);
  } else if (!arguments.pgn.empty()) {
    prepare_records(arguments, run);
  } else {
    prepare_self_play(arguments, run);
  }
  run.task.source = run.source.get();
  return run;
}

/// "nothing", "zero", ... as they are, a file by its name.
std::string shown_weights(const std::string& name) { return file_name(name); }

/// The command without what does not change the result; files by name, since the manifest has their hashes.
std::string reproducing_command(const TdLeafArguments& arguments, const Preparation& run, std::uint64_t generations) {
  const tdleaf::TdLeafOptions& options = arguments.options;
  const tdleaf::LearnerOptions& learner = options.learner;
  const tdleaf::GradientOptions& gradient = learner.gradient;
  std::string command =
      fmt::format("trivium-learn tdleaf --start {} --generations {}{}", shown_weights(arguments.start), generations, run.words);
  command +=
      fmt::format(" --scale {} --lambda {} --step-rule {} --alpha {} --alpha-half {} --alpha-least {} --batch {} --passes {} --window {}",
                  gradient.scale, gradient.lambda, arguments.step_rule, learner.alpha, learner.alpha_half, learner.alpha_least,
                  learner.batch, options.passes, options.window);
  if (!arguments.only.empty()) command += fmt::format(" --only {}", fmt::join(arguments.only, " "));
  if (learner.prior > 0.0) command += fmt::format(" --prior {} --prior-weights {}", learner.prior, shown_weights(arguments.prior));
  if (gradient.tree_weight > 0.0) {
    command += fmt::format(" --tree {} --tree-weight {} --tree-result {} --leaf-weight {}", arguments.play.options.search.tree_positions,
                           gradient.tree_weight, gradient.tree_result, gradient.leaf_weight);
  }
  return command;
}

learning::Manifest manifest_of(const TdLeafArguments& arguments, const Preparation& run, std::span<const tdleaf::CurveRow> curve) {
  learning::Manifest manifest;
  manifest.tool = tool_identity();
  manifest.command = reproducing_command(arguments, run, curve.size());
  manifest.origin = "learned: TDLeaf(lambda)";
  manifest.seed = arguments.seed;
  manifest.data = run.data;
  tdleaf::describe_run(arguments.options, curve, manifest);
  return manifest;
}

/// The curve so far, and the weights of every so many generations.
void write_report(const TdLeafArguments& arguments, const Preparation& run, std::span<const tdleaf::CurveRow> curve,
                  std::span<const double> weights) {
  if (arguments.report.empty()) return;
  const std::filesystem::path folder = arguments.report;
  std::filesystem::create_directories(folder);
  format::write_file_atomically(folder / "curve.csv", tdleaf::curve_csv(curve));
  format::write_file_atomically(folder / "curve.svg", tdleaf::curve_svg(curve));
  if (arguments.snapshot_every == 0 || curve.size() % arguments.snapshot_every != 0) return;
  const std::filesystem::path file = folder / fmt::format("generation-{:06}.safetensors", curve.size());
  format::write_weight_file(file, tdleaf::chess_file(weights, manifest_of(arguments, run, curve)));
}

tdleaf::TdLeafResult learn(const TdLeafArguments& arguments, const Preparation& run) {
  tdleaf::TdLeafOptions options = arguments.options;
  learning::Progress progress("generations", options.generations);
  bool first = true;
  options.on_generation = [&](std::span<const tdleaf::CurveRow> curve, std::span<const double> weights) {
    if (std::exchange(first, false)) progress.resumed_at(curve.size() - 1);
    write_report(arguments, run, curve, weights);
    const tdleaf::CurveRow& row = curve.back();
    using tdleaf::Column;
    progress.update(curve.size(), fmt::format("{:.0f} games, td {:.4f}, result {:.4f}, worth P {:.0f} N {:.0f} B {:.0f} R {:.0f} Q {:.0f}",
                                              row[Column::kGames], row[Column::kDifference], row[Column::kError],
                                              row[piece_column(Column::kPawnWorth, 0)], row[piece_column(Column::kPawnWorth, 1)],
                                              row[piece_column(Column::kPawnWorth, 2)], row[piece_column(Column::kPawnWorth, 3)],
                                              row[piece_column(Column::kPawnWorth, 4)]));
  };
  return tdleaf::learn_tdleaf(run.task, options);
}

std::vector<std::string> group_names() {
  std::vector<std::string> names;
  for (std::size_t group = 0; group < chess::kFeatureGroupTable.size(); ++group) {
    names.emplace_back(chess::info(static_cast<chess::FeatureGroup>(group)).name);
  }
  return names;
}

std::vector<chess::FeatureGroup> groups_named(const std::vector<std::string>& names) {
  const std::vector<std::string> all = group_names();
  std::vector<chess::FeatureGroup> groups;
  for (const std::string& name : names) groups.push_back(static_cast<chess::FeatureGroup>(std::ranges::find(all, name) - all.begin()));
  return groups;
}

int run_tdleaf(TdLeafArguments arguments) {
  if (!arguments.regress.empty()) {
    std::vector<learning::DataSource> data;
    arguments.regression.options.scale = arguments.options.learner.gradient.scale;
    arguments.regression.options.seed = arguments.seed;
    arguments.regression.options.threads = arguments.options.threads;
    arguments.regression.options.checkpoint_folder = folder_of(arguments.checkpoint);
    arguments.regression.options.resume = arguments.options.resume;
    const std::vector<double> start = weights_named(arguments.start, data);
    return run_regression(arguments.regression, arguments.regress, shown_weights(arguments.start), start, std::move(data), arguments.out);
  }
  arguments.options.learner.rule = *tdleaf::step_rule(arguments.step_rule);
  arguments.options.learner.only = groups_named(arguments.only);
  arguments.options.checkpoint_folder = folder_of(arguments.checkpoint);
  if (arguments.options.window > 1 && arguments.stored.empty() && arguments.keep_games.empty()) {
    throw format::LoadError("--window needs --keep-games: the games of earlier generations are read again");
  }
  const Preparation run = prepare(arguments);
  const tdleaf::TdLeafResult result = learn(arguments, run);
  const format::WeightFile file = tdleaf::chess_file(result.weights, manifest_of(arguments, run, result.curve));
  const std::filesystem::path path = learning::write_with_card(arguments.out, file, tdleaf::tdleaf_card(result.curve));
  if (!result.curve.empty()) fmt::print(stderr, "{}", tdleaf::piece_tables(result.curve.back()));
  fmt::print("{}\n", path.string());
  return 0;
}

void add_source_options(CLI::App& app, TdLeafArguments& arguments) {
  CLI::Option* pgn =
      app.add_option("--games", arguments.pgn, "Learn from a record (PGN, as trivium-match writes it), each position searched again")
          ->check(CLI::ExistingFile);
  CLI::Option* stored = app.add_option("--from-games", arguments.stored,
                                       "Learn from files that --keep-games or selfplay wrote, one a generation, without searching")
                            ->check(CLI::ExistingPath)
                            ->type_name("FILE|DIR ...");
  CLI::Option* regress =
      app.add_option("--regress", arguments.regress, "Fit labelled positions instead (EPD with c9 \"1-0\"): the yardstick")
          ->check(CLI::ExistingFile);
  pgn->excludes(stored)->excludes(regress);
  stored->excludes(regress);
  app.add_option("--generation-games", arguments.games, "Games made, or read of a record, for each generation")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  app.add_option("--keep-games", arguments.keep_games, "Folder for the games, a file for each generation")->type_name("DIR");
  app.add_option("--earlier-share", arguments.play.options.earlier_share, "Share of the games played against earlier selves")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
}

void add_learning_options(CLI::App& app, TdLeafArguments& arguments) {
  tdleaf::TdLeafOptions& options = arguments.options;
  tdleaf::LearnerOptions& learner = options.learner;
  tdleaf::GradientOptions& gradient = learner.gradient;
  const auto positive = CLI::Range(1e-9, 1e12);
  const auto share = CLI::Range(0.0, 1.0);
  app.add_option("--generations", options.generations, "How many")->check(CLI::Range(1, 10'000'000))->capture_default_str();
  app.add_option("--scale", gradient.scale, "Centipawns in P = 1 / (1 + e^(-E / scale))")->check(positive)->capture_default_str();
  app.add_option("--lambda", gradient.lambda, "0: each position learns from the next, 1: from the result")
      ->check(share)
      ->capture_default_str();
  app.add_option("--step-rule", arguments.step_rule, "plain, adagrad or adam")
      ->check(CLI::IsMember({"plain", "adagrad", "adam"}))
      ->capture_default_str();
  app.add_option("--alpha", learner.alpha, "Size of the first step, centipawns (plain: times the gradient)")
      ->check(positive)
      ->capture_default_str();
  app.add_option("--alpha-half", learner.alpha_half, "Games learned from after which alpha is half; 0 = it stays")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--alpha-least", learner.alpha_least, "Alpha does not fall below")->check(CLI::NonNegativeNumber)->capture_default_str();
  app.add_option("--batch", learner.batch, "Games a step: 1 = on-line, 0 = all of a pass")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  app.add_option("--passes", options.passes, "Passes through a generation's games")->check(CLI::Range(1, 100'000))->capture_default_str();
  app.add_option("--window", options.window, "Learn from the games of the last so many generations")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--only", arguments.only, "Groups of features that learn, as `explain` names them; the others stay")
      ->check(CLI::IsMember(group_names()))
      ->type_name("GROUP ...");
  app.add_option("--prior", learner.prior, "Pull toward --prior-weights, for each centipawn away, in units of the gradient")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--prior-weights", arguments.prior, "start, nothing, zero, default or a weight file")
      ->type_name("FILE")
      ->capture_default_str();
  app.add_option("--tree", arguments.play.options.search.tree_positions, "TreeStrap: nodes of each search's tree to learn from")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  app.add_option("--tree-weight", gradient.tree_weight, "How much all nodes of a search together count")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--tree-result", gradient.tree_result, "Share of the game's result in the nodes' targets")
      ->check(share)
      ->capture_default_str();
  app.add_option("--leaf-weight", gradient.leaf_weight, "How much the leaf counts")->check(CLI::NonNegativeNumber)->capture_default_str();
}

void add_run_options(CLI::App& app, TdLeafArguments& arguments) {
  app.add_option("--out", arguments.out, "Weight file to write; in a folder it gets its canonical name")->required()->type_name("FILE");
  app.add_option("--start", arguments.start, "Weights to begin with: nothing (a pawn is 100, all else 0), zero, default or a weight file")
      ->type_name("FILE")
      ->capture_default_str();
  app.add_option("--seed", arguments.seed, "Of openings and random moves, and of what is held out")->capture_default_str();
  app.add_option("--threads", arguments.options.threads, "Changes the speed, not the result")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  CLI::Option* checkpoint = app.add_option("--checkpoint", arguments.checkpoint,
                                           "Folder for a snapshot after each generation, with --regress after each iteration")
                                ->type_name("DIR");
  app.add_flag("--resume", arguments.options.resume, "Go on from the snapshot in --checkpoint, if there is one")->needs(checkpoint);
  CLI::Option* report =
      app.add_option("--report", arguments.report, "Folder for the learning curve (curve.csv, curve.svg)")->type_name("DIR");
  app.add_option("--snapshot-every", arguments.snapshot_every, "Also keep the weights there, of every so many generations")->needs(report);
  app.add_option("--ridge", arguments.regression.options.ridge,
                 "--regress: penalty on squared pawns away from the start, in nats over all positions")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--held-out", arguments.regression.options.held_out_share, "--regress: share of the positions kept for the test")
      ->check(CLI::Range(0.0, 0.9))
      ->capture_default_str();
  app.add_option("--max-iterations", arguments.regression.options.max_iterations, "--regress: at most")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--licence", arguments.regression.licence, "--regress: of the positions, for the model card");
}

}  // namespace

void add_tdleaf(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("tdleaf", "Learn the chess evaluation by TDLeaf(lambda): from self-play, records or stored games");
  auto arguments = std::make_shared<TdLeafArguments>();
  add_run_options(*command, *arguments);
  add_source_options(*command, *arguments);
  add_search_options(*command, arguments->play.options.search);
  add_self_play_options(*command, arguments->play);
  add_learning_options(*command, *arguments);
  command->callback([arguments, &status] { status = run_tdleaf(*arguments); });
}

}  // namespace trivium::tools
