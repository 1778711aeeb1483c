// `trivium-learn outcome GAME --games FILE --out FILE`: a linear evaluation from the results of games.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

#include "engine/connect6/features.h"
#include "learning/harness/model_card.h"
#include "learning/harness/progress.h"
#include "learning/outcome/connect6_games.h"
#include "learning/outcome/outcome.h"
#include "models/format/load_error.h"
#include "tools/learn/commands.h"
#include "tools/learn/places.h"
#include "tools/number_range.h"

namespace trivium::tools {

namespace {

struct OutcomeArguments {
  std::string games;
  std::string licence;
  std::string out;
  std::string checkpoint;
  learning::OutcomeOptions options;
};

constexpr std::size_t kReadingShards = 64;

learning::OutcomeTask connect6_task(const OutcomeArguments& arguments) {
  learning::OutcomeTask task;
  task.kind = connect6::kWeightsKind;
  task.schema = connect6::kWeightsSchema;
  task.feature_names = connect6::feature_names();
  task.source = learning::describe_data(arguments.games, arguments.licence);
  std::ifstream csv(arguments.games);
  if (!csv) throw format::LoadError(fmt::format("{}: cannot be opened", arguments.games));
  task.data = learning::connect6_positions(csv, arguments.games, learning::Shards(kReadingShards, arguments.options.threads));
  return task;
}

/// The command without what does not change the result; a file by its name, since the manifest has its hash.
std::string reproducing_command(const OutcomeArguments& arguments) {
  std::string command =
      fmt::format("trivium-learn outcome connect6 --games {}", std::filesystem::path(arguments.games).filename().string());
  if (!arguments.licence.empty()) command += fmt::format(" --licence \"{}\"", arguments.licence);
  const learning::OutcomeOptions& options = arguments.options;
  return command + fmt::format(" --seed {} --held-out {} --ridge {} --max-iterations {}", options.seed, options.held_out_share,
                               options.ridge, options.max_iterations);
}

void print_metrics(const char* name, const learning::OutcomeMetrics& before, const learning::OutcomeMetrics& after) {
  fmt::print(stderr, "{:9} {:>6} games {:>8} positions  log-loss {:.4f} -> {:.4f}  accuracy {:.4f} -> {:.4f}\n", name, after.games,
             after.positions, before.log_loss, after.log_loss, before.accuracy, after.accuracy);
}

learning::CardText connect6_card() {
  return {"The linear Connect-6 evaluation, learned from the results of games by people: the log-odds that the side to move wins.",
          "Logistic regression of the result on the features of every position at which a turn of two stones begins, by Newton's method "
          "with line search and a small ridge; a game gives its positions in pairs, one with the winner and one with the loser to move. "
          "Games are held out whole, chosen by the seed. Standard errors are clustered by game. Figures: mean natural log-loss and the "
          "share of positions whose likelier result came; `before` is with all weights zero.",
          "Trained only on positions at which a turn begins: those are what a search over whole turns compares. `one_stone_left`, "
          "constant there, keeps the weight zero, and values in mid-turn are not calibrated. A weight within two standard errors of zero "
          "is not told apart from zero. All games are by people on 19x19 boards: nothing is known about other play. The features count "
          "lines; they do not see how threats combine."};
}

learning::OutcomeResult learn_with_progress(const learning::OutcomeTask& task, learning::OutcomeOptions options) {
  learning::Progress progress("iterations, at most", static_cast<std::uint64_t>(options.max_iterations));
  bool first = true;
  options.on_iteration = [&](int iteration, const learning::NewtonStep& step) {
    const auto done = static_cast<std::uint64_t>(iteration);
    if (std::exchange(first, false)) progress.resumed_at(done - 1);
    progress.update(done, fmt::format("objective {:.3f}, still to gain {:.2g}", step.objective, step.decrement));
  };
  return learning::learn_outcome(task, options);
}

int run_outcome_connect6(OutcomeArguments arguments) {
  if (!arguments.checkpoint.empty()) {
    prepare_folder(arguments.checkpoint);
    arguments.options.checkpoint_folder = arguments.checkpoint;
  }
  require_place(arguments.out);
  const learning::OutcomeTask task = connect6_task(arguments);
  const learning::OutcomeResult result = learn_with_progress(task, arguments.options);
  if (!result.converged) {
    fmt::print(stderr, "trivium-learn: not converged after {} iterations: nothing written\n", result.iterations);
    return 1;
  }
  const format::WeightFile file = learning::outcome_file(task, arguments.options, result, tool_identity(), reproducing_command(arguments));
  const std::filesystem::path path = learning::write_with_card(arguments.out, file, connect6_card());
  fmt::print(stderr, "converged after {} iterations\n", result.iterations);
  print_metrics("train", result.train_before, result.train);
  print_metrics("held out", result.held_out_before, result.held_out);
  fmt::print("{}\n", path.string());
  return 0;
}

}  // namespace

void add_outcome(CLI::App& app, int& status) {
  CLI::App* outcome = app.add_subcommand("outcome", "Learn a linear evaluation from the results of games (logistic regression)");
  outcome->require_subcommand(1);
  CLI::App* connect6 = outcome->add_subcommand("connect6", "Line features of Connect-6 positions (kind connect6.lines)");
  auto arguments = std::make_shared<OutcomeArguments>();
  learning::OutcomeOptions& options = arguments->options;
  connect6->add_option("--games", arguments->games, "Games: lines of game_id,\"j10,k11,...\",winner")->required()->check(CLI::ExistingFile);
  connect6->add_option("--licence", arguments->licence, "Licence of the games, for the model card");
  connect6->add_option("--out", arguments->out, "Weight file to write; in a folder it gets its canonical name")
      ->required()
      ->type_name("FILE");
  connect6->add_option("--seed", options.seed, "Chooses the games held out")
      ->check(any_natural_number<std::uint64_t>())
      ->capture_default_str();
  connect6->add_option("--threads", options.threads, "Changes the speed, not the result")
      ->check(number_range(1, 1024))
      ->capture_default_str();
  connect6->add_option("--held-out", options.held_out_share, "Share of the games kept for the test")
      ->check(number_range(0.0, 0.9))
      ->capture_default_str();
  connect6->add_option("--ridge", options.ridge, "Penalty on squared weights, in nats over all positions")
      ->check(number_range(1e-6, 1e9))
      ->capture_default_str();
  connect6->add_option("--max-iterations", options.max_iterations, "Newton steps at most")
      ->check(number_range(1, 10000))
      ->capture_default_str();
  CLI::Option* checkpoint =
      connect6->add_option("--checkpoint", arguments->checkpoint, "Folder for a snapshot after each iteration")->type_name("DIR");
  connect6->add_flag("--resume", options.resume, "Go on from the snapshot in --checkpoint, if there is one")->needs(checkpoint);
  connect6->callback([arguments, &status] { status = run_outcome_connect6(*arguments); });
}

}  // namespace trivium::tools
