#include "learning/cfr/buckets/late_buckets.h"

#include <array>
#include <string_view>

#include "engine/poker/strategy/centroids.h"
#include "learning/cfr/buckets/futures.h"

namespace trivium::learning::cfr {

using poker::Card;
using poker::kOpponentClasses;
using poker::kPreflopClasses;
using poker::RiverPoint;
using poker::TurnPoint;

namespace {

constexpr std::size_t kRowRounds = 20;  // maximum rounds of Lloyd's algorithm

/// Returns the number of boards on which the quality of the buckets is measured.
std::size_t test_boards(const BucketOptions& options) noexcept { return (options.boards + 3) / 4; }

/// Returns the points of random holdings on `boards` random boards, grouped by board.
std::vector<TurnPoint> turn_sample(const BucketWork& work, std::string_view name,
                                   BucketStream stream, std::size_t boards) {
  const std::size_t holdings = work.options().holdings;
  std::vector<TurnPoint> points(boards * holdings);
  work.stage(name, boards, [&](std::size_t i) {
    CardDraw deck = work.deck(stream, i);
    const std::array<Card, 4> board{deck.draw(), deck.draw(), deck.draw(), deck.draw()};
    const std::vector<TurnPoint> all = poker::turn_points(board);
    for (std::size_t k = 0; k < holdings; ++k) {
      const auto [a, b] = deck.holding();
      points[i * holdings + k] = all[poker::pair_number(a, b)];
    }
  });
  return points;
}

/// Holdings on random river boards, grouped by board.
struct RiverSample {
  std::vector<RiverPoint> points;
  std::vector<std::uint16_t> equities;  ///< in [0, kRiverUnits]
};

RiverSample river_sample(const BucketWork& work, std::string_view name, BucketStream stream,
                         std::size_t boards, const poker::OpponentClasses& opponents) {
  const std::size_t holdings = work.options().holdings;
  RiverSample sample{std::vector<RiverPoint>(boards * holdings),
                     std::vector<std::uint16_t>(boards * holdings)};
  work.stage(name, boards, [&](std::size_t i) {
    CardDraw deck = work.deck(stream, i);
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

/// Measures the quality of the buckets `made` on `sample`.
void measure_river(const RiverSample& sample, RiverBuckets& made) {
  const std::size_t buckets = made.centroids.size();
  const poker::Centroids<RiverPoint> centroids(made.centroids);
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
  made.figures = explained.figures();
  for (std::size_t c = 0; c < kOpponentClasses; ++c) {
    made.against_classes.by_buckets += by_buckets[c].figures().explained / kOpponentClasses;
    made.against_classes.by_equity += by_equity[c].figures().explained / kOpponentClasses;
  }
}

}  // namespace

TurnBuckets make_turn_buckets(const BucketWork& work) {
  const BucketOptions& options = work.options();
  TurnBuckets made;
  made.centroids = cluster_rows(turn_sample(work, "turn boards", kTurnDeals, options.boards),
                                work.clusters(options.counts[2], kTurnClusters, kRowRounds));
  const poker::Centroids<TurnPoint> centroids(made.centroids);
  Explained explained(centroids.size());
  for (const TurnPoint& point :
       turn_sample(work, "held-out turn boards", kTestTurns, test_boards(options))) {
    const poker::Nearest nearest = centroids.nearest(point);
    explained.add(nearest.number, poker::sum_of(point), 1,
                  equity_of_cost(static_cast<double>(nearest.distance) * kWholeMass));
  }
  made.figures = explained.figures();
  return made;
}

RiverBuckets make_river_buckets(const BucketWork& work,
                                std::span<const std::uint8_t> opponent_class) {
  const BucketOptions& options = work.options();
  const poker::OpponentClasses opponents =
      poker::opponents_by_pair(opponent_class.first<kPreflopClasses>());
  RiverBuckets made;
  made.centroids = cluster_rows(
      river_sample(work, "river boards", kRiverDeals, options.boards, opponents).points,
      work.clusters(options.counts[3], kRiverClusters, kRowRounds));
  measure_river(
      river_sample(work, "held-out river boards", kTestRivers, test_boards(options), opponents),
      made);
  return made;
}

}  // namespace trivium::learning::cfr
