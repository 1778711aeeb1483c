#include "tools/learn/cfr_train_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/poker/betting_abstraction.h"
#include "engine/poker/betting_tree.h"
#include "engine/poker/buckets.h"
#include "engine/poker/strategy.h"
#include "learning/cfr/bucket_tables.h"
#include "learning/cfr/card_source.h"
#include "learning/cfr/learner.h"
#include "learning/cfr/make_buckets.h"
#include "learning/cfr/strategy_file.h"
#include "learning/cfr/training.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "learning/harness/progress.h"
#include "models/format/load_error.h"
#include "models/format/sha256.h"
#include "models/format/weight_file.h"
#include "tools/learn/commands.h"
#include "tools/number_range.h"
#include "tools/places.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

namespace cfr = learning::cfr;

struct TrainArguments {
  std::string game;
  std::vector<std::size_t> counts = {169, 200, 200, 200};
  std::string betting = "standard";
  std::string sampler = "external";
  std::string weighting = "linear";
  std::string out;
  std::string checkpoint;
  cfr::SamplingSettings settings;
  cfr::TrainingPlan plan;
};

/// A run that would fail when it writes fails before it starts.
void prepare_places(const TrainArguments& arguments) {
  require_place(arguments.out);
  learning::require_card_place(arguments.out);
  std::vector<NamedPlace> written{{"--out", arguments.out}};
  if (!arguments.checkpoint.empty()) {
    prepare_folder(arguments.checkpoint);
    written.push_back({"--checkpoint", learning::Checkpoint::file_in(arguments.checkpoint, cfr::kTrainingName)});
  }
  require_different(written);
}

std::shared_ptr<const poker::BettingTree> tree_of(const TrainArguments& arguments) {
  const Result<poker::GameDefinition> game = poker::game_named(arguments.game);
  if (!game) throw format::LoadError(game.error().message);
  if (!poker::is_holdem(*game)) throw format::LoadError(fmt::format("{}: not hold'em with a whole deck", arguments.game));
  poker::BettingAbstraction abstraction;
  if (game->no_limit()) {
    Result<poker::BettingAbstraction> parsed = poker::BettingAbstraction::parse(arguments.betting);
    if (!parsed) throw format::LoadError(parsed.error().message);
    abstraction = *std::move(parsed);
  }
  Result<poker::BettingTree> tree = poker::BettingTree::build(*game, abstraction);
  if (!tree) throw format::LoadError(fmt::format("{}: {}", arguments.game, tree.error().message));
  return std::make_shared<const poker::BettingTree>(*std::move(tree));
}

poker::BucketCounts counts_of(const TrainArguments& arguments) {
  poker::BucketCounts counts{};
  std::ranges::copy(arguments.counts, counts.begin());
  return counts;
}

/// Makes the buckets of the run: a minute.
poker::BucketData make_buckets(const TrainArguments& arguments) {
  cfr::BucketOptions options;
  options.counts = counts_of(arguments);
  options.seed = arguments.settings.seed;
  options.threads = arguments.settings.threads;
  std::unique_ptr<learning::Progress> progress;
  std::string current;
  return cfr::make_buckets(options,
                           [&](std::string_view stage, std::size_t done, std::size_t total) {
                             if (stage != current) {
                               current = stage;
                               progress = std::make_unique<learning::Progress>("of buckets: " + current, total);
                             }
                             progress->update(done);
                           })
      .data;
}

std::string hash_of(const poker::BucketData& buckets) {
  format::Sha256 hash;
  for (const format::Tensor& tensor : poker::to_tensors(buckets)) hash.update(tensor.data);
  return hash.hex();
}

std::shared_ptr<const cfr::CardSource> cards_of(const TrainArguments& arguments, const poker::GameDefinition& game,
                                                const poker::BucketData& buckets) {
  learning::Progress progress("boards", cfr::BucketTables::kBoards);
  const auto tables = std::make_shared<const cfr::BucketTables>(poker::Buckets(buckets), arguments.settings.threads,
                                                                [&](std::size_t done) { progress.update(done); });
  return cfr::bucket_source(game, tables, hash_of(buckets));
}

/// What will be taken before it is taken.
void print_memory(const poker::BettingTree& tree, const poker::BucketCounts& counts) {
  constexpr double kMebi = 1024.0 * 1024.0;
  const auto mebibytes = [](std::size_t bytes) { return static_cast<double>(bytes) / kMebi; };
  fmt::print(stderr, "{} decisions; memory: strategy {:.0f} MiB, buckets {:.0f} MiB; probabilities in the file: {:.1f} MiB\n",
             tree.decisions(), mebibytes(cfr::TableLayout::bytes(tree, counts)), mebibytes(cfr::BucketTables::bytes(counts)),
             mebibytes(poker::strategy_bytes(tree, counts)));
}

/// The command without what does not change the result.
std::string reproducing_command(const TrainArguments& arguments, const poker::BettingTree& tree, std::uint64_t iterations) {
  const cfr::SamplingSettings& settings = arguments.settings;
  std::string command = fmt::format("trivium-learn cfr train {} --counts {} --sampling {} --weighting {} --batch {} --epoch {} --seed {}",
                                    std::filesystem::path(arguments.game).filename().string(), fmt::join(arguments.counts, ","),
                                    arguments.sampler, arguments.weighting, settings.batch, settings.epoch, settings.seed);
  if (tree.game().no_limit()) command += fmt::format(" --betting {}", tree.abstraction().text());
  if (settings.prune_below > 0) command += fmt::format(" --prune-below {}", settings.prune_below);
  if (settings.async) command += fmt::format(" --async --threads {}", settings.threads);
  return command + fmt::format(" --iterations {}", iterations);
}

/// Where the strategy of a milestone goes: a folder takes it under its own name, beside a file it gets the number behind its name.
std::filesystem::path milestone_place(const std::filesystem::path& out, std::uint64_t iterations) {
  if (std::filesystem::is_directory(out)) return out;
  return out.parent_path() / fmt::format("{}-{}{}", out.stem().string(), iterations, out.extension().string());
}

void write_strategy(const TrainArguments& arguments, const cfr::Learner& learner, const poker::BucketData& buckets,
                    std::uint64_t iterations, const std::filesystem::path& place) {
  learning::Manifest manifest;
  manifest.tool = tool_identity();
  manifest.command = reproducing_command(arguments, learner.tree(), iterations);
  manifest.origin = "learned: Monte Carlo counterfactual regret minimisation against himself";
  manifest.seed = arguments.settings.seed;
  const format::WeightFile file = cfr::strategy_file(learner, buckets, std::move(manifest));
  fmt::print("{}\n", learning::write_with_card(place, file, cfr::strategy_card(learner)).string());
}

int run_train(TrainArguments arguments) {
  prepare_places(arguments);
  const std::shared_ptr<const poker::BettingTree> tree = tree_of(arguments);
  print_memory(*tree, counts_of(arguments));
  const poker::BucketData buckets = make_buckets(arguments);
  cfr::Learner learner(arguments.settings, tree, cards_of(arguments, tree->game(), buckets));
  arguments.plan.checkpoint = arguments.checkpoint;
  learning::Progress progress("iterations", arguments.plan.iterations);
  cfr::TrainingEvents events;
  events.resumed = [&](std::uint64_t done) { progress.resumed_at(done); };
  events.progress = [&](std::uint64_t done) { progress.update(done); };
  events.milestone = [&](std::uint64_t iterations) {
    write_strategy(arguments, learner, buckets, iterations, milestone_place(arguments.out, iterations));
  };
  cfr::train(learner, arguments.plan, events);
  write_strategy(arguments, learner, buckets, arguments.plan.iterations, arguments.out);
  return 0;
}

void add_learning_options(CLI::App& command, TrainArguments& arguments) {
  cfr::SamplingSettings& settings = arguments.settings;
  command.add_option("--counts", arguments.counts, "Buckets before the flop, on the flop, the turn and the river")
      ->delimiter(',')
      ->expected(poker::kHoldemRounds)
      ->check(number_range<std::size_t>(1, 65'536))
      ->capture_default_str();
  command
      .add_option("--betting", arguments.betting,
                  "Raises of a no-limit game in percent of the pot, as betting_abstraction.h says, or a name")
      ->capture_default_str();
  command.add_option("--sampling", arguments.sampler, "What an iteration walks")
      ->check(CLI::IsMember({"pure", "external", "public"}))
      ->capture_default_str();
  command.add_option("--weighting", arguments.weighting, "How iterations count as more come")
      ->check(CLI::IsMember({"uniform", "linear", "discounted"}))
      ->capture_default_str();
  command.add_option("--batch", settings.batch, "Iterations that are walked with one strategy")
      ->check(number_range<std::uint64_t>(1, 100'000'000))
      ->capture_default_str();
  command.add_option("--epoch", settings.epoch, "Iterations after which earlier ones count less")
      ->check(number_range<std::uint64_t>(1, 1'000'000'000'000))
      ->capture_default_str();
  command.add_option("--prune-below", settings.prune_below, "Leave out actions with less regret than minus so many chips; 0: none")
      ->check(number_range(0.0, 1e12))
      ->capture_default_str();
  command.add_option("--iterations", arguments.plan.iterations, "Deals, each walked for both players")
      ->check(number_range<std::uint64_t>(1, 1'000'000'000'000))
      ->capture_default_str();
  command.add_option("--also-at", arguments.plan.milestones, "Write the strategy after so many iterations too")
      ->delimiter(',')
      ->check(number_range<std::uint64_t>(1, 1'000'000'000'000));
  command.add_option("--seed", settings.seed, "Of buckets and deals")->check(any_natural_number<std::uint64_t>())->capture_default_str();
  command.add_option("--threads", settings.threads, "Changes the speed, not the result, but for --async")
      ->check(number_range<std::size_t>(1, 1024))
      ->capture_default_str();
  command.add_flag("--async", settings.async, "Change the strategy without waiting for others: quicker, never the same twice");
}

}  // namespace

void add_cfr_train(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("train", "Learn a strategy for heads-up hold'em: buckets of cards, a tree of bets, sampled deals");
  auto arguments = std::make_shared<TrainArguments>();
  add_game_option(*command, "GAME", arguments->game)->required();
  add_learning_options(*command, *arguments);
  CLI::Option* checkpoint =
      command->add_option("--checkpoint", arguments->checkpoint, "Folder for a snapshot every five minutes")->type_name("DIR");
  command->add_flag("--resume", arguments->plan.resume, "Go on from the snapshot in --checkpoint, if there is one")->needs(checkpoint);
  command->add_option("--out", arguments->out, "The weight file to write, or a folder for it")->required()->type_name("FILE");
  command->callback([arguments, &status] {
    arguments->settings.sampler = *cfr::sampler_named(arguments->sampler);
    arguments->settings.weighting = *cfr::weighting_named(arguments->weighting);
    std::ranges::sort(arguments->plan.milestones);
    std::erase_if(arguments->plan.milestones, [&](std::uint64_t at) { return at >= arguments->plan.iterations; });
    status = run_train(*arguments);
  });
}

}  // namespace trivium::tools
