#include "learning/cfr/futures.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "engine/core/rng.h"
#include "engine/poker/centroids.h"
#include "learning/cfr/weighted_draw.h"
#include "learning/harness/work_items.h"

namespace trivium::learning::cfr {

using poker::TurnPoint;

template <class Distance>
void NextBuckets::sort_neighbours(const Distance& distance) {
  neighbours_.resize(size() * size());
  for (std::size_t bucket = 0; bucket < size(); ++bucket) {
    const std::span row = std::span(neighbours_).subspan(bucket * size(), size());
    for (std::size_t other = 0; other < size(); ++other) {
      row[other] = {static_cast<std::uint16_t>(other), static_cast<std::uint16_t>(other == bucket ? 0 : distance(bucket, other))};
    }
    std::ranges::sort(row, {}, [](const Neighbour& neighbour) { return std::pair(neighbour.distance, neighbour.bucket); });
  }
}

NextBuckets::NextBuckets(std::vector<TurnPoint> mixtures) : mixtures_(std::move(mixtures)) {
  sort_neighbours([this](std::size_t a, std::size_t b) { return poker::distance(mixtures_[a], mixtures_[b]); });
}

NextBuckets::NextBuckets(std::span<const Future> centroids, const NextBuckets& next) {
  for (const Future& centroid : centroids) mixtures_.push_back(centroid.mixture);
  TransportSpace space;
  sort_neighbours([&](std::size_t a, std::size_t b) {
    const std::uint32_t there = next.transport(centroids[a], centroids[b], ~std::uint32_t{0}, space);
    const std::uint32_t back = next.transport(centroids[b], centroids[a], ~std::uint32_t{0}, space);
    return (std::min(there, back) + kWholeMass / 2) / kWholeMass;
  });
}

Future NextBuckets::future(std::span<const std::uint64_t> counts) const {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : counts) sum += count;
  Future future;
  std::uint64_t seen = 0;
  std::uint64_t given = 0;
  std::array<std::uint32_t, poker::kEquityBins> mixture{};
  for (std::size_t bucket = 0; bucket < counts.size(); ++bucket) {
    if (counts[bucket] == 0) continue;
    seen += counts[bucket];
    // Rounding the running sum keeps the whole whole.
    const auto mass = static_cast<std::uint32_t>(seen * kWholeMass / sum - given);
    if (mass == 0) continue;
    given += mass;
    future.parts.push_back({static_cast<std::uint16_t>(bucket), static_cast<std::uint16_t>(mass)});
    for (std::size_t bin = 0; bin < mixture.size(); ++bin) mixture[bin] += mass * mixtures_[bucket][bin];
  }
  for (std::size_t bin = 0; bin < mixture.size(); ++bin) {
    future.mixture[bin] = static_cast<std::uint8_t>((mixture[bin] + kWholeMass / 2) / kWholeMass);
  }
  return future;
}

std::uint32_t NextBuckets::transport(const Future& from, const Future& to, std::uint32_t limit, TransportSpace& space) const {
  space.room.assign(size(), 0);
  for (const Future::Part& part : to.parts) space.room[part.bucket] = part.mass;
  space.senders.clear();
  for (const Future::Part& part : from.parts) space.senders.push_back({static_cast<std::uint32_t>(part.bucket * size()), part.mass});
  std::uint32_t cost = 0;
  std::size_t left = space.senders.size();
  for (std::size_t place = 0; left > 0; ++place) {
    for (std::size_t i = 0; i < left;) {
      TransportSpace::Sender& sender = space.senders[i];
      const Neighbour& neighbour = neighbours_[sender.row + place];
      std::uint16_t& room = space.room[neighbour.bucket];
      const std::uint32_t moved = std::min<std::uint32_t>(sender.mass, room);
      room = static_cast<std::uint16_t>(room - moved);
      cost += moved * neighbour.distance;
      sender.mass -= moved;
      if (sender.mass == 0) {
        std::swap(sender, space.senders[--left]);
      } else {
        ++i;
      }
    }
    if (cost > limit) return cost;
  }
  return cost;
}

double equity_of_cost(double cost) noexcept { return cost / kWholeMass / (poker::kTurnRivers * poker::kTurnScale) / poker::kEquityBins; }

NearestFuture FutureCentroids::nearest(const Future& future, Space& space) const {
  space.candidates.clear();
  for (std::size_t number = 0; number < centroids_.size(); ++number) {
    space.candidates.push_back(std::uint64_t{poker::distance(future.mixture, centroids_[number].mixture)} << 32 | number);
  }
  std::ranges::make_heap(space.candidates, std::greater<>());
  NearestFuture best{centroids_.size(), ~std::uint32_t{0}};
  for (std::size_t tried = 0; tried < kMostTransports && !space.candidates.empty(); ++tried) {
    std::ranges::pop_heap(space.candidates, std::greater<>());
    const std::uint64_t candidate = space.candidates.back();
    space.candidates.pop_back();
    if ((candidate >> 32) * kWholeMass > best.cost) break;
    const std::size_t number = candidate & 0xFFFFFFFF;
    const std::uint32_t cost = next_->transport(future, centroids_[number], best.cost, space.transport);
    if (cost < best.cost || (cost == best.cost && number < best.number)) best = {number, cost};
  }
  return best;
}

namespace {

class FutureKMeans {
 public:
  FutureKMeans(std::span<const Future> futures, std::span<const std::uint64_t> weights, const NextBuckets& next,
               const FutureClustersOptions& options)
      : futures_(futures), weights_(weights), next_(next), options_(options), shards_(kShards, options.threads), nearest_(futures.size()) {}

  FutureCentroids run() {
    FutureCentroids centroids(sorted(start()), next_);
    for (std::size_t round = 0; round < options_.rounds; ++round) {
      if (!assign(centroids)) break;
      centroids = FutureCentroids(sorted(means(centroids.size())), next_);
    }
    return centroids;
  }

 private:
  static constexpr std::size_t kShards = 16;

  static std::vector<Future> sorted(std::vector<Future> centroids) {
    std::ranges::stable_sort(centroids, {},
                             [](const Future& centroid) { return std::pair(poker::sum_of(centroid.mixture), centroid.mixture); });
    return centroids;
  }

  std::vector<Future> start() {
    Rng rng(options_.seed);
    std::vector<std::uint64_t> chances(weights_.begin(), weights_.end());
    std::vector<std::uint32_t> costs(futures_.size(), ~std::uint32_t{0});
    std::vector<Future> chosen;
    while (chosen.size() < options_.clusters) {
      chosen.push_back(futures_[weighted_draw(chances, rng)]);
      shards_.run([&](std::size_t shard) {
        TransportSpace space;
        const Range range = shards_.range(shard, futures_.size());
        for (std::size_t i = range.begin; i < range.end; ++i) {
          const std::uint64_t least = std::uint64_t{poker::distance(futures_[i].mixture, chosen.back().mixture)} * kWholeMass;
          if (least < costs[i]) costs[i] = std::min(costs[i], next_.transport(futures_[i], chosen.back(), costs[i], space));
          const std::uint64_t distance = costs[i] / kWholeMass;
          chances[i] = weights_[i] * distance * distance;
        }
      });
    }
    return chosen;
  }

  /// False where every future stays in its cluster.
  bool assign(const FutureCentroids& centroids) {
    const std::vector<NearestFuture> before = nearest_;
    shards_.run([&](std::size_t shard) {
      FutureCentroids::Space space;
      const Range range = shards_.range(shard, futures_.size());
      for (std::size_t i = range.begin; i < range.end; ++i) nearest_[i] = centroids.nearest(futures_[i], space);
    });
    return !std::ranges::equal(before, nearest_,
                               [](const NearestFuture& a, const NearestFuture& b) { return a.number == b.number && a.cost == b.cost; });
  }

  std::vector<Future> means(std::size_t clusters) {
    std::vector<std::vector<std::uint64_t>> masses(clusters, std::vector<std::uint64_t>(next_.size()));
    std::vector<bool> used(clusters);
    for (std::size_t i = 0; i < futures_.size(); ++i) {
      used[nearest_[i].number] = true;
      for (const Future::Part& part : futures_[i].parts) masses[nearest_[i].number][part.bucket] += weights_[i] * part.mass;
    }
    std::vector<Future> means;
    for (std::size_t c = 0; c < clusters; ++c) means.push_back(used[c] ? next_.future(masses[c]) : take_farthest());
    return means;
  }

  /// A cluster that lost all its futures begins anew with the one that is farthest from its own centroid.
  Future take_farthest() {
    const auto farthest = std::ranges::max_element(nearest_, {}, &NearestFuture::cost);
    farthest->cost = 0;
    return futures_[static_cast<std::size_t>(farthest - nearest_.begin())];
  }

  std::span<const Future> futures_;
  std::span<const std::uint64_t> weights_;
  const NextBuckets& next_;
  FutureClustersOptions options_;
  Shards shards_;
  std::vector<NearestFuture> nearest_;
};

}  // namespace

FutureCentroids cluster_futures(std::span<const Future> futures, std::span<const std::uint64_t> weights, const NextBuckets& next,
                                const FutureClustersOptions& options) {
  return FutureKMeans(futures, weights, next, options).run();
}

}  // namespace trivium::learning::cfr
