#include "learning/cfr/buckets/make_buckets.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/poker/equity/river_strength.h"
#include "engine/poker/strategy/centroids.h"
#include "learning/cfr/buckets/card_draw.h"
#include "learning/cfr/buckets/futures.h"
#include "learning/cfr/buckets/k_means.h"
#include "learning/cfr/buckets/round_table.h"
#include "learning/charts/chart.h"
#include "learning/harness/seeds.h"
#include "learning/harness/work_items.h"

namespace trivium::learning::cfr {

using poker::Card;
using poker::kBoardCards;
using poker::kBoardClasses;
using poker::kMaxBoard;
using poker::kOpponentClasses;
using poker::kPairs;
using poker::kPreflopClasses;
using poker::RiverPoint;
using poker::TurnPoint;

namespace {

/// Purposes of random streams. Their values affect the result.
enum BucketStream : std::uint64_t {
  kTurnDeals = 0x4255'0001,
  kRiverDeals,
  kFlopDeals,
  kTestTurns,
  kTestRivers,
  kTestFlops,
  kTurnClusters,
  kRiverClusters,
  kFlopClusters,
  kPreflopClusters,
  kOpponents
};

/// Accumulates samples of holdings and computes BucketFigures.
class Explained {
 public:
  explicit Explained(std::size_t buckets) : sums_(buckets) {}

  /// Adds a holding with its bucket and the distance from the centroid. `equity` may be in any
  /// unit.
  void add(std::size_t bucket, double equity, double weight, double distance) noexcept {
    for (Sums* sums : {&sums_[bucket], &all_}) {
      sums->weight += weight;
      sums->first += weight * equity;
      sums->second += weight * equity * equity;
    }
    distance_ += weight * distance;
    ++samples_;
  }

  /// Requires: at least one sample with a weight above 0.
  BucketFigures figures() const noexcept {
    double within = 0;
    for (const Sums& sums : sums_) within += sums.scatter();
    const double scatter = all_.scatter();
    return {samples_, distance_ / all_.weight, scatter > 0 ? 1 - within / scatter : 1};
  }

 private:
  struct Sums {
    double weight = 0;
    double first = 0;   ///< sum of equities
    double second = 0;  ///< sum of squared equities

    /// Returns the sum of squared deviations from the mean.
    double scatter() const noexcept { return weight > 0 ? second - first * first / weight : 0; }
  };

  std::vector<Sums> sums_;
  Sums all_;
  double distance_ = 0;
  std::size_t samples_ = 0;
};

// Buckets of turn and river. Holdings are clustered as points, arrays of bytes: on the turn the
// histogram of equities over all rivers, on the river the equities against classes of the
// opponent's holdings (engine/poker/equity/river_strength.h).

constexpr std::size_t kRowRounds = 20;  // maximum rounds of Lloyd's algorithm

/// Holdings on random river boards, grouped by board.
struct RiverSample {
  std::vector<RiverPoint> points;
  std::vector<std::uint16_t> equities;  ///< in [0, kRiverUnits]
};

/// Measures the quality of the river buckets on `sample`.
void measure_river(const RiverSample& sample, MadeBuckets& made) {
  const std::size_t buckets = made.data.river.size();
  const poker::Centroids<RiverPoint> centroids(made.data.river);
  Explained explained(buckets);
  std::vector<Explained> by_buckets(kOpponentClasses, Explained(buckets));
  std::vector<Explained> by_equity(kOpponentClasses, Explained(buckets));
  for (std::size_t i = 0; i < sample.points.size(); ++i) {
    const RiverPoint& point = sample.points[i];
    const poker::Nearest nearest = centroids.nearest(point);
    explained.add(
        nearest.number, sample.equities[i], 1,
        static_cast<double>(nearest.distance) / (kOpponentClasses * poker::kProfileUnits));
    for (std::size_t c = 0; c < kOpponentClasses; ++c) {
      by_buckets[c].add(nearest.number, point[c], 1, 0);
      by_equity[c].add(sample.equities[i] * buckets / (poker::kRiverUnits + 1), point[c], 1, 0);
    }
  }
  made.figures[3] = explained.figures();
  for (std::size_t c = 0; c < kOpponentClasses; ++c) {
    made.against_classes.by_buckets += by_buckets[c].figures().explained / kOpponentClasses;
    made.against_classes.by_equity += by_equity[c].figures().explained / kOpponentClasses;
  }
}

// Distributions over turn buckets for the holdings of one flop. Clusters of these distributions are
// the flop buckets.

/// Not thread-safe: of() uses scratch memory of the object.
class FlopFutures {
 public:
  /// Requires: `turn` has the rows of all turn boards with this flop; `turn` and `buckets` outlive
  /// this object.
  FlopFutures(std::span<const Card> flop, const RoundTable& turn, const NextBuckets& buckets)
      : turn_(turn), buckets_(buckets), counts_(buckets.size()) {
    std::array<Card, 4> board{};
    std::ranges::copy(flop, board.begin());
    for (Card card = 0; card < poker::kCards; ++card) {
      if (std::ranges::find(flop, card) != flop.end()) continue;
      board[3] = card;
      turns_.emplace_back(card, turn.row(board));
    }
  }

  /// Returns the distribution of the turn buckets of a holding over the 47 possible turn cards.
  /// Requires: two different cards that are not on the flop.
  Future of(Card a, Card b) {
    std::ranges::fill(counts_, 0);
    for (const auto& [card, row] : turns_) {
      if (card != a && card != b) ++counts_[turn_.bucket(row, a, b)];
    }
    return buckets_.future(counts_);
  }

 private:
  const RoundTable& turn_;
  const NextBuckets& buckets_;
  std::vector<std::pair<poker::Card, BoardRow>> turns_;  ///< turn cards with their rows
  std::vector<std::uint64_t> counts_;                    ///< scratch memory, by bucket
};

constexpr std::size_t kFutureRounds = 12;  // maximum rounds of Lloyd's algorithm

using CanonicalFlops = std::vector<std::array<Card, kMaxBoard>>;

std::span<const Card> flop_cards(const std::array<Card, kMaxBoard>& board) noexcept {
  return std::span(board).first(kBoardCards[1]);
}

/// The steps of make_buckets().
class BucketMaker {
 public:
  /// Requires: both arguments outlive this object.
  BucketMaker(const BucketOptions& options, const BucketProgress& progress)
      : options_(options),
        progress_(progress),
        flops_(poker::canonical_boards(1)),
        turn_table_(2, options_.counts[2]) {
    choose_flops();
    made_.data.counts = options_.counts;
  }

  MadeBuckets make() {
    make_turn();
    fill_turn_table();
    const NextBuckets turn(made_.data.turn);
    const FutureCentroids flop = cluster_flops(turn);
    fill_flops(flop);
    measure_flops(flop);
    make_preflop(NextBuckets(flop.all(), turn));
    make_river();
    return std::move(made_);
  }

 private:
  /// Returns a full deck with the random numbers of item `i` of `stream`.
  CardDraw deck_of(BucketStream stream, std::size_t i) const {
    return CardDraw(stream_rng(options_.seed, stream, i));
  }

  /// Returns the options of a clustering with at most `rounds` rounds of Lloyd's algorithm.
  KMeansOptions clusters(std::size_t count, BucketStream stream,
                         std::size_t rounds) const noexcept {
    return {.clusters = count,
            .rounds = rounds,
            .seed = stream_seed(options_.seed, stream, 0),
            .threads = options_.threads};
  }

  void report_progress(std::string_view stage, std::size_t done, std::size_t total) const {
    if (progress_) progress_(stage, done, total);
  }

  /// Calls work(i) once for each i below `items`, from all threads, and reports progress as `name`.
  template <class Work>
  void stage(std::string_view name, std::size_t items, const Work& work) const {
    for_each_item(items, options_.threads, work,
                  [&](std::size_t done) { report_progress(name, done, items); });
  }

  /// Returns the number of boards on which the quality of the buckets is measured.
  std::size_t test_boards() const noexcept { return (options_.boards + 3) / 4; }

  /// Returns the points of random holdings on `boards` random boards, grouped by board.
  std::vector<TurnPoint> turn_sample(std::string_view name, BucketStream stream,
                                     std::size_t boards) const {
    const std::size_t holdings = options_.holdings;
    std::vector<TurnPoint> points(boards * holdings);
    stage(name, boards, [&](std::size_t i) {
      CardDraw deck = deck_of(stream, i);
      const std::array<Card, 4> board{deck.draw(), deck.draw(), deck.draw(), deck.draw()};
      const std::vector<TurnPoint> all = poker::turn_points(board);
      for (std::size_t k = 0; k < holdings; ++k) {
        const auto [a, b] = deck.holding();
        points[i * holdings + k] = all[poker::pair_number(a, b)];
      }
    });
    return points;
  }

  /// Returns random holdings on `boards` random boards.
  RiverSample river_sample(std::string_view name, BucketStream stream, std::size_t boards,
                           const poker::OpponentClasses& opponents) const {
    const std::size_t holdings = options_.holdings;
    RiverSample sample{std::vector<RiverPoint>(boards * holdings),
                       std::vector<std::uint16_t>(boards * holdings)};
    stage(name, boards, [&](std::size_t i) {
      CardDraw deck = deck_of(stream, i);
      const std::array<Card, poker::kMaxBoard> board{deck.draw(), deck.draw(), deck.draw(),
                                                     deck.draw(), deck.draw()};
      std::array<RiverPoint, poker::kPairs> points;
      poker::river_points(board, opponents, points);
      poker::PairEquities equities;
      poker::river_equities(board, equities);
      for (std::size_t k = 0; k < holdings; ++k) {
        const auto [a, b] = deck.holding();
        sample.points[i * holdings + k] = points[poker::pair_number(a, b)];
        sample.equities[i * holdings + k] = equities[poker::pair_number(a, b)];
      }
    });
    return sample;
  }

  /// Chooses canonical flops at equal intervals, with the number of flops that each stands for.
  void choose_flops() {
    for (std::size_t i = 0; i < options_.flops; ++i)
      chosen_flops_.push_back(i * flops_.size() / options_.flops);
    for (const std::size_t flop : chosen_flops_)
      flop_weights_.push_back(poker::CanonicalBoard(flop_cards(flops_[flop])).boards());
  }

  /// Clusters sampled holdings on random turn boards.
  void make_turn() {
    made_.data.turn = cluster_rows(turn_sample("turn boards", kTurnDeals, options_.boards),
                                   clusters(options_.counts[2], kTurnClusters, kRowRounds));
    const poker::Centroids<TurnPoint> centroids(made_.data.turn);
    Explained explained(centroids.size());
    for (const TurnPoint& point : turn_sample("held-out turn boards", kTestTurns, test_boards())) {
      const poker::Nearest nearest = centroids.nearest(point);
      explained.add(nearest.number, poker::sum_of(point), 1,
                    equity_of_cost(static_cast<double>(nearest.distance) * kWholeMass));
    }
    made_.figures[2] = explained.figures();
  }

  /// Clusters sampled holdings on random river boards.
  void make_river() {
    const poker::OpponentClasses opponents = poker::opponents_by_pair(
        std::span<const std::uint8_t>(made_.data.opponent_class).first<kPreflopClasses>());
    made_.data.river =
        cluster_rows(river_sample("river boards", kRiverDeals, options_.boards, opponents).points,
                     clusters(options_.counts[3], kRiverClusters, kRowRounds));
    measure_river(river_sample("held-out river boards", kTestRivers, test_boards(), opponents),
                  made_);
  }

  /// Returns the turn boards of the chosen flops, without duplicates up to the names of suits.
  std::vector<std::array<Card, 4>> turns_of_flops() const {
    std::vector<bool> seen(kBoardClasses[2]);
    std::vector<std::array<Card, 4>> turns;
    for (const std::size_t flop : chosen_flops_) {
      const std::span<const Card> cards = flop_cards(flops_[flop]);
      for (Card card = 0; card < poker::kCards; ++card) {
        if (std::ranges::find(cards, card) != cards.end()) continue;
        const std::array<Card, 4> board{cards[0], cards[1], cards[2], card};
        const std::size_t number = poker::CanonicalBoard(board).number();
        if (seen[number]) continue;
        seen[number] = true;
        turns.push_back(board);
      }
    }
    return turns;
  }

  /// Computes the bucket of every holding on these turn boards.
  void fill_turn_table() {
    const poker::Centroids<TurnPoint> centroids(made_.data.turn);
    const std::vector<std::array<Card, 4>> turns = turns_of_flops();
    stage("all turn boards", turns.size(), [&](std::size_t i) {
      const std::vector<TurnPoint> points = poker::turn_points(turns[i]);
      poker::Buckets::PairBuckets buckets{};
      poker::for_each_pair(poker::bits_of(turns[i]), [&](Card high, Card low) {
        const std::size_t pair = poker::pair_number(high, low);
        buckets[pair] = static_cast<std::uint16_t>(centroids.nearest(points[pair]).number);
      });
      turn_table_.fill(turns[i], buckets);
    });
  }

  /// Returns the futures of `count` random holdings on random flops out of the chosen ones.
  std::vector<Future> flop_sample(std::string_view name, BucketStream stream, std::size_t count,
                                  const NextBuckets& turn) const {
    std::vector<Future> futures(count);
    stage(name, count, [&](std::size_t i) {
      CardDraw deck = deck_of(stream, i);
      const std::size_t chosen = chosen_flops_[weighted_draw(flop_weights_, deck.rng())];
      const std::span<const Card> flop = flop_cards(flops_[chosen]);
      deck.take(flop);
      const auto [a, b] = deck.holding();
      futures[i] = FlopFutures(flop, turn_table_, turn).of(a, b);
    });
    return futures;
  }

  FutureCentroids cluster_flops(const NextBuckets& turn) const {
    constexpr std::string_view kClusters = "clusters of flops";
    const std::vector<Future> futures =
        flop_sample("flops", kFlopDeals, options_.flop_holdings, turn);
    const std::vector<std::uint64_t> weights(futures.size(), 1);
    report_progress(kClusters, 0, 1);
    FutureCentroids centroids = cluster_futures(
        futures, weights, turn, clusters(options_.counts[1], kFlopClusters, kFutureRounds));
    report_progress(kClusters, 1, 1);
    return centroids;
  }

  /// Computes the bucket of every class of holdings on the chosen flops.
  void fill_flops(const FutureCentroids& centroids) {
    made_.data.flop = poker::BucketArray(poker::kHoldingClasses[1], options_.counts[1]);
    std::vector<std::size_t> first{0};
    for (const auto& flop : flops_)
      first.push_back(first.back() + poker::CanonicalBoard(flop_cards(flop)).holdings());
    stage("all flops", chosen_flops_.size(), [&](std::size_t i) {
      const std::span<const Card> flop = flop_cards(flops_[chosen_flops_[i]]);
      const std::array<std::uint16_t, kPairs> classes =
          poker::holding_classes(poker::CanonicalBoard(flop));
      FlopFutures futures(flop, turn_table_, centroids.next());
      FutureCentroids::Scratch scratch;
      std::size_t next_class = 0;
      poker::for_each_pair(poker::bits_of(flop), [&](Card high, Card low) {
        if (classes[poker::pair_number(high, low)] != next_class) return;
        const poker::Nearest nearest = centroids.nearest(futures.of(high, low), scratch);
        made_.data.flop.set(first[chosen_flops_[i]] + next_class++,
                            static_cast<std::uint16_t>(nearest.number));
      });
    });
  }

  /// Measures the quality of the flop buckets on other deals.
  void measure_flops(const FutureCentroids& centroids) {
    FutureCentroids::Scratch scratch;
    Explained explained(centroids.size());
    for (const Future& future : flop_sample("held-out flops", kTestFlops,
                                            (options_.flop_holdings + 3) / 4, centroids.next())) {
      const poker::Nearest nearest = centroids.nearest(future, scratch);
      explained.add(nearest.number, poker::sum_of(future.mixture), 1,
                    equity_of_cost(nearest.distance));
    }
    made_.figures[1] = explained.figures();
  }

  /// Returns the future of each preflop_class() over the buckets of the chosen flops.
  std::vector<Future> preflop_futures(const NextBuckets& flop_buckets) const {
    std::vector<std::vector<std::uint64_t>> counts(kPreflopClasses,
                                                   std::vector<std::uint64_t>(flop_buckets.size()));
    std::size_t first = 0;
    std::size_t next_chosen = 0;
    for (std::size_t flop = 0; flop < flops_.size(); ++flop) {
      const poker::CanonicalBoard board(flop_cards(flops_[flop]));
      if (next_chosen < chosen_flops_.size() && chosen_flops_[next_chosen] == flop) {
        const std::array<std::uint16_t, kPairs> classes = poker::holding_classes(board);
        poker::for_each_pair(board.cards(), [&](Card high, Card low) {
          const std::size_t bucket =
              made_.data.flop[first + classes[poker::pair_number(high, low)]];
          counts[poker::preflop_class(high, low)][bucket] += flop_weights_[next_chosen];
        });
        ++next_chosen;
      }
      first += board.holdings();
    }
    std::vector<Future> futures;
    for (const auto& of_class : counts) futures.push_back(flop_buckets.future(of_class));
    return futures;
  }

  /// Computes the buckets before the flop and the classes of the opponent's holdings.
  void make_preflop(const NextBuckets& flop_buckets) {
    const std::vector<Future> futures = preflop_futures(flop_buckets);
    std::vector<std::uint64_t> weights(kPreflopClasses);
    poker::for_each_pair(0,
                         [&](Card high, Card low) { ++weights[poker::preflop_class(high, low)]; });
    FutureCentroids::Scratch scratch;
    const FutureCentroids opponents = cluster_futures(
        futures, weights, flop_buckets, clusters(kOpponentClasses, kOpponents, kFutureRounds));
    for (const Future& future : futures) {
      made_.data.opponent_class.push_back(
          static_cast<std::uint8_t>(opponents.nearest(future, scratch).number));
    }
    const FutureCentroids centroids =
        options_.counts[0] == kPreflopClasses
            ? FutureCentroids(futures, flop_buckets)
            : cluster_futures(futures, weights, flop_buckets,
                              clusters(options_.counts[0], kPreflopClusters, kFutureRounds));
    made_.data.preflop = poker::BucketArray(kPreflopClasses, options_.counts[0]);
    Explained explained(centroids.size());
    for (std::size_t c = 0; c < kPreflopClasses; ++c) {
      const poker::Nearest nearest = options_.counts[0] == kPreflopClasses
                                         ? poker::Nearest{c, 0}
                                         : centroids.nearest(futures[c], scratch);
      made_.data.preflop.set(c, static_cast<std::uint16_t>(nearest.number));
      explained.add(nearest.number, poker::sum_of(futures[c].mixture),
                    static_cast<double>(weights[c]), equity_of_cost(nearest.distance));
    }
    made_.figures[0] = explained.figures();
  }

  const BucketOptions& options_;
  const BucketProgress& progress_;
  CanonicalFlops flops_;
  std::vector<std::size_t> chosen_flops_;    ///< ascending indices into flops_
  std::vector<std::uint64_t> flop_weights_;  ///< by index in chosen_flops_
  RoundTable turn_table_;
  MadeBuckets made_;
};

/// Returns a chart of one figure by round. `y` is the title of its axis.
charts::Chart chart_of(std::string y, double BucketFigures::*figure, const MadeBuckets& made) {
  charts::Chart chart{"", {"round"}, {std::move(y), false, {0}}};
  charts::Line& line = chart.lines.emplace_back();
  for (int round = 0; round < poker::kHoldemRounds; ++round) {
    chart.groups.emplace_back(round_name(round));
    line.points.push_back(
        {static_cast<double>(round), made.figures[static_cast<std::size_t>(round)].*figure});
  }
  return chart;
}

}  // namespace

std::string_view round_name(int round) noexcept {
  constexpr std::array<std::string_view, poker::kHoldemRounds> kNames{"preflop", "flop", "turn",
                                                                      "river"};
  return kNames[static_cast<std::size_t>(round)];
}

std::size_t bytes_to_make(const BucketOptions& options) noexcept {
  const auto square = [](std::size_t count) { return count * count; };
  // Terms: sums of clusters, sampled points with their distances, futures with at most 47 parts,
  // the two tables, and neighbors.
  constexpr std::size_t kPoint = sizeof(TurnPoint) + sizeof(std::uint64_t) + sizeof(std::uint32_t);
  constexpr std::size_t kFuture = sizeof(Future) + 47 * sizeof(Future::Part);
  const std::size_t masses =
      std::max(options.counts[1] * options.counts[2], kPreflopClasses * options.counts[1]) *
      sizeof(std::uint64_t);
  return masses + options.boards * options.holdings * kPoint + options.flop_holdings * kFuture +
         RoundTable::bytes(2, options.counts[2]) +
         poker::BucketArray::bytes(poker::kHoldingClasses[1], options.counts[1]) +
         (square(options.counts[1]) + square(options.counts[2])) * NextBuckets::kPairBytes;
}

std::optional<poker::BucketData> buckets_without_clusters(const poker::BucketCounts& counts) {
  const bool all_or_none = counts[0] == 1 || counts[0] == kPreflopClasses;
  if (!all_or_none || std::ranges::any_of(std::span(counts).subspan(1),
                                          [](std::size_t count) { return count != 1; }))
    return std::nullopt;
  poker::BucketData data;
  data.counts = counts;
  data.preflop = poker::BucketArray(kPreflopClasses, counts[0]);
  for (std::size_t c = 0; c < counts[0]; ++c) data.preflop.set(c, static_cast<std::uint16_t>(c));
  data.flop = poker::BucketArray(poker::kHoldingClasses[1], 1);
  data.turn.resize(1);
  data.river.resize(1);
  data.opponent_class.resize(kPreflopClasses);
  return data;
}

MadeBuckets make_buckets(const BucketOptions& options, const BucketProgress& progress) {
  for (std::size_t round = 0; round < options.counts.size(); ++round) {
    const std::size_t maximum = round == 0 ? kPreflopClasses : kMaxMadeBuckets;
    if (options.counts[round] < 1 || options.counts[round] > maximum)
      throw std::invalid_argument("buckets of a round out of range");
  }
  const bool sampled = options.boards > 0 && options.holdings > 0 && options.flop_holdings > 0;
  if (!sampled || options.flops < 1 || options.flops > kBoardClasses[1])
    throw std::invalid_argument("nothing to make buckets from");
  return BucketMaker(options, progress).make();
}

std::string buckets_csv(const MadeBuckets& made, const TimesToFind& times) {
  std::string csv = "round,buckets,samples,distance,explained,microseconds_per_board\n";
  for (int round = 0; round < poker::kHoldemRounds; ++round) {
    const auto r = static_cast<std::size_t>(round);
    const BucketFigures& figures = made.figures[r];
    csv += fmt::format("{},{},{},{:.6g},{:.6g},{:.1f}\n", round_name(round), made.data.counts[r],
                       figures.samples, figures.distance, figures.explained, times[r]);
  }
  return csv;
}

std::string river_csv(const MadeBuckets& made) {
  return fmt::format("grouped_by,explained\nbuckets,{:.6g}\nequity,{:.6g}\n",
                     made.against_classes.by_buckets, made.against_classes.by_equity);
}

std::string buckets_svg(const MadeBuckets& made) {
  return charts::svg_of(charts::Picture{
      "Buckets by round",
      {chart_of("explained variance of equity (share)", &BucketFigures::explained, made),
       chart_of("distance from the centroid (equity)", &BucketFigures::distance, made)},
      2});
}

}  // namespace trivium::learning::cfr
