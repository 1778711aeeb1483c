#include "tools/learn/chess/tdleaf_arguments.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <string_view>

#include "learning/records/file_kind.h"

namespace trivium::tools {

namespace {

constexpr double kMaxNumber = 1e12;

namespace tdleaf = learning::tdleaf;

std::vector<std::string> group_names() {
  std::vector<std::string> names;
  for (const chess::FeatureGroupInfo& group : chess::kFeatureGroupTable)
    names.emplace_back(group.name);
  return names;
}

void add_source_options(Command& app, TdLeafArguments& arguments) {
  add_data(app, arguments.data,
           "What to learn from, by content: game records (PGN), whose positions are searched "
           "again; files or folders of --keep-games and "
           "of `chess selfplay`, one a generation, without a search; or positions with results "
           "(EPD with c9 \"1-0\"), by regression",
           existing_path())
      ->default_str("self-play")
      ->type_name("FILE|DIR")
      ->old_name("--games")
      ->old_name("--from-games")
      ->old_name("--regress");
  app.begin_group(kDataGroup);
  app.add_number("--generation-games", arguments.games, 1, 10'000'000,
                 "Games per generation, played or read from a record");
  app.add_option("--keep-games DIR", arguments.keep_games,
                 "Folder for the games, a file for each generation; a resumed run continues in the "
                 "same folder, or without one as before");
  app.add_number("--earlier-share", arguments.play.options.earlier_share, 0.0, 1.0,
                 "Share of the games against weights of earlier generations");
}

void add_learning_options(Command& app, TdLeafArguments& arguments) {
  tdleaf::TdLeafOptions& options = arguments.options;
  tdleaf::LearnerOptions& learner = options.learner;
  tdleaf::GradientOptions& gradient = learner.gradient;
  add_steps(app, arguments.steps,
            "Number of generations, or maximum number of iterations of a regression", 10'000'000)
      ->default_str(fmt::format("{} by self-play, all games of a record, {} iterations",
                                options.generations, arguments.regression.max_iterations))
      ->old_name("--generations")
      ->old_name("--max-iterations");
  app.begin_group(kUpdateGroup);
  app.add_number("--scale", gradient.scale, 1.0, 100'000.0,
                 "Centipawns in P = 1 / (1 + e^(-E / scale))");
  app.add_number(
      "--lambda", gradient.lambda, 0.0, 1.0,
      "Credit: 0: each position learns from the next one, 1: from the result of the game");
  app.add_option("--step-rule", arguments.step_rule, "Step rule")
      ->check(one_of({"plain", "adagrad", "adam"}));
  app.add_number("--alpha", learner.alpha, 1e-9, kMaxNumber,
                 "Size of the first step in centipawns (plain: times the gradient)");
  Option* half = app.add_number("--alpha-half", learner.alpha_half, 0.0, kMaxNumber,
                                "Number of games after which alpha is half; 0: constant");
  app.add_number("--alpha-least", learner.min_alpha, 0.0, kMaxNumber, "Minimum of alpha")
      ->needs(half);
  app.add_number("--batch", learner.batch, 0, 1'000'000,
                 "Games per step; 1: on-line, 0: all of a pass");
  app.add_number("--passes", options.passes, 1, 100'000, "Passes through a generation's games");
  app.add_number("--window", options.window, 1, 1'000'000,
                 "Learn from the games of the last N generations");
  app.add_option(
         "--only GROUP ...", arguments.only,
         "Groups of features that are learned, as `trivium explain` names them; the others stay")
      ->check(one_of(group_names()));
  Option* prior = app.add_number("--prior-strength", learner.prior, 0.0, kMaxNumber,
                                 "Strength of the prior: pull toward --prior-weights per centipawn "
                                 "of distance, in units of the gradient")
                      ->old_name("--prior");
  app.add_option("--prior-weights FILE|start|nothing|zero|default", arguments.prior,
                 "Weights of the prior: start, nothing, zero, default or a weight file")
      ->needs(prior);
  app.add_number("--tree", arguments.play.options.search.tree_positions, 0, 65535,
                 "TreeStrap: nodes of each search's tree to learn from");
  Option* tree_weight = app.add_number("--tree-weight", gradient.tree_weight, 0.0, kMaxNumber,
                                       "Weight of all tree nodes of a search together");
  app.add_number("--tree-result", gradient.tree_result, 0.0, 1.0,
                 "Share of the game's result in the nodes' targets")
      ->needs(tree_weight);
  app.add_number("--leaf-weight", gradient.leaf_weight, 0.0, kMaxNumber, "Weight of the leaf");
}

void add_run_options(Command& app, TdLeafArguments& arguments) {
  app.begin_group(kModelGroup);
  app.add_option(
      "--start FILE|nothing|zero|default", arguments.start,
      "Initial weights: nothing (a pawn is 100, all else 0), zero, default or a weight file");
  add_seed(app, arguments.seed, "openings, random moves and the held-out positions");
  add_threads(app, arguments.options.threads);
  add_out(app, arguments.out)->required();
  Option* report = add_report(app, arguments.report, "learning curve");
  app.begin_group(kOutputGroup);
  app.add_number("--snapshot-every", arguments.snapshot_every, 0, 10'000'000,
                 "Also write the weights of every Nth generation to the folder of --report")
      ->needs(report);
  add_checkpoint(app, arguments.options);
  add_reporting(app, arguments.reporting);
}

void add_regression_options(Command& app, TdLeafArguments& arguments) {
  tdleaf::RegressionOptions& options = arguments.regression;
  add_held_out(app, options.held_out_share, "positions (regression)");
  add_license(app, arguments.license, "positions (regression)");
  add_ridge(app, "--ridge", options.ridge,
            {"the weights in pawns", "--start", "in nats over all positions (regression)"});
}

std::string_view name_of(TdLeafSource source) {
  constexpr std::array<std::string_view, 4> kNames{"self-play", "a game record", "stored games",
                                                   "positions"};
  return kNames[static_cast<std::size_t>(source)];
}

/// Finds the type of a file of --data by its content.
TdLeafSource source_of(const std::filesystem::path& file) {
  using learning::records::ChessRecord;
  if (std::filesystem::is_directory(file)) return TdLeafSource::kStored;
  const ChessRecord kind = learning::records::kind_of(file);
  if (kind == ChessRecord::kSearchedGames) return TdLeafSource::kStored;
  return kind == ChessRecord::kEpd ? TdLeafSource::kPositions : TdLeafSource::kRecord;
}

/// Options that only some sources use, with those sources.
struct Used {
  std::vector<const char*> options;
  std::vector<TdLeafSource> by;
};

std::vector<Used> used_options() {
  return {
      {{"--earlier-share", "--openings", "--opening-plies", "--random-plies", "--most-unbalanced",
        "--most-plies", "--won-from"},
       {TdLeafSource::kSelfPlay}},
      {{"--seed"}, {TdLeafSource::kSelfPlay, TdLeafSource::kPositions}},
      {{"--nodes", "--depth", "--hash", "--tree", "--generation-games", "--keep-games"},
       {TdLeafSource::kSelfPlay, TdLeafSource::kRecord}},
      {{"--snapshot-every", "--lambda", "--step-rule", "--alpha", "--alpha-half", "--alpha-least",
        "--batch", "--passes", "--window", "--only", "--prior-strength", "--prior-weights",
        "--tree-weight", "--tree-result", "--leaf-weight"},
       {TdLeafSource::kSelfPlay, TdLeafSource::kRecord, TdLeafSource::kStored}},
      {{"--ridge", "--held-out", "--license"}, {TdLeafSource::kPositions}},
  };
}

}  // namespace

void add_tdleaf_options(Command& app, TdLeafArguments& arguments) {
  add_source_options(app, arguments);
  add_search_options(app, arguments.play.options.search);
  add_self_play_options(app, arguments.play);
  add_run_options(app, arguments);
  add_learning_options(app, arguments);
  add_regression_options(app, arguments);
}

void find_source(TdLeafArguments& arguments) {
  if (arguments.data.empty()) return;
  arguments.source = source_of(arguments.data.front());
  for (const std::string& path : arguments.data) {
    if (const TdLeafSource other = source_of(path); other != arguments.source) {
      throw UsageError("--data", fmt::format("{} has {} and {} has {}: needs files of one kind",
                                             arguments.data.front(), name_of(arguments.source),
                                             path, name_of(other)));
    }
  }
}

void check_tdleaf_options(const Command& app, const TdLeafArguments& arguments) {
  const TdLeafSource source = arguments.source;
  for (const Used& used : used_options()) {
    if (std::ranges::find(used.by, source) != used.by.end()) continue;
    for (const char* option : used.options) {
      if (app.count(option) > 0)
        throw UsageError(option, Error("usage.option.excludes",
                                       "has no effect where {} is learned from", name_of(source)));
    }
  }
  check_self_play_options(app, arguments.play);
  const tdleaf::LearnerOptions& learner = arguments.options.learner;
  if (learner.min_alpha > learner.alpha)
    throw UsageError("--alpha-least", "must not be above --alpha");
  const bool learns_from_trees = learner.gradient.tree_weight > 0.0;
  const bool is_pulled =
      learner.prior > 0.0 && arguments.prior != "start" && arguments.prior != arguments.start;
  if (learner.gradient.leaf_weight == 0.0 && !learns_from_trees && !is_pulled)
    throw UsageError::needs(
        "--leaf-weight 0",
        "--tree-weight, or --prior-strength with other weights than --start: nothing else teaches");
  if (source == TdLeafSource::kStored || source == TdLeafSource::kPositions) return;
  const bool keeps = app.count("--keep-games") > 0;
  const bool has_trees = arguments.play.options.search.tree_positions > 0;
  if (arguments.options.window > 1 && !keeps)
    throw UsageError::needs("--window", "--keep-games: earlier games are read again");
  if (learns_from_trees && !has_trees) throw UsageError::needs("--tree-weight", "--tree");
  if (has_trees && !learns_from_trees && !keeps)
    throw UsageError::needs("--tree", "--tree-weight or --keep-games");
}

std::vector<chess::FeatureGroup> groups_named(const std::vector<std::string>& names) {
  const std::vector<std::string> all = group_names();
  std::vector<chess::FeatureGroup> groups;
  for (const std::string& name : names)
    groups.push_back(static_cast<chess::FeatureGroup>(std::ranges::find(all, name) - all.begin()));
  return groups;
}

}  // namespace trivium::tools
