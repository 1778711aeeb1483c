// `trivium-learn poker cfr --game GAME --out FILE`: a strategy for heads-up hold'em.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/poker/strategy/betting_tree.h"
#include "engine/poker/strategy/buckets.h"
#include "engine/poker/strategy/strategy.h"
#include "learning/cfr/buckets/bucket_tables.h"
#include "learning/cfr/buckets/make_buckets.h"
#include "learning/cfr/card_source.h"
#include "learning/cfr/learner.h"
#include "learning/cfr/sampled_run.h"
#include "learning/cfr/strategy_file.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "learning/harness/progress.h"
#include "models/format/load_error.h"
#include "models/format/sha256.h"
#include "models/format/weight_file.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/poker/bucket_making.h"
#include "tools/learn/poker/cfr_sampling_options.h"
#include "tools/learn/shown_names.h"
#include "tools/manifest.h"
#include "tools/places.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

namespace cfr = learning::cfr;

struct TrainArguments : SamplingArguments {
  std::vector<std::size_t> counts = {169, 200, 200, 200};
  std::string buckets;
};

/// Path of a milestone's strategy: beside the last one, with the number appended to its name.
std::filesystem::path milestone_place(const std::filesystem::path& out, std::uint64_t iterations) {
  return out.parent_path() /
         fmt::format("{}-{}{}", out.stem().string(), iterations, out.extension().string());
}

/// Checks before the start that all output can be written.
void prepare_places(const TrainArguments& arguments) {
  std::vector<NamedPlace> written;
  for (const std::uint64_t milestone : arguments.run.milestones) {
    written.push_back({"--also-at", milestone_place(arguments.out, milestone)});
    require_place(written.back().path);
    learning::require_card_place(written.back().path);
  }
  prepare_output(
      {arguments.out, arguments.report, kSamplingReport, &arguments.run, cfr::kSampledLearner},
      {{"--game", game_file(arguments.game)}, {"--buckets", arguments.buckets}}, written);
}

poker::BucketCounts counts_of(const TrainArguments& arguments) {
  poker::BucketCounts counts{};
  std::ranges::copy(arguments.counts, counts.begin());
  return counts;
}

/// Returns the buckets of a run without --buckets: makes them, or loads those of a resumed run.
poker::BucketData make_buckets(const TrainArguments& arguments, learning::Phases& phases) {
  if (auto buckets = cfr::buckets_without_clusters(counts_of(arguments)))
    return *std::move(buckets);
  cfr::BucketOptions options;
  options.counts = counts_of(arguments);
  options.seed = arguments.settings.seed;
  options.threads = arguments.settings.threads;
  const learning::RunOptions& run = arguments.run;
  if (!run.checkpoint_folder) return make_buckets_with_progress(options, phases).data;
  return kept_buckets(options, run, phases);
}

/// Returns make_buckets() of the leading process, in each process.
poker::BucketData shared_buckets(const TrainArguments& arguments, learning::Phases& phases) {
  const learning::RunOptions& run = arguments.run;
  if (run.processes == nullptr) return make_buckets(arguments, phases);
  std::vector<format::Tensor> tensors;
  if (run.leads()) tensors = poker::to_tensors(make_buckets(arguments, phases));
  run.crew().share(tensors, 0);
  return poker::bucket_data(tensors, "the buckets of rank 0");
}

std::string hash_of(const poker::BucketData& buckets) {
  format::Sha256 hash;
  for (const format::Tensor& tensor : poker::to_tensors(buckets)) hash.update(tensor.data);
  return hash.hex();
}

void fill(cfr::BucketTables& tables, const poker::BucketData& buckets, std::size_t threads,
          learning::Phases& phases) {
  learning::Progress progress("boards", cfr::BucketTables::kBoards, phases.next());
  tables.fill(poker::Buckets(buckets), threads, [&](std::size_t done) { progress.update(done); });
}

/// Prints the memory of a run before it is allocated.
void print_memory(const SamplingArguments& sampling, const poker::BettingTree& tree,
                  const poker::BucketCounts& counts) {
  const std::size_t table = cfr::TableLayout::bytes(tree, counts);
  sampling.reporting.note(
      "{}: {} decisions; memory: strategy {}, buckets {}; probabilities in the file: {}",
      sampling.game, tree.decisions(), strategy_memory(sampling, table),
      mebibytes(cfr::BucketTables::bytes(counts)), mebibytes(poker::strategy_bytes(tree, counts)));
}

/// Returns the command without options that do not change the result.
std::string reproducing_command(const TrainArguments& arguments, const poker::BettingTree& tree,
                                std::uint64_t iterations) {
  const std::string cards = arguments.buckets.empty()
                                ? fmt::format("--counts {}", fmt::join(arguments.counts, ","))
                                : fmt::format("--buckets {}", shown_name(arguments.buckets));
  return fmt::format("trivium-learn poker cfr {} {} --steps {}", reproducing_words(arguments, tree),
                     cards, iterations);
}

/// Throws format::LoadError if the run has already passed a milestone that is not written.
void require_milestones(const TrainArguments& arguments, std::uint64_t done) {
  for (const std::uint64_t milestone : arguments.run.milestones) {
    if (milestone > done || std::filesystem::exists(milestone_place(arguments.out, milestone)))
      continue;
    throw format::LoadError("run.past",
                            "--also-at {}: the run in {} is past it, at {}; start again or omit it",
                            milestone, arguments.run.checkpoint_folder.value_or("").string(), done);
  }
}

void write_strategy(const TrainArguments& arguments, const cfr::Learner& learner,
                    const poker::BucketData& buckets, std::uint64_t iterations,
                    const std::filesystem::path& place) {
  learning::Manifest manifest =
      new_manifest(reproducing_command(arguments, learner.tree(), iterations));
  manifest.origin = "learned: Monte Carlo counterfactual regret minimization in self-play";
  manifest.seed = arguments.settings.seed;
  if (!arguments.buckets.empty()) manifest.data = {learning::describe_data(arguments.buckets, {})};
  const format::WeightFile file = cfr::strategy_file(learner, buckets, std::move(manifest));
  arguments.reporting.write_weights(place, file, cfr::strategy_card(learner, buckets.counts));
}

void run_train(const TrainArguments& arguments) {
  const std::shared_ptr<const poker::BettingTree> tree =
      tree_of(arguments, poker::Strategy::kMaxDecisions);
  if (!poker::is_holdem(tree->game()))
    throw format::LoadError("poker.game", "{}: not hold'em with a whole deck", arguments.game);
  if (arguments.run.leads()) prepare_places(arguments);
  const std::optional<poker::BucketData> read =
      arguments.buckets.empty() ? std::nullopt
                                : std::optional(poker::load_buckets(arguments.buckets));
  const poker::BucketCounts counts = read ? read->counts : counts_of(arguments);
  require_table(*tree, counts);
  print_memory(arguments, *tree, counts);
  const bool clusters = !read && !cfr::buckets_without_clusters(counts);
  learning::Phases phases((clusters ? kBucketPhases : 0) + 2,
                          arguments.reporting.progress(arguments.out, arguments.run));
  const poker::BucketData buckets = read ? *read : shared_buckets(arguments, phases);
  const auto tables = std::make_shared<cfr::BucketTables>(counts);
  cfr::Learner learner(arguments.settings, tree,
                       cfr::bucket_source(tree->game(), tables, hash_of(buckets)));
  std::optional<learning::Progress> progress;
  const auto report = [&](std::uint64_t done) {
    if (!progress) {
      // The first call comes after the checks of run_sampled() and before the first deal.
      if (arguments.run.leads()) require_milestones(arguments, done);
      if (done < arguments.run.iterations)
        fill(*tables, buckets, arguments.settings.threads, phases);
      progress.emplace("iterations", arguments.run.iterations, phases.next());
    }
    progress->update(done);
  };
  cfr::SampledRunOptions options = arguments.run;
  // A curve without exploitability: hold'em is too large to compute it.
  if (!arguments.report.empty()) options.measure = [](const cfr::Learner&) { return std::nullopt; };
  const std::vector<cfr::SampledPoint> curve =
      cfr::run_sampled(learner, options, report, [&](std::uint64_t iterations) {
        if (!arguments.run.leads()) return;
        write_strategy(arguments, learner, buckets, iterations,
                       milestone_place(arguments.out, iterations));
      });
  if (!arguments.run.leads()) return;
  write_strategy(arguments, learner, buckets, arguments.run.iterations, arguments.out);
  write_sampling_report(arguments, curve);
}

}  // namespace

void add_poker_cfr(Command& command, learning::ProcessGroup* processes) {
  auto arguments = std::make_shared<TrainArguments>();
  arguments->run.processes = arguments->settings.processes = processes;
  add_sampling_options(command, *arguments, is_holdem_for_two);
  command.begin_group(kModelGroup);
  Option* counts = command
                       .add_number("--counts N,N,N,N", arguments->counts, 1, cfr::kMaxMadeBuckets,
                                   "Buckets before the flop (169: each class of hands), on the "
                                   "flop, the turn and the river; 1: cards do not matter")
                       ->delimiter(',')
                       ->expected(poker::kHoldemRounds);
  command
      .add_option("--buckets FILE", arguments->buckets,
                  "Read the buckets from a file of kind poker.buckets instead of making them")
      ->excludes(counts);
  command.begin_group(kOutputGroup);
  command
      .add_number("--also-at N,...", arguments->run.milestones, 1, 1'000'000'000'000,
                  "Also write the strategy after these numbers of iterations, rounded up to whole "
                  "batches: beside --out, with the number appended to its name")
      ->delimiter(',');
  add_out(command, arguments->out)->required();
  add_report(command, arguments->report, "speed by iterations");
  command.callback([arguments] {
    resolve_sampling(*arguments);
    if (!arguments->run.milestones.empty() && std::filesystem::is_directory(arguments->out)) {
      throw UsageError("--also-at", "needs the name of a file as --out, not a folder");
    }
    if (arguments->counts[0] > poker::kPreflopClasses)
      throw UsageError("--counts", "before the flop there are 169 classes");
    const std::size_t ranks = arguments->run.crew().size();
    if (ranks > 1 && arguments->settings.async)
      throw UsageError("--async",
                       "the threads of one process share a table, not several processes");
    if (arguments->settings.shards < ranks)
      throw UsageError("--shards", fmt::format("{} processes need as many shards", ranks));
    run_train(*arguments);
  });
}

}  // namespace trivium::tools
