#include "learning/cfr/buckets/futures.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

namespace trivium::learning::cfr {

using poker::TurnPoint;

template <class Distance>
void NextBuckets::sort_neighbors(const Distance& distance) {
  neighbors_.resize(size() * size());
  for (std::size_t bucket = 0; bucket < size(); ++bucket) {
    const std::span row = std::span(neighbors_).subspan(bucket * size(), size());
    for (std::size_t other = 0; other < size(); ++other) {
      row[other] = {static_cast<std::uint16_t>(other),
                    static_cast<std::uint16_t>(other == bucket ? 0 : distance(bucket, other))};
    }
    std::ranges::sort(row, {}, [](const Neighbor& neighbor) {
      return std::pair(neighbor.distance, neighbor.bucket);
    });
  }
}

NextBuckets::NextBuckets(std::vector<TurnPoint> mixtures) : mixtures_(std::move(mixtures)) {
  sort_neighbors(
      [this](std::size_t a, std::size_t b) { return poker::distance(mixtures_[a], mixtures_[b]); });
}

NextBuckets::NextBuckets(std::span<const Future> centroids, const NextBuckets& next) {
  for (const Future& centroid : centroids) mixtures_.push_back(centroid.mixture);
  TransportSpace space;
  sort_neighbors([&](std::size_t a, std::size_t b) {
    const std::uint32_t there =
        next.transport(centroids[a], centroids[b], ~std::uint32_t{0}, space);
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
    // Rounds the running sum, so that the masses add up to kWholeMass.
    const auto mass = static_cast<std::uint32_t>(seen * kWholeMass / sum - given);
    if (mass == 0) continue;
    given += mass;
    future.parts.push_back({static_cast<std::uint16_t>(bucket), static_cast<std::uint16_t>(mass)});
    for (std::size_t bin = 0; bin < mixture.size(); ++bin)
      mixture[bin] += mass * mixtures_[bucket][bin];
  }
  for (std::size_t bin = 0; bin < mixture.size(); ++bin) {
    future.mixture[bin] = static_cast<std::uint8_t>((mixture[bin] + kWholeMass / 2) / kWholeMass);
  }
  return future;
}

std::uint32_t NextBuckets::transport(const Future& from, const Future& to, std::uint32_t limit,
                                     TransportSpace& space) const {
  space.room.assign(size(), 0);
  for (const Future::Part& part : to.parts) space.room[part.bucket] = part.mass;
  space.senders.clear();
  for (const Future::Part& part : from.parts)
    space.senders.push_back({static_cast<std::uint32_t>(part.bucket * size()), part.mass});
  std::uint32_t cost = 0;
  std::size_t left = space.senders.size();
  for (std::size_t place = 0; left > 0; ++place) {
    for (std::size_t i = 0; i < left;) {
      TransportSpace::Sender& sender = space.senders[i];
      const Neighbor& neighbor = neighbors_[sender.row + place];
      std::uint16_t& room = space.room[neighbor.bucket];
      const std::uint32_t moved = std::min<std::uint32_t>(sender.mass, room);
      room = static_cast<std::uint16_t>(room - moved);
      cost += moved * neighbor.distance;
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

double equity_of_cost(double cost) noexcept {
  return cost / kWholeMass / (poker::kTurnRivers * poker::kTurnScale) / poker::kEquityBins;
}

poker::Nearest FutureCentroids::nearest(const Future& future, Scratch& scratch) const {
  scratch.candidates.clear();
  for (std::size_t number = 0; number < centroids_.size(); ++number) {
    scratch.candidates.push_back(
        std::uint64_t{poker::distance(future.mixture, centroids_[number].mixture)} << 32 | number);
  }
  std::ranges::make_heap(scratch.candidates, std::greater<>());
  poker::Nearest best{centroids_.size(), ~std::uint32_t{0}};
  for (std::size_t tried = 0; tried < kMaxTransports && !scratch.candidates.empty(); ++tried) {
    std::ranges::pop_heap(scratch.candidates, std::greater<>());
    const std::uint64_t candidate = scratch.candidates.back();
    scratch.candidates.pop_back();
    if ((candidate >> 32) * kWholeMass > best.distance) break;
    const std::size_t number = candidate & 0xFFFFFFFF;
    const std::uint32_t cost =
        next_->transport(future, centroids_[number], best.distance, scratch.transport);
    if (cost < best.distance || (cost == best.distance && number < best.number))
      best = {number, cost};
  }
  return best;
}

namespace {

/// Futures as a ClusterSpace (k_means.h).
struct FutureSpace {
  using Point = Future;
  using Centroids = FutureCentroids;
  using Scratch = FutureCentroids::Scratch;

  std::span<const Future> futures;
  std::span<const std::uint64_t> weights;
  const NextBuckets& next;

  std::size_t size() const noexcept { return futures.size(); }
  const Future& point(std::size_t i) const noexcept { return futures[i]; }
  std::uint64_t weight(std::size_t i) const noexcept { return weights[i]; }

  std::uint32_t distance(std::size_t i, const Future& from, std::uint32_t limit,
                         Scratch& scratch) const {
    const std::uint64_t minimum =
        std::uint64_t{poker::distance(futures[i].mixture, from.mixture)} * kWholeMass;
    return minimum < limit ? next.transport(futures[i], from, limit, scratch.transport) : limit;
  }
  static std::uint64_t steps(std::uint32_t cost) noexcept { return cost / kWholeMass; }

  static void sort(std::vector<Future>& centroids) {
    std::ranges::stable_sort(centroids, {}, [](const Future& centroid) {
      return std::pair(poker::sum_of(centroid.mixture), centroid.mixture);
    });
  }
  Centroids centroids(std::vector<Future> centroids) const {
    return Centroids(std::move(centroids), next);
  }
  poker::Nearest nearest(std::size_t i, const Centroids& centroids, Scratch& scratch) const {
    return centroids.nearest(futures[i], scratch);
  }

  /// Uses one thread, because each thread would need a table of masses for all pairs of a cluster
  /// and a bucket.
  std::vector<std::optional<Future>> means(Assignment nearest, std::size_t clusters,
                                           const Shards&) const {
    std::vector<std::vector<std::uint64_t>> masses(clusters,
                                                   std::vector<std::uint64_t>(next.size()));
    std::vector<bool> used(clusters);
    for (std::size_t i = 0; i < futures.size(); ++i) {
      used[nearest[i].number] = true;
      for (const Future::Part& part : futures[i].parts)
        masses[nearest[i].number][part.bucket] += weights[i] * part.mass;
    }
    std::vector<std::optional<Future>> means(clusters);
    for (std::size_t c = 0; c < clusters; ++c) {
      if (used[c]) means[c] = next.future(masses[c]);
    }
    return means;
  }
};

}  // namespace

FutureCentroids cluster_futures(std::span<const Future> futures,
                                std::span<const std::uint64_t> weights, const NextBuckets& next,
                                const KMeansOptions& options) {
  const FutureSpace space{futures, weights, next};
  return space.centroids(KMeans(space, options).run());
}

}  // namespace trivium::learning::cfr
