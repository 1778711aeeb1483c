// `trivium bench hands`: speed of seven-card hand ranking, with hands in memory.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/core/stopwatch.h"
#include "engine/core/text.h"
#include "engine/poker/rules/card.h"
#include "engine/poker/rules/hand_rank.h"
#include "learning/harness/progress.h"
#include "tools/common_options.h"
#include "tools/trivium/commands.h"

namespace trivium::tools {
namespace {

constexpr std::size_t kMinHands = 10'000'000;

/// Published counts of the categories among the 133,784,560 hands of seven cards.
constexpr std::array<double, poker::kHandCategories> kKnownCounts = {
    23'294'460, 58'627'800, 31'433'400, 6'461'620, 6'180'020,
    4'047'644,  3'473'184,  224'848,    41'584};
constexpr double kAllHands = 133'784'560;
/// Limit in standard errors for the share of a category; random hands exceed it once in a million
/// runs.
constexpr double kMaxStandardErrors = 5;

struct BenchHandsOptions {
  std::size_t count = 0;  // 0: enough to exceed the last cache, at least kMinHands
  int runs = 5;
  std::uint64_t seed = 1;
  Reporting reporting;
};

/// Returns `count` random hands. Equal seeds give equal hands on every machine.
std::vector<poker::SevenCards> draw_hands(std::size_t count, std::uint64_t seed) {
  Rng rng(seed);
  std::array<poker::Card, poker::kCards> deck;
  for (poker::Card card = 0; card < poker::kCards; ++card) deck[card] = card;
  std::vector<poker::SevenCards> hands(count);
  for (poker::SevenCards& hand : hands) {
    for (std::size_t i = 0; i < hand.size(); ++i) {
      std::swap(deck[i], deck[i + rng.below(static_cast<std::uint32_t>(deck.size() - i))]);
      hand[i] = deck[i];
    }
  }
  return hands;
}

/// Size of the last cache in bytes; 0 if unknown.
std::size_t last_cache_size() {
  const long third = sysconf(_SC_LEVEL3_CACHE_SIZE);
  const long last = third > 0 ? third : sysconf(_SC_LEVEL2_CACHE_SIZE);
  return last > 0 ? static_cast<std::size_t>(last) : 0;
}

/// Speeds of the runs in millions of hands per second, sorted.
std::vector<double> measure(const std::vector<poker::SevenCards>& hands,
                            std::vector<poker::HandRank>& ranks, const BenchHandsOptions& options) {
  std::vector<double> speeds;
  const auto runs = static_cast<std::uint64_t>(options.runs);
  learning::Progress progress("runs", runs, options.reporting.delayed_progress());
  while (speeds.size() < runs) {
    const Stopwatch watch;
    poker::rank_hands(hands, ranks);
    const double millions = static_cast<double>(hands.size()) / watch.seconds() / 1e6;
    speeds.push_back(std::round(millions * 10) / 10);  // to significant digits
    progress.update(speeds.size());
  }
  std::sort(speeds.begin(), speeds.end());
  return speeds;
}

double largest_deviation(const std::array<std::uint64_t, poker::kHandCategories>& counts,
                         std::size_t hands) {
  double largest = 0;
  for (std::size_t category = 0; category < counts.size(); ++category) {
    const double share = kKnownCounts[category] / kAllHands;
    const double expected = static_cast<double>(hands) * share;
    largest = std::max(largest, std::abs(static_cast<double>(counts[category]) - expected) /
                                    std::sqrt(expected * (1 - share)));
  }
  return largest;
}

struct HandFigures {
  std::uint64_t signature = 0;
  std::size_t hands = 0;
  double megabytes = 0;        // of the hands
  double cache_megabytes = 0;  // last cache
  std::array<std::uint64_t, poker::kHandCategories> categories{};
  double deviation = 0;        // largest deviation from the known shares, in standard errors
  std::vector<double> speeds;  // in millions of hands per second, sorted

  double median() const { return speeds[speeds.size() / 2]; }
};

void print_text(const HandFigures& figures) {
  fmt::print("hands\n");
  fmt::print("signature: {:016x}\n", figures.signature);
  fmt::print("hands: {} of seven cards, {:.0f} MB; last cache {:.0f} MB\n", figures.hands,
             figures.megabytes, figures.cache_megabytes);
  fmt::print("tables: {} bytes\n", poker::kHandRankTableBytes);
  const auto text_of = [](auto number) { return fmt::format("{}", number); };
  fmt::print("categories: {}\n", text::joined(figures.categories, " ", text_of));
  fmt::print("largest deviation from the known shares: {:.1f} standard errors\n",
             figures.deviation);
  fmt::print("million hands per second, {} runs: {}\n", figures.speeds.size(),
             text::joined(figures.speeds, " ", text_of));
  fmt::print("median: {}\n", figures.median());
}

void print_json(const HandFigures& figures) {
  const nlohmann::ordered_json out{{"signature", fmt::format("{:016x}", figures.signature)},
                                   {"hands", figures.hands},
                                   {"megabytes", figures.megabytes},
                                   {"cache_megabytes", figures.cache_megabytes},
                                   {"table_bytes", poker::kHandRankTableBytes},
                                   {"categories", figures.categories},
                                   {"largest_deviation", figures.deviation},
                                   {"million_hands_per_second", figures.speeds},
                                   {"median", figures.median()}};
  fmt::print("{}\n", out.dump());
}

void bench_hands(const BenchHandsOptions& options) {
  const std::size_t cache = last_cache_size();
  const std::size_t count = options.count != 0
                                ? options.count
                                : std::max(kMinHands, cache / sizeof(poker::SevenCards) + 1);
  const std::vector<poker::SevenCards> hands = draw_hands(count, options.seed);
  std::vector<poker::HandRank> ranks(count);
  constexpr double kMegabyte = 1e6;
  HandFigures figures;
  figures.hands = count;
  figures.megabytes = static_cast<double>(count * sizeof(poker::SevenCards)) / kMegabyte;
  figures.cache_megabytes = static_cast<double>(cache) / kMegabyte;
  figures.speeds = measure(hands, ranks, options);
  figures.signature = options.seed;
  for (const poker::HandRank rank : ranks) {
    ++figures.categories[static_cast<std::size_t>(poker::category_of(rank))];
    figures.signature += rank;
    figures.signature = splitmix64(figures.signature);
  }
  figures.deviation = largest_deviation(figures.categories, count);
  options.reporting.json ? print_json(figures) : print_text(figures);
  if (figures.deviation > kMaxStandardErrors) throw Finished{1};
}

}  // namespace

void add_bench_hands(Command& bench) {
  Command* command = bench.add_subcommand(
      "hands", "Speed of seven-card hand ranking (hands in memory, not generated)");
  auto options = std::make_shared<BenchHandsOptions>();
  add_count(*command, options->count, "Number of hands", 1, 1'000'000'000)
      ->default_str("10 million, or more if they fit into the last cache");
  command->add_number("--runs", options->runs, 1, 1000, "Number of measurements");
  add_seed(*command, options->seed, "the hands");
  add_reporting(*command, options->reporting);
  command->callback([options] { bench_hands(*options); });
}

}  // namespace trivium::tools
