#include "tools/learn/tdleaf_arguments.h"

#include <algorithm>
#include <fmt/format.h>
#include <initializer_list>

#include "tools/command.h"
#include "tools/number_range.h"

namespace trivium::tools {

namespace {

Check not_negative() { return number_range(0.0, 1e12); }

namespace tdleaf = learning::tdleaf;

std::vector<std::string> group_names() {
  std::vector<std::string> names;
  for (std::size_t group = 0; group < chess::kFeatureGroupTable.size(); ++group) {
    names.emplace_back(chess::info(static_cast<chess::FeatureGroup>(group)).name);
  }
  return names;
}

void add_source_options(Command& app, TdLeafArguments& arguments) {
  Option* pgn =
      app.add_option("--games", arguments.pgn, "Learn from a record (PGN, as trivium-match writes it), each position searched again")
          ->check(existing_file());
  Option* stored = app.add_option("--from-games", arguments.stored,
                                  "Learn from files that --keep-games or selfplay wrote, one a generation, without searching")
                       ->check(existing_path())
                       ->type_name("FILE|DIR ...");
  Option* regress = app.add_option("--regress", arguments.regress, "Fit labelled positions instead (EPD with c9 \"1-0\"): the yardstick")
                        ->check(existing_file());
  pgn->excludes(stored)->excludes(regress);
  stored->excludes(regress);
  app.add_option("--generation-games", arguments.games, "Games made, or read of a record, for each generation")
      ->check(number_range(1, 10'000'000))
      ->capture_default_str();
  app.add_option("--keep-games", arguments.keep_games,
                 "Folder for the games, a file for each generation; a resumed run goes on in the same one, or without one as before")
      ->type_name("DIR");
  app.add_option("--earlier-share", arguments.play.options.earlier_share, "Share of the games played against earlier selves")
      ->check(number_range(0.0, 1.0))
      ->capture_default_str();
}

void add_learning_options(Command& app, TdLeafArguments& arguments) {
  tdleaf::TdLeafOptions& options = arguments.options;
  tdleaf::LearnerOptions& learner = options.learner;
  tdleaf::GradientOptions& gradient = learner.gradient;
  const auto positive = number_range(1e-9, 1e12);
  const auto share = number_range(0.0, 1.0);
  app.add_option("--generations", arguments.generations,
                 fmt::format("How many; default: {} by self-play, else as many as there are games for", options.generations))
      ->check(number_range(1, 10'000'000));
  app.add_option("--scale", gradient.scale, "Centipawns in P = 1 / (1 + e^(-E / scale))")
      ->check(number_range(1.0, 100'000.0))
      ->capture_default_str();
  app.add_option("--lambda", gradient.lambda, "0: each position learns from the next, 1: from the result")
      ->check(share)
      ->capture_default_str();
  app.add_option("--step-rule", arguments.step_rule, "plain, adagrad or adam")
      ->check(one_of({"plain", "adagrad", "adam"}))
      ->capture_default_str();
  app.add_option("--alpha", learner.alpha, "Size of the first step, centipawns (plain: times the gradient)")
      ->check(positive)
      ->capture_default_str();
  Option* half = app.add_option("--alpha-half", learner.alpha_half, "Games learned from after which alpha is half; 0 = it stays")
                     ->check(not_negative())
                     ->capture_default_str();
  app.add_option("--alpha-least", learner.alpha_least, "Alpha does not fall below")
      ->check(not_negative())
      ->capture_default_str()
      ->needs(half);
  app.add_option("--batch", learner.batch, "Games a step: 1 = on-line, 0 = all of a pass")
      ->check(number_range(0, 1'000'000))
      ->capture_default_str();
  app.add_option("--passes", options.passes, "Passes through a generation's games")->check(number_range(1, 100'000))->capture_default_str();
  app.add_option("--window", options.window, "Learn from the games of the last so many generations")
      ->check(number_range(1, 1'000'000))
      ->capture_default_str();
  app.add_option("--only", arguments.only, "Groups of features that learn, as `explain` names them; the others stay")
      ->check(one_of(group_names()))
      ->type_name("GROUP ...");
  Option* prior = app.add_option("--prior", learner.prior, "Pull toward --prior-weights, for each centipawn away, in units of the gradient")
                      ->check(not_negative())
                      ->capture_default_str();
  app.add_option("--prior-weights", arguments.prior, "start, nothing, zero, default or a weight file")
      ->type_name("FILE")
      ->capture_default_str()
      ->needs(prior);
  app.add_option("--tree", arguments.play.options.search.tree_positions, "TreeStrap: nodes of each search's tree to learn from")
      ->check(number_range(0, 65535))
      ->capture_default_str();
  Option* tree_weight = app.add_option("--tree-weight", gradient.tree_weight, "How much all nodes of a search together count")
                            ->check(not_negative())
                            ->capture_default_str();
  app.add_option("--tree-result", gradient.tree_result, "Share of the game's result in the nodes' targets")
      ->check(share)
      ->capture_default_str()
      ->needs(tree_weight);
  app.add_option("--leaf-weight", gradient.leaf_weight, "How much the leaf counts")->check(not_negative())->capture_default_str();
}

void add_run_options(Command& app, TdLeafArguments& arguments) {
  app.add_option("--out", arguments.out, "Weight file to write; in a folder it gets its canonical name")->required()->type_name("FILE");
  app.add_option("--start", arguments.start, "Weights to begin with: nothing (a pawn is 100, all else 0), zero, default or a weight file")
      ->type_name("FILE")
      ->capture_default_str();
  app.add_option("--seed", arguments.seed, "Of openings and random moves, and of what is held out")
      ->check(any_natural_number<std::uint64_t>())
      ->capture_default_str();
  app.add_option("--threads", arguments.options.threads, "Changes the speed, not the result")
      ->check(number_range(1, 1024))
      ->capture_default_str();
  Option* checkpoint = app.add_option("--checkpoint", arguments.checkpoint,
                                      "Folder for a snapshot after each generation, with --regress after each iteration")
                           ->type_name("DIR");
  app.add_flag("--resume", arguments.options.resume, "Go on from the snapshot in --checkpoint, if there is one")->needs(checkpoint);
  Option* report = app.add_option("--report", arguments.report, "Folder for the learning curve (curve.csv, curve.svg)")->type_name("DIR");
  app.add_option("--snapshot-every", arguments.snapshot_every, "Also keep the weights there, of every so many generations")
      ->check(number_range(std::uint64_t{0}, std::uint64_t{10'000'000}))
      ->needs(report);
}

void add_regression_options(Command& app, RegressArguments& arguments) {
  learning::tdleaf::RegressionOptions& options = arguments.options;
  const std::vector<Option*> added{
      app.add_option("--ridge", options.ridge, "--regress: penalty on squared pawns away from the start, in nats over all positions")
          ->check(not_negative())
          ->capture_default_str(),
      app.add_option("--held-out", options.held_out_share, "--regress: share of the positions kept for the test")
          ->check(number_range(0.0, 0.9))
          ->capture_default_str(),
      app.add_option("--max-iterations", options.max_iterations, "--regress: at most")
          ->check(number_range(1, 1'000'000))
          ->capture_default_str(),
      app.add_option("--licence", arguments.licence, "--regress: of the positions, for the model card"),
  };
  for (Option* option : added) option->needs(app.get_option("--regress"));
}

constexpr const char* kSelfPlay = "";  // the way to learn that no option names

/// The way to learn that was chosen, by its option.
const char* chosen_way(const Command& app) {
  for (const char* way : {"--games", "--from-games", "--regress"}) {
    if (app.count(way) > 0) return way;
  }
  return kSelfPlay;
}

/// Options that not every way to learn heeds, and those that do.
struct Heeded {
  std::vector<const char*> options;
  std::vector<std::string_view> by;
};

const std::vector<Heeded>& heeded_options() {
  static const std::vector<Heeded> all{
      {{"--earlier-share", "--book", "--book-plies", "--random-plies", "--most-unbalanced", "--most-plies", "--won-from"}, {kSelfPlay}},
      {{"--seed"}, {kSelfPlay, "--regress"}},
      {{"--nodes", "--depth", "--hash", "--tree", "--generation-games", "--keep-games"}, {kSelfPlay, "--games"}},
      {{"--report", "--snapshot-every", "--generations", "--lambda", "--step-rule", "--alpha", "--alpha-half", "--alpha-least", "--batch",
        "--passes", "--window", "--only", "--prior", "--prior-weights", "--tree-weight", "--tree-result", "--leaf-weight"},
       {kSelfPlay, "--games", "--from-games"}},
  };
  return all;
}

}  // namespace

void add_tdleaf_options(Command& app, TdLeafArguments& arguments) {
  add_run_options(app, arguments);
  add_source_options(app, arguments);
  add_search_options(app, arguments.play.options.search);
  add_self_play_options(app, arguments.play);
  add_learning_options(app, arguments);
  add_regression_options(app, arguments.regression);
}

void check_tdleaf_options(const Command& app, const TdLeafArguments& arguments) {
  const std::string way = chosen_way(app);
  for (const Heeded& heeded : heeded_options()) {
    if (std::ranges::find(heeded.by, way) != heeded.by.end()) continue;
    for (const char* option : heeded.options) {
      if (app.count(option) > 0) throw UsageError::excludes(option, way);
    }
  }
  check_self_play_options(app, arguments.play);
  const tdleaf::LearnerOptions& learner = arguments.options.learner;
  if (learner.alpha_least > learner.alpha) throw UsageError("--alpha-least", "must not be above --alpha");
  const bool learns_from_trees = learner.gradient.tree_weight > 0.0;
  const bool is_pulled = learner.prior > 0.0 && arguments.prior != "start" && arguments.prior != arguments.start;
  if (learner.gradient.leaf_weight == 0.0 && !learns_from_trees && !is_pulled)
    throw UsageError::needs("--leaf-weight 0", "--tree-weight, or --prior with other weights than --start: nothing else teaches");
  if (way == "--from-games" || way == "--regress") return;
  const bool keeps = app.count("--keep-games") > 0;
  const bool has_trees = arguments.play.options.search.tree_positions > 0;
  if (arguments.options.window > 1 && !keeps) throw UsageError::needs("--window", "--keep-games: earlier games are read again");
  if (learns_from_trees && !has_trees) throw UsageError::needs("--tree-weight", "--tree");
  if (has_trees && !learns_from_trees && !keeps) throw UsageError::needs("--tree", "--tree-weight or --keep-games");
}

std::vector<chess::FeatureGroup> groups_named(const std::vector<std::string>& names) {
  const std::vector<std::string> all = group_names();
  std::vector<chess::FeatureGroup> groups;
  for (const std::string& name : names) groups.push_back(static_cast<chess::FeatureGroup>(std::ranges::find(all, name) - all.begin()));
  return groups;
}

}  // namespace trivium::tools
