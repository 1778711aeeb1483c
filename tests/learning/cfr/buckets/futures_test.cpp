#include "learning/cfr/buckets/futures.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "engine/core/rng.h"
#include "engine/poker/strategy/centroids.h"

namespace trivium::learning::cfr {
namespace {

using poker::TurnPoint;

constexpr std::uint32_t kNoLimit = ~std::uint32_t{0};

/// Returns a histogram with all equities in one bin.
TurnPoint certain(std::size_t bin) {
  TurnPoint point{};
  std::fill(point.begin() + static_cast<std::ptrdiff_t>(bin), point.end(),
            static_cast<std::uint8_t>(poker::kTurnRivers * poker::kTurnScale));
  return point;
}

/// Returns `count` buckets, each with all equities in one bin, `apart` bins from the previous one.
NextBuckets steps(std::size_t count, std::size_t apart) {
  std::vector<TurnPoint> mixtures;
  for (std::size_t i = 0; i < count; ++i) mixtures.push_back(certain(i * apart));
  return NextBuckets(std::move(mixtures));
}

/// Converts the cost of a transport to a mean distance in bins.
double bins(std::uint32_t cost) { return equity_of_cost(cost) * poker::kEquityBins; }

Future random_future(Rng& rng, const NextBuckets& next) {
  std::vector<std::uint64_t> counts(next.size());
  for (int card = 0; card < 47; ++card)
    ++counts[rng.below(static_cast<std::uint32_t>(next.size()))];
  return next.future(counts);
}

TEST_CASE(
    "the masses of a future add up to kWholeMass, and its mixture is the mean of its buckets") {
  const NextBuckets next = steps(4, 10);
  const Future future = next.future(std::vector<std::uint64_t>{1, 0, 1, 1});
  REQUIRE(future.parts.size() == 3);
  CHECK(future.parts[1].bucket == 2);
  CHECK(future.parts[0].mass + future.parts[1].mass + future.parts[2].mass == kWholeMass);
  CHECK(future.mixture[0] == 77);  // a third of 230
  CHECK(future.mixture[20] == 153);
  CHECK(future.mixture[30] == 230);
}

TEST_CASE("the distance of two futures with one bucket each is the distance of the buckets") {
  const NextBuckets next = steps(5, 10);
  TransportSpace space;
  const Future first = next.future(std::vector<std::uint64_t>{1, 0, 0, 0, 0});
  const Future fourth = next.future(std::vector<std::uint64_t>{0, 0, 0, 7, 0});
  CHECK(bins(next.transport(first, fourth, kNoLimit, space)) == doctest::Approx(30));
  CHECK(next.transport(first, first, kNoLimit, space) == 0);
}

TEST_CASE("the cost of a transport between buckets on a line is mass times distance") {
  const NextBuckets next = steps(4, 10);
  TransportSpace space;
  const Future from = next.future(std::vector<std::uint64_t>{2, 1, 1, 0});
  const Future to = next.future(std::vector<std::uint64_t>{0, 1, 1, 2});
  // Half of the mass moves from the first to the last bucket.
  CHECK(bins(next.transport(from, to, kNoLimit, space)) == doctest::Approx(15));
}

TEST_CASE(
    "futures with equal river mixtures are apart if they reach them through different buckets") {
  // One future resolves on the next card, the other one only on the river.
  std::vector<TurnPoint> mixtures{certain(0), certain(40)};
  TurnPoint either{};
  for (std::size_t bin = 0; bin < either.size(); ++bin) {
    either[bin] = static_cast<std::uint8_t>((mixtures[0][bin] + mixtures[1][bin]) / 2);
  }
  mixtures.push_back(either);
  const NextBuckets next(mixtures);
  TransportSpace space;
  const Future soon = next.future(std::vector<std::uint64_t>{1, 1, 0});
  const Future late = next.future(std::vector<std::uint64_t>{0, 0, 1});
  CHECK(soon.mixture == late.mixture);
  CHECK(bins(next.transport(soon, late, kNoLimit, space)) == doctest::Approx(20));
}

TEST_CASE(
    "the distance of mixtures is a lower bound of the transport, and a limit below the cost is "
    "exceeded") {
  Rng rng(5);
  const NextBuckets next = steps(16, 4);
  TransportSpace space;
  for (int i = 0; i < 500; ++i) {
    const Future a = random_future(rng, next);
    const Future b = random_future(rng, next);
    const std::uint32_t cost = next.transport(a, b, kNoLimit, space);
    const std::uint32_t rounding =
        poker::kEquityBins * kWholeMass;  // mixtures are rounded by up to half a unit per bin
    REQUIRE(cost + rounding >= poker::distance(a.mixture, b.mixture) * kWholeMass);
    REQUIRE(next.transport(a, b, cost, space) == cost);
    REQUIRE(next.transport(a, b, cost / 2, space) > cost / 2);
  }
}

TEST_CASE("the nearest centroid agrees with a search over all centroids") {
  Rng rng(6);
  const NextBuckets next = steps(16, 4);
  std::vector<Future> all;
  for (std::size_t i = 0; i < FutureCentroids::kMaxTransports; ++i)
    all.push_back(random_future(rng, next));
  const FutureCentroids centroids(all, next);
  FutureCentroids::Scratch scratch;
  for (int i = 0; i < 200; ++i) {
    const Future future = random_future(rng, next);
    std::uint32_t minimum = kNoLimit;
    for (const Future& centroid : all)
      minimum = std::min(minimum, next.transport(future, centroid, kNoLimit, scratch.transport));
    const poker::Nearest nearest = centroids.nearest(future, scratch);
    REQUIRE(nearest.distance <=
            minimum + poker::kEquityBins * kWholeMass);  // rounding of the mixtures
    REQUIRE(next.transport(future, all[nearest.number], kNoLimit, scratch.transport) ==
            nearest.distance);
  }
}

TEST_CASE(
    "two clusters of futures are found, and clusters do not depend on the number of threads") {
  const NextBuckets next = steps(6, 10);
  std::vector<Future> futures;
  for (std::uint64_t i = 0; i < 30; ++i) {
    futures.push_back(next.future(std::vector<std::uint64_t>{20 + i, 20, 0, 0, 0, 0}));
    futures.push_back(next.future(std::vector<std::uint64_t>{0, 0, 0, 0, 20 + i, 20}));
  }
  const std::vector<std::uint64_t> weights(futures.size(), 1);
  const auto cluster = [&](std::size_t clusters, std::size_t threads) {
    return cluster_futures(futures, weights, next,
                           {.clusters = clusters, .rounds = 10, .seed = 2, .threads = threads});
  };
  const FutureCentroids two = cluster(2, 1);
  FutureCentroids::Scratch scratch;
  CHECK(two.nearest(futures[0], scratch).number == 1);  // the weaker one has the larger sum
  CHECK(two.nearest(futures[1], scratch).number == 0);
  for (const std::size_t threads : {2U, 5U}) {
    const FutureCentroids seven = cluster(7, 1);
    const FutureCentroids again = cluster(7, threads);
    for (std::size_t c = 0; c < seven.size(); ++c)
      CHECK(seven.all()[c].mixture == again.all()[c].mixture);
  }
}

TEST_CASE("the mean of a cluster is weighted") {
  const NextBuckets next = steps(2, 40);
  const std::vector<Future> futures{next.future(std::vector<std::uint64_t>{1, 0}),
                                    next.future(std::vector<std::uint64_t>{0, 1})};
  const FutureCentroids one =
      cluster_futures(futures, std::vector<std::uint64_t>{3, 1}, next,
                      {.clusters = 1, .rounds = 3, .seed = 1, .threads = 1});
  REQUIRE(one.all()[0].parts.size() == 2);
  CHECK(one.all()[0].parts[0].mass == 3 * kWholeMass / 4);
}

}  // namespace
}  // namespace trivium::learning::cfr
