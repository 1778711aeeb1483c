// `trivium-learn reversi shapes --data FILE...`: chooses the shapes of a pattern set for moves by
// the evidence of held-out games.
#include <cstddef>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/text.h"
#include "engine/reversi/patterns/pattern_set.h"
#include "learning/btmm/reversi/shape_search.h"
#include "learning/harness/progress.h"
#include "models/format/strict_json.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/shown_names.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace btmm = learning::btmm;

struct ShapeArguments {
  std::vector<std::string> games;
  std::string method = "greedy";
  std::size_t count = 5000;
  double held_out_share = 0.2;
  btmm::ShapeOptions options;
  Reporting reporting;
};

/// Reads the first games and holds some out. Prints their numbers.
btmm::ReversiGameSet first_games(const ShapeArguments& arguments) {
  learning::records::ReversiGames read = learning::records::read_reversi_games(arguments.games);
  if (read.games.size() > arguments.count) read.games.resize(arguments.count);
  const learning::records::Split split{arguments.options.seed, arguments.held_out_share};
  btmm::ReversiGameSet games(std::move(read), split, text::joined(arguments.games, ", "));
  using learning::records::Role;
  arguments.reporting.note(
      "{} with {} states, {} with {} held out", text::counted(games.games(Role::kTrain), "game"),
      games.states(Role::kTrain), text::counted(games.games(Role::kHeldOut), "game"),
      games.states(Role::kHeldOut));
  return games;
}

/// Returns what decides the states of a run, for its checkpoint.
std::string identity_of_data(const ShapeArguments& arguments) {
  const ShownNames names(arguments.games);
  return fmt::format("{}; count {}, held-out {}, seed {}",
                     learning::hashes_of(names.describe(arguments.games, "")), arguments.count,
                     arguments.held_out_share, arguments.options.seed);
}

void print_shapes(const ShapeArguments& arguments, const btmm::ShapeResult& result) {
  const reversi::FeatureId features = reversi::PatternSet::parse(result.definition)->features();
  if (arguments.reporting.json) {
    const nlohmann::json json{{"patterns", result.definition},
                              {"features", features},
                              {"held_out", result.evidence},
                              {"steps", result.curve.size()}};
    fmt::print("{}\n", format::json_line(json));
    return;
  }
  fmt::print("# {} features; log-evidence of held-out games {:.5f} nats per move\n{}", features,
             result.evidence, result.definition);
}

void run_shapes(const ShapeArguments& arguments) {
  prepare_output({.run = &arguments.options, .learner = "reversi_shapes"},
                 places_named("--data", arguments.games));
  const std::string data = identity_of_data(arguments);
  const btmm::ReversiGameSet games = first_games(arguments);
  const bool greedy = arguments.options.method == btmm::ShapeMethod::kGreedy;
  learning::Progress progress(greedy ? "shapes" : "steps",
                              greedy ? arguments.options.shapes : arguments.options.steps,
                              arguments.reporting.progress({}, arguments.options));
  const btmm::ShapeResult result =
      btmm::choose_shapes(games, arguments.options, data, [&](const btmm::ShapeRow& row) {
        progress.update(row.step, fmt::format("held out {:.5f} nats per move, best {:.5f} nats",
                                              row.evidence, row.best));
      });
  print_shapes(arguments, result);
}

}  // namespace

void add_reversi_shapes(Command& command) {
  auto arguments = std::make_shared<ShapeArguments>();
  btmm::ShapeOptions& options = arguments->options;
  add_data(command, arguments->games, "Games in WTHOR, SGF, GGF or transcripts")->required();
  add_count(command, arguments->count, "Use only the first N games", 1, 1'000'000'000);
  command.begin_group(kDataGroup);
  add_seed(command, options.seed, "the games that are held out, and annealing");
  add_held_out(command, arguments->held_out_share, "games", 0.01);
  add_threads(command, options.threads);
  command.begin_group(kModelGroup);
  command
      .add_option("--method", arguments->method,
                  "Add the best shape of a pool in each step, or change shapes at random "
                  "(simulated annealing)")
      ->check(one_of({"greedy", "annealing"}));
  command.add_number("--shapes", options.shapes, 1, reversi::PatternSet::kMaxShapes,
                     "Number of shapes; with --method greedy the maximum");
  command.add_number("--squares", options.max_squares, 2,
                     static_cast<int>(reversi::Shape::kMaxSquares),
                     "Maximum number of squares of a shape");
  command.add_number("--stages", options.stages, 1, reversi::PatternSet::kMaxStages,
                     "Stages of the set");
  command.begin_group(kUpdateGroup);
  Option* steps =
      add_steps(command, options.steps,
                "Number of changes that annealing tries; only with --method annealing", 10'000'000);
  add_checkpoint(command, options);
  command.begin_group(kOutputGroup);
  add_reporting(command, arguments->reporting);
  command.callback([arguments, steps] {
    const bool anneals = arguments->method == "annealing";
    if (*steps && !anneals) throw UsageError::needs("--steps", "--method annealing");
    if (anneals) arguments->options.method = btmm::ShapeMethod::kAnnealing;
    run_shapes(*arguments);
  });
}

}  // namespace trivium::tools
