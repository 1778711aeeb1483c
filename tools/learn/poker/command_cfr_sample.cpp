// `trivium-learn poker cfr-sample --game GAME`: speed of Monte Carlo CFR for a two-player game.
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/core/text.h"
#include "engine/poker/strategy/betting_tree.h"
#include "engine/poker/strategy/buckets.h"
#include "engine/poker/strategy/strategy.h"
#include "learning/cfr/buckets/bucket_tables.h"
#include "learning/cfr/learner.h"
#include "learning/cfr/sampled_run.h"
#include "learning/harness/manifest.h"
#include "learning/harness/progress.h"
#include "learning/poker_measure/best_response/best_response.h"
#include "models/format/load_error.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/poker/cfr_sampling_options.h"
#include "tools/places.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

namespace cfr = learning::cfr;

struct SampleArguments : SamplingArguments {
  std::string cards = "blind";
};

std::shared_ptr<const cfr::CardSource> hold_em_buckets(const poker::BettingTree& tree,
                                                       const SampleArguments& arguments,
                                                       learning::Phases& phases) {
  const std::string& file = arguments.cards;
  const poker::Buckets buckets(poker::load_buckets(file));
  if (!poker::is_holdem(tree.game()))
    throw std::invalid_argument("these buckets are for heads-up hold'em");
  require_table(tree, buckets.data().counts);
  arguments.reporting.note("tables of buckets: {}",
                           mebibytes(cfr::BucketTables::bytes(buckets.data().counts)));
  learning::Progress progress("boards", cfr::BucketTables::kBoards, phases.next());
  auto tables = std::make_shared<const cfr::BucketTables>(
      buckets, arguments.settings.threads,
      [&progress](std::size_t done) { progress.update(done); });
  return cfr::bucket_source(tree.game(), std::move(tables),
                            learning::describe_data(file, "").sha256);
}

bool uses_buckets(const SampleArguments& arguments) {
  return arguments.cards != "blind" && arguments.cards != "ranks";
}

std::shared_ptr<const cfr::CardSource> cards_of(const poker::BettingTree& tree,
                                                const SampleArguments& arguments,
                                                learning::Phases& phases) {
  try {
    if (arguments.cards == "blind") return cfr::card_blind_source(tree.game());
    if (arguments.cards == "ranks") return cfr::rank_source(tree.game());
    return hold_em_buckets(tree, arguments, phases);
  } catch (const std::invalid_argument& fault) {
    throw format::LoadError("poker.cards", "--cards: {} with cards {}: {}", arguments.game,
                            arguments.cards, fault.what());
  }
}

/// Exploitability in milli big blinds, if the game is small enough.
std::optional<double> exploitability_of(const cfr::Learner& learner) {
  const poker::GameDefinition& game = learner.tree().game();
  const Result<double> chips =
      learning::poker_measure::exploitability(game, cfr::LearnerPolicy(learner));
  if (!chips) return std::nullopt;
  return learning::poker_measure::in_milli_blinds(game, *chips);
}

void print_result(const SampleArguments& arguments, const cfr::Learner& learner, std::uint64_t done,
                  double seconds) {
  const double speed = static_cast<double>(done) / seconds;
  const std::optional<double> exploitability = exploitability_of(learner);
  if (arguments.reporting.json) {
    nlohmann::json line = {{"iterations", learner.iterations()},
                           {"seconds", seconds},
                           {"iterations_per_second", speed},
                           {"decisions", learner.tree().decisions()},
                           {"entries", learner.layout().entries()}};
    if (exploitability) line["exploitability"] = *exploitability;
    fmt::print("{}\n", line.dump());
    return;
  }
  fmt::print("{}, {:.0f} per second\n", text::counted(learner.iterations(), "iteration"), speed);
  if (exploitability)
    fmt::print("exploitability: {:.4g} milli big blinds per hand\n", *exploitability);
}

void run_sample(const SampleArguments& arguments) {
  prepare_output({{}, arguments.report, kSamplingReport, &arguments.run, cfr::kSampledLearner},
                 {{"--game", game_file(arguments.game)},
                  {"--cards", uses_buckets(arguments) ? arguments.cards : ""}});
  const auto tree = tree_of(arguments);
  learning::Phases phases(uses_buckets(arguments) ? 2 : 1,
                          arguments.reporting.progress(arguments.report, arguments.run));
  const auto cards = cards_of(*tree, arguments, phases);
  std::vector<std::size_t> buckets;
  for (int round = 0; round < cards->rounds(); ++round) buckets.push_back(cards->buckets(round));
  require_table(*tree, buckets);
  const cfr::TableLayout layout(*tree, *cards);
  arguments.reporting.note("{}: {} decisions, {} numbers a strategy, {}", arguments.game,
                           tree->decisions(), layout.entries(),
                           strategy_memory(arguments, layout.bytes()));
  cfr::Learner learner(arguments.settings, tree, cards);
  learning::Progress progress("iterations", arguments.run.iterations, phases.next());
  std::optional<std::uint64_t> before;
  using Clock = std::chrono::steady_clock;
  Clock::time_point started;
  cfr::SampledRunOptions options = arguments.run;
  if (!arguments.report.empty()) {
    options.measure = [&started](const cfr::Learner& measured) {
      const Clock::time_point begun = Clock::now();
      const std::optional<double> exploitability = exploitability_of(measured);
      started += Clock::now() - begun;  // the speed excludes measurements
      return exploitability;
    };
  }
  const std::vector<cfr::SampledPoint> curve =
      cfr::run_sampled(learner, options, [&](std::uint64_t done) {
        if (!before) {
          before = done;
          started = Clock::now();
        }
        progress.update(done);
      });
  const std::chrono::duration<double> taken = Clock::now() - started;
  print_result(arguments, learner, learner.iterations() - *before, taken.count());
  write_sampling_report(arguments, curve);
}

}  // namespace

void add_poker_cfr_sample(Command& command) {
  auto arguments = std::make_shared<SampleArguments>();
  add_sampling_options(command, *arguments, is_for_two);
  command
      .add_option("--cards FILE|blind|ranks", arguments->cards,
                  "What players see of the cards: blind, ranks or a file of kind poker.buckets")
      ->group(kModelGroup);
  add_report(command, arguments->report, "speed and, in small games, exploitability by iterations");
  command.callback([arguments] {
    resolve_sampling(*arguments);
    run_sample(*arguments);
  });
}

}  // namespace trivium::tools
