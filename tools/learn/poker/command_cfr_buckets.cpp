// `trivium-learn poker cfr-buckets`: buckets of the hands of hold'em.
#include <algorithm>
#include <array>
#include <cstdint>
#include <ctime>
#include <fmt/format.h>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/rng.h"
#include "engine/core/stopwatch.h"
#include "engine/poker/strategy/buckets.h"
#include "learning/cfr/buckets/bucket_file.h"
#include "learning/cfr/buckets/bucket_tables.h"
#include "learning/cfr/buckets/card_draw.h"
#include "learning/cfr/buckets/make_buckets.h"
#include "learning/charts/report.h"
#include "learning/harness/progress.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/poker/bucket_making.h"
#include "tools/learn/poker/cfr_sampling_options.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace cfr = learning::cfr;

constexpr std::size_t kMaxSampled = 10'000'000;

// Files in the folder of --report.
constexpr std::array kBucketReport{"buckets.csv", "river.csv", "buckets.svg"};

struct BucketArguments : OutputOptions {
  std::vector<std::size_t> counts{169, 200, 200, 200};
  bool fill = false;
  cfr::BucketOptions options;
};

/// Also measures the CPU time of all threads.
class CpuStopwatch : public Stopwatch {
 public:
  double cpu_seconds() const { return static_cast<double>(std::clock() - cpu_) / CLOCKS_PER_SEC; }

 private:
  std::clock_t cpu_ = std::clock();
};

/// Returns `cards` different random cards.
std::vector<poker::Card> dealt(std::uint64_t seed, std::size_t cards) {
  cfr::CardDraw deck{Rng(seed)};
  std::vector<poker::Card> dealt(cards);
  std::ranges::generate(dealt, [&deck] { return deck.draw(); });
  return dealt;
}

/// Mean CPU time in microseconds to find the buckets of all holdings on a random board of `cards`
/// cards.
double time_to_find(const poker::Buckets& buckets, std::size_t cards) {
  const std::uint64_t boards = cards == poker::kBoardCards[2] ? 200 : 2'000;
  poker::Buckets::PairBuckets found{};
  const CpuStopwatch watch;
  for (std::uint64_t i = 0; i < boards; ++i) buckets.find_all(dealt(i, cards), found);
  return watch.cpu_seconds() * 1e6 / static_cast<double>(boards);
}

cfr::TimesToFind times_to_find(const poker::Buckets& buckets) {
  cfr::TimesToFind times{};
  for (std::size_t round = 0; round < times.size(); ++round)
    times[round] = time_to_find(buckets, poker::kBoardCards[round]);
  return times;
}

void print_figures(const Reporting& reporting, const cfr::MadeBuckets& made,
                   const cfr::TimesToFind& times) {
  reporting.table("{:8} {:>8} {:>8} {:>9} {:>10} {:>12}\n", "round", "buckets", "samples",
                  "distance", "explained", "us a board");
  for (int round = 0; round < poker::kHoldemRounds; ++round) {
    const auto r = static_cast<std::size_t>(round);
    const cfr::BucketFigures& figures = made.figures[r];
    reporting.table("{:8} {:>8} {:>8} {:>9.4f} {:>10.4f} {:>12.1f}\n", cfr::round_name(round),
                    made.data.counts[r], figures.samples, figures.distance, figures.explained,
                    times[r]);
  }
  reporting.table(
      "river, explained of equities against {} classes of holdings: {:.4f}; by equity "
      "against all alone: {:.4f}\n",
      poker::kOpponentClasses, made.against_classes.by_buckets, made.against_classes.by_equity);
}

/// Prints the mean CPU time of a sampler's basic step: a board, and the buckets of two holdings in
/// every round.
void print_deals(const Reporting& reporting, const cfr::BucketTables& tables) {
  constexpr std::size_t kDeals = 200'000;
  std::vector<std::vector<poker::Card>> deals;
  for (std::uint64_t i = 0; i < kDeals; ++i) deals.push_back(dealt(i, poker::kMaxBoard + 4));
  std::uint64_t sum = 0;
  const CpuStopwatch watch;
  for (const std::vector<poker::Card>& cards : deals) {
    const cfr::BucketDeal deal = tables.deal(std::span(cards).first(poker::kMaxBoard));
    for (int round = 0; round < poker::kHoldemRounds; ++round) {
      sum += deal.bucket(round, cards[5], cards[6]) +
             std::uint64_t{deal.bucket(round, cards[7], cards[8])};
    }
  }
  reporting.note("a deal and eight buckets: {:.2f} us (the mean bucket is {:.1f})",
                 watch.cpu_seconds() * 1e6 / kDeals, static_cast<double>(sum) / (8 * kDeals));
}

void fill_tables(const Reporting& reporting, const poker::Buckets& buckets, std::size_t threads,
                 learning::Phases& phases) {
  learning::Progress progress("boards", cfr::BucketTables::kBoards, phases.next());
  const CpuStopwatch watch;
  const cfr::BucketTables tables(buckets, threads,
                                 [&progress](std::size_t done) { progress.update(done); });
  reporting.note("tables filled in {:.1f} s ({:.1f} s of CPU)", watch.seconds(),
                 watch.cpu_seconds());
  print_deals(reporting, tables);
}

void run_buckets(const BucketArguments& arguments) {
  cfr::BucketOptions options = arguments.options;
  std::ranges::copy(arguments.counts, options.counts.begin());
  prepare_output({.out = arguments.out, .report = arguments.report, .report_files = kBucketReport},
                 {});
  learning::Phases phases(kBucketPhases + (arguments.fill ? 1 : 0),
                          arguments.reporting.progress(arguments.result()));
  const CpuStopwatch watch;
  const cfr::MadeBuckets made = make_buckets_with_progress(options, phases);
  const std::string taken =
      fmt::format("made in {:.1f} s ({:.1f} s of CPU)", watch.seconds(), watch.cpu_seconds());
  const poker::Buckets buckets(made.data);
  const cfr::TimesToFind times = times_to_find(buckets);
  print_figures(arguments.reporting, made, times);
  std::size_t stored = 0;
  for (const format::Tensor& tensor : poker::to_tensors(made.data)) stored += tensor.data.size();
  arguments.reporting.note("{}, threads: {}; stored: {}; tables for learners: {}", taken,
                           options.threads, mebibytes(stored),
                           mebibytes(cfr::BucketTables::bytes(options.counts)));
  if (arguments.fill) fill_tables(arguments.reporting, buckets, options.threads, phases);
  const std::vector<learning::charts::ReportFile> files = learning::charts::named_files(
      kBucketReport, {cfr::buckets_csv(made, times), cfr::river_csv(made), cfr::buckets_svg(made)});
  learning::charts::write_report(arguments.report, "Buckets of hold'em", files);
  if (!arguments.out.empty()) {
    const format::WeightFile file = cfr::buckets_file(made, options, buckets_manifest(options));
    arguments.reporting.write_weights(arguments.out, file, cfr::buckets_card());
  } else if (arguments.reporting.json) {
    fmt::print("{}\n", learning::charts::tables_json(files));
  }
}

}  // namespace

void add_poker_cfr_buckets(Command& command) {
  auto arguments = std::make_shared<BucketArguments>();
  command.begin_group(kDataGroup);
  command.add_number("--boards", arguments->options.boards, 1, kMaxSampled,
                     "Sampled boards on the turn and on the river");
  command.add_number("--holdings", arguments->options.holdings, 1, poker::kPairs,
                     "Sampled hands on each of these boards");
  command.add_number("--flop-holdings", arguments->options.flop_holdings, 1, kMaxSampled,
                     "Sampled hands on the flop");
  command.add_number(
      "--flops", arguments->options.flops, 1, poker::kBoardClasses[1],
      "Number of flops; on others all hands get one bucket. For trials: playing needs all");
  command.begin_group(kModelGroup);
  command
      .add_number("--counts N,N,N,N", arguments->counts, 1, cfr::kMaxMadeBuckets,
                  "Buckets before the flop (169: each class), on the flop, the turn and the river")
      ->delimiter(',')
      ->expected(poker::kHoldemRounds);
  add_seed(command, arguments->options.seed, "the sampled boards and hands");
  add_threads(command, arguments->options.threads);
  add_out(command, arguments->out);
  add_report(command, arguments->report, "quality of the buckets by round");
  command.begin_group(kOutputGroup);
  command.add_flag("--fill", arguments->fill,
                   "Also fill the tables of a learner and report how long that takes");
  add_reporting(command, arguments->reporting);
  command.callback([arguments] {
    if (arguments->counts[0] > poker::kPreflopClasses) {
      throw UsageError("--counts",
                       fmt::format("there are {} classes before the flop", poker::kPreflopClasses));
    }
    run_buckets(*arguments);
  });
}

}  // namespace trivium::tools
