#include "tools/learn/poker/cfr_sampling_options.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <vector>

#include "engine/core/text.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/strategy/betting_abstraction.h"
#include "learning/charts/report.h"
#include "models/format/load_error.h"
#include "tools/command.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

namespace cfr = learning::cfr;

std::string betting_help() {
  std::string help = "No-limit: raise sizes, by default standard:";
  for (const poker::NamedAbstraction& named : poker::named_abstractions()) {
    help += fmt::format(" {} ({}: {}),", named.name, named.title, named.text);
  }
  return help +
         " or a text like these: rounds by '/', the first raise of a round, the second and so on "
         "by ':', sizes by ',', in percent of the pot or all; '-' is no raise; the last of each "
         "holds for all further ones";
}

void add_ways_to_sample(Command& command, SamplingArguments& arguments) {
  cfr::SamplingSettings& settings = arguments.settings;
  command.begin_group(kModelGroup);
  command.add_option("--betting", arguments.betting, betting_help())
      ->suggest_names(poker::named_abstractions());
  command.begin_group(kUpdateGroup);
  command
      .add_option("--sampler", arguments.sampler,
                  "What an iteration samples: cards and actions, or (public) only the board")
      ->check(one_of({"pure", "external", "public"}));
  command.add_option("--weighting", arguments.weighting, "Weighting of later iterations")
      ->check(one_of({"uniform", "linear", "discounted"}));
  command.add_number("--epoch", settings.epoch, 1, 1'000'000'000'000,
                     "Iterations between discounts of earlier iterations");
  command
      .add_number("--batch", arguments.batch, 1, cfr::kMaxBatch,
                  "Iterations between merges of the shards' tables")
      ->default_str(fmt::format("{}, or {} with public", cfr::default_batch(cfr::Sampler::kPure),
                                cfr::default_batch(cfr::Sampler::kPublicChance)));
  command.add_number("--shards", settings.shards, 1, 64,
                     "Parts of a batch; part of the result, unlike --threads");
  command.add_number("--prune-below", settings.prune_below, 0.0, 1e8,
                     "Skip actions in 19 of 20 iterations if their regret is at most minus this "
                     "number of chips; 0: none; not with pure sampling");
  command.add_flag("--async", settings.async,
                   "Update one table from all threads; for trials, since no two runs are equal");
}

}  // namespace

void add_sampling_options(Command& command, SamplingArguments& arguments,
                          bool (*is_accepted)(const poker::GameDefinition& game)) {
  command.begin_group(kDataGroup);
  add_game_option(command, "--game", arguments.game, is_accepted)->required()->old_argument();
  add_ways_to_sample(command, arguments);
  add_steps(command, arguments.run.iterations,
            "Iterations: deals, each traversed once for each player; rounded up to whole batches",
            1'000'000'000'000)
      ->required()
      ->default_str("")
      ->old_name("--iterations");
  add_seed(command, arguments.settings.seed,
           "cards and actions, and of the deals that buckets are made from");
  add_threads(command, arguments.settings.threads, "; more than --shards do not help");
  add_checkpoint(command, arguments.run);
  add_reporting(command, arguments.reporting);
}

void write_sampling_report(const SamplingArguments& arguments,
                           std::span<const cfr::SampledPoint> curve) {
  if (arguments.report.empty()) return;
  const std::string title = fmt::format("Monte Carlo CFR in {}",
                                        std::filesystem::path(arguments.game).filename().string());
  learning::charts::write_report(arguments.report, title, kSamplingReport,
                                 {cfr::sampled_csv(curve), cfr::sampled_svg(title, curve)});
}

void resolve_sampling(SamplingArguments& arguments) {
  if (arguments.sampler == "public" && arguments.batch > cfr::kMaxPublicBatch) {
    throw UsageError("--batch",
                     fmt::format("public chance sampling takes at most {}", cfr::kMaxPublicBatch));
  }
  if (arguments.sampler == "pure" && arguments.settings.prune_below > 0) {
    throw UsageError("--prune-below", "pure sampling does not prune");
  }
  arguments.settings.sampler = *text::named<cfr::Sampler>(cfr::kSamplerNames, arguments.sampler);
  arguments.settings.weighting =
      *text::named<cfr::Weighting>(cfr::kWeightingNames, arguments.weighting);
  arguments.settings.batch =
      arguments.batch > 0 ? arguments.batch : cfr::default_batch(arguments.settings.sampler);
  const std::uint64_t batch = arguments.settings.batch;
  const auto in_batches = [batch](std::uint64_t iterations) {
    return (iterations + batch - 1) / batch * batch;
  };
  arguments.run.iterations = in_batches(arguments.run.iterations);
  std::vector<std::uint64_t>& milestones = arguments.run.milestones;
  std::ranges::transform(milestones, milestones.begin(), in_batches);
  std::ranges::sort(milestones);
  if (!milestones.empty() && milestones.back() >= arguments.run.iterations) {
    throw UsageError("--also-at",
                     fmt::format("in whole batches of {}, {} is not before the end, {}", batch,
                                 milestones.back(), arguments.run.iterations));
  }
}

std::shared_ptr<const poker::BettingTree> tree_of(const SamplingArguments& arguments,
                                                  std::size_t maximum) {
  const poker::GameDefinition game = or_usage_error("--game", poker::game_named(arguments.game));
  poker::BettingAbstraction abstraction;
  if (!game.no_limit() && !arguments.betting.empty()) {
    throw UsageError("--betting",
                     fmt::format("{} is a limit game, whose raises are fixed", arguments.game));
  }
  if (game.no_limit()) {
    abstraction = or_usage_error("--betting",
                                 poker::BettingAbstraction::parse(
                                     arguments.betting.empty() ? "standard" : arguments.betting));
  }
  return std::make_shared<const poker::BettingTree>(
      format::or_throw(poker::BettingTree::build(game, abstraction, maximum), arguments.game));
}

std::string reproducing_words(const SamplingArguments& arguments, const poker::BettingTree& tree) {
  const cfr::SamplingSettings& settings = arguments.settings;
  std::string words = fmt::format(
      "--game {} --sampler {} --weighting {} --epoch {} --batch {} --shards {} --seed {}",
      std::filesystem::path(arguments.game).filename().string(), arguments.sampler,
      arguments.weighting, settings.epoch, settings.batch, settings.shards, settings.seed);
  if (tree.game().no_limit()) words += fmt::format(" --betting {}", tree.abstraction().text());
  if (settings.prune_below > 0) words += fmt::format(" --prune-below {}", settings.prune_below);
  if (settings.async) words += fmt::format(" --async --threads {}", settings.threads);
  return words;
}

void require_table(const poker::BettingTree& tree, std::span<const std::size_t> buckets) {
  if (cfr::TableLayout::entries(tree, buckets) <= cfr::TableLayout::kMaxEntries) return;
  throw format::LoadError(
      "strategy.size",
      "--betting: the strategy would have more than {} numbers: fewer buckets or bets",
      cfr::TableLayout::kMaxEntries);
}

std::string strategy_memory(const SamplingArguments& arguments, std::size_t table_bytes) {
  constexpr std::size_t kCopies =
      3;  // snapshot, file contents, and tensors read again for verification
  std::string text = mebibytes(cfr::Learner::bytes(arguments.settings, table_bytes));
  if (arguments.run.checkpoint_folder)
    text += fmt::format(" (while a snapshot is written {} more)", mebibytes(kCopies * table_bytes));
  return text;
}

std::string mebibytes(std::size_t bytes) {
  constexpr double kMebi = 1024.0 * 1024.0;
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / kMebi);
}

}  // namespace trivium::tools
