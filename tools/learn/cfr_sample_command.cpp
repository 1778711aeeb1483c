#include "tools/learn/cfr_sample_command.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "engine/poker/betting_tree.h"
#include "engine/poker/buckets.h"
#include "learning/cfr/bucket_tables.h"
#include "learning/cfr/learner.h"
#include "learning/cfr/learner_policy.h"
#include "learning/cfr/sampled_run.h"
#include "learning/harness/checkpoint.h"
#include "learning/harness/manifest.h"
#include "learning/harness/progress.h"
#include "learning/measure/best_response.h"
#include "models/format/load_error.h"
#include "tools/number_range.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace cfr = learning::cfr;

struct SampleArguments {
  std::string game;
  std::string betting = "standard";
  std::string cards;
  std::string sampler = "external";
  std::string weighting = "linear";
  std::string checkpoint;
  std::uint64_t batch = 0;  // 0: the sampler's
  bool json = false;
  cfr::SamplingSettings settings;
  cfr::SampledRunOptions run;
};

constexpr double kBytesPerMiB = 1024.0 * 1024.0;

poker::GameDefinition game_of(const SampleArguments& arguments) {
  auto game = poker::game_named(arguments.game);
  if (!game) throw format::LoadError(game.error().message);
  return *std::move(game);
}

std::shared_ptr<const poker::BettingTree> tree_of(const poker::GameDefinition& game, const std::string& betting) {
  const auto abstraction = poker::BettingAbstraction::parse(betting);
  if (!abstraction) throw format::LoadError(abstraction.error().message);
  auto tree = poker::BettingTree::build(game, *abstraction);
  if (!tree) throw format::LoadError(tree.error().message);
  return std::make_shared<const poker::BettingTree>(*std::move(tree));
}

std::shared_ptr<const cfr::CardSource> hold_em_buckets(const poker::GameDefinition& game, const std::string& file, std::size_t threads) {
  const poker::Buckets buckets(poker::load_buckets(file));
  fmt::print(stderr, "tables of buckets: {:.1f} MiB\n",
             static_cast<double>(cfr::BucketTables::bytes(buckets.data().counts)) / kBytesPerMiB);
  learning::Progress progress("boards", cfr::BucketTables::kBoards);
  auto tables = std::make_shared<const cfr::BucketTables>(buckets, threads, [&progress](std::size_t done) { progress.update(done); });
  return cfr::bucket_source(game, std::move(tables), learning::describe_data(file, "").sha256);
}

std::shared_ptr<const cfr::CardSource> cards_of(const poker::GameDefinition& game, const SampleArguments& arguments) {
  try {
    if (arguments.cards == "blind") return cfr::card_blind_source(game);
    if (arguments.cards == "ranks") return cfr::rank_source(game);
    return hold_em_buckets(game, arguments.cards, arguments.settings.threads);
  } catch (const std::invalid_argument& fault) {
    throw format::LoadError(fmt::format("{} with cards {}: {}", arguments.game, arguments.cards, fault.what()));
  }
}

/// In milli big blinds, where the game is small enough to tell.
std::optional<double> exploitability_of(const cfr::Learner& learner) {
  const poker::GameDefinition& game = learner.tree().game();
  const Result<double> chips = learning::exploitability(game, cfr::LearnerPolicy(learner));
  if (!chips) return std::nullopt;
  return learning::in_milli_blinds(game, *chips);
}

void print_result(const SampleArguments& arguments, const cfr::Learner& learner, std::uint64_t done, double seconds) {
  const double speed = static_cast<double>(done) / seconds;
  const std::optional<double> exploitability = exploitability_of(learner);
  if (arguments.json) {
    nlohmann::json line = {{"iterations", learner.iterations()},
                           {"seconds", seconds},
                           {"iterations_per_second", speed},
                           {"decisions", learner.tree().decisions()},
                           {"entries", learner.layout().entries()}};
    if (exploitability) line["exploitability"] = *exploitability;
    fmt::print("{}\n", line.dump());
    return;
  }
  fmt::print("{} iterations, {:.0f} a second\n", learner.iterations(), speed);
  if (exploitability) fmt::print("exploitability: {:.4g} milli big blinds a hand\n", *exploitability);
}

int run_sample(SampleArguments arguments) {
  if (!arguments.checkpoint.empty()) {
    prepare_folder(arguments.checkpoint);
    arguments.run.checkpoint_folder = arguments.checkpoint;
  }
  arguments.settings.sampler = *cfr::sampler_named(arguments.sampler);
  arguments.settings.weighting = *cfr::weighting_named(arguments.weighting);
  arguments.settings.batch = arguments.batch > 0 ? arguments.batch : cfr::default_batch(arguments.settings.sampler);
  const std::uint64_t batch = arguments.settings.batch;
  arguments.run.iterations = (arguments.run.iterations + batch - 1) / batch * batch;
  const poker::GameDefinition game = game_of(arguments);
  const auto tree = tree_of(game, arguments.betting);
  const auto cards = cards_of(game, arguments);
  const cfr::TableLayout layout(*tree, *cards);
  fmt::print(stderr, "{}: {} decisions, {} numbers a strategy, {:.1f} MiB\n", arguments.game, tree->decisions(), layout.entries(),
             static_cast<double>(cfr::Learner::bytes(arguments.settings, layout)) / kBytesPerMiB);
  cfr::Learner learner(arguments.settings, tree, cards);
  learning::Progress progress("iterations", arguments.run.iterations);
  std::optional<std::uint64_t> before;
  std::chrono::steady_clock::time_point started;
  cfr::run_sampled(learner, arguments.run, [&](std::uint64_t done) {
    if (!before) {
      progress.resumed_at(done);
      before = done;
      started = std::chrono::steady_clock::now();
    }
    progress.update(done);
  });
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
  print_result(arguments, learner, learner.iterations() - *before, taken.count());
  return 0;
}

void add_sampling_options(CLI::App& command, SampleArguments& arguments) {
  cfr::SamplingSettings& settings = arguments.settings;
  command.add_option("--sampler", arguments.sampler, "What an iteration draws: cards and actions, or (public) the board alone")
      ->check(CLI::IsMember({"pure", "external", "public"}))
      ->capture_default_str();
  command.add_option("--weighting", arguments.weighting, "How later iterations count more")
      ->check(CLI::IsMember({"uniform", "linear", "discounted"}))
      ->capture_default_str();
  command.add_option("--epoch", settings.epoch, "Iterations after which the past is discounted")
      ->check(number_range<std::uint64_t>(1, 1'000'000'000'000))
      ->capture_default_str();
  command.add_option("--batch", arguments.batch, "Iterations between merges of the shards' tables (262144; public: 64)")
      ->check(number_range<std::uint64_t>(1, cfr::kMostBatch));
  command.add_option("--shards", settings.shards, "Parts of a batch; part of the result, unlike --threads")
      ->check(number_range<std::size_t>(1, 64))
      ->capture_default_str();
  command
      .add_option("--prune-below", settings.prune_below,
                  "External sampling: leave actions out, 19 times of 20, whose regret is below minus so many chips; 0: none")
      ->check(number_range(0.0, 1e8))
      ->capture_default_str();
  command.add_flag("--async", settings.async, "All threads in one table: for trials, since no two runs are alike");
}

}  // namespace

void add_cfr_sample(CLI::App& cfr, int& status) {
  CLI::App* command = cfr.add_subcommand("sample", "Monte Carlo CFR of a game for two: speed, and in small games exploitability");
  auto arguments = std::make_shared<SampleArguments>();
  command->add_option("GAME", arguments->game, "kuhn, leduc, limit, nolimit or a GAMEDEF file of a game for two")->required();
  command->add_option("--cards", arguments->cards, "What players see of the cards: blind, ranks or a file of kind poker.buckets")
      ->default_str("blind");
  arguments->cards = "blind";
  command->add_option("--betting", arguments->betting, "No-limit: a betting abstraction, by name (standard, small) or as text")
      ->capture_default_str();
  command->add_option("--iterations", arguments->run.iterations, "Deals, each walked once for each player; rounded up to whole batches")
      ->check(number_range<std::uint64_t>(1, 1'000'000'000'000))
      ->required();
  add_sampling_options(*command, *arguments);
  command->add_option("--seed", arguments->settings.seed, "Chooses cards and actions")
      ->check(any_natural_number<std::uint64_t>())
      ->capture_default_str();
  command->add_option("--threads", arguments->settings.threads, "Changes the speed, not the result; no more than --shards have work")
      ->check(number_range<std::size_t>(1, 1024))
      ->capture_default_str();
  CLI::Option* checkpoint =
      command->add_option("--checkpoint", arguments->checkpoint, "Folder for a snapshot every minute")->type_name("DIR");
  command->add_flag("--resume", arguments->run.resume, "Go on from the snapshot in --checkpoint, if there is one")->needs(checkpoint);
  command->add_flag("--json", arguments->json, "The result as a JSON object");
  command->callback([arguments, &status] {
    if (arguments->sampler == "public" && arguments->batch > cfr::kMostPublicBatch) {
      throw CLI::ValidationError("--batch", fmt::format("public chance sampling takes at most {}", cfr::kMostPublicBatch));
    }
    status = run_sample(*arguments);
  });
}

}  // namespace trivium::tools
