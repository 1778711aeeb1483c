// Futures: distributions of holdings over the buckets of the next round, and their distances.
// Clusters of futures are potential-aware buckets.
//
// The distance is an approximate earth mover's distance, whose ground distances are the distances
// between the centroids of the buckets. The transport is greedy: the mass of each bucket moves to
// the nearest bucket that has free capacity, in rounds by rank of the neighbor. The distance of the
// two mixtures of river equities is a cheap lower bound, which excludes most centroids without a
// transport. All arithmetic uses integers.
// Source of the transport: Ganzfried and Sandholm 2014, "Potential-Aware Imperfect-Recall
// Abstraction with Earth Mover's Distance in Imperfect-Information Games".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/equity/river_strength.h"
#include "engine/poker/strategy/centroids.h"
#include "learning/cfr/buckets/k_means.h"

namespace trivium::learning::cfr {

/// Total mass of a distribution.
inline constexpr std::uint32_t kWholeMass = 1U << 14;

/// Distribution of one or more holdings over the buckets of the next round.
struct Future {
  /// A bucket and its mass, in units of 1 / kWholeMass.
  struct Part {
    std::uint16_t bucket = 0;
    std::uint16_t mass = 0;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts;  ///< by ascending bucket; all masses are above 0
  /// Distribution of equities on the river: the mean of the buckets' mixtures, weighted by mass.
  poker::TurnPoint mixture{};

  bool operator==(const Future&) const = default;
};

/// Scratch memory of a transport, one per thread.
struct TransportSpace {
  struct Sender {
    std::uint32_t row = 0;   ///< start of the bucket's row of neighbors
    std::uint32_t mass = 0;  ///< mass that has not moved yet
  };
  std::vector<std::uint16_t> room;  ///< free capacity by bucket
  std::vector<Sender> senders;
};

/// Buckets of a round and the distances between them. Immutable, thread-safe.
class NextBuckets {
  struct Neighbor {
    std::uint16_t bucket = 0;
    std::uint16_t distance = 0;
  };

 public:
  /// Memory in bytes for each pair of buckets.
  static constexpr std::size_t kPairBytes = sizeof(Neighbor);

  /// Buckets of the turn, given by their centroids. Distances are those of the mixtures.
  explicit NextBuckets(std::vector<poker::TurnPoint> mixtures);
  /// Buckets of an earlier round, given by their centroids, which are futures over `next`.
  /// Distances are the costs of the transport in the cheaper direction.
  NextBuckets(std::span<const Future> centroids, const NextBuckets& next);

  std::size_t size() const noexcept { return mixtures_.size(); }

  /// Returns the future with these counts by bucket. Requires: not all are 0.
  Future future(std::span<const std::uint64_t> counts) const;

  /// Returns the cost of moving `from` to `to`: kWholeMass times the mean ground distance, which is
  /// in units of poker::distance() of TurnPoints. Returns any value above `limit` if the cost
  /// exceeds it.
  std::uint32_t transport(const Future& from, const Future& to, std::uint32_t limit,
                          TransportSpace& space) const;

 private:
  template <class Distance>
  void sort_neighbors(const Distance& distance);

  std::vector<poker::TurnPoint> mixtures_;
  std::vector<Neighbor> neighbors_;  ///< for each bucket a row of all buckets, the nearest first
};

/// Converts the cost of a transport to equity: 1 is the distance from certain loss to certain win.
double equity_of_cost(double cost) noexcept;

/// Centroids of clusters of futures, with nearest-neighbor search. Immutable, thread-safe.
class FutureCentroids {
 public:
  /// Requires: `next` outlives this object.
  FutureCentroids(std::vector<Future> centroids, const NextBuckets& next)
      : centroids_(std::move(centroids)), next_(&next) {}

  std::size_t size() const noexcept { return centroids_.size(); }
  const std::vector<Future>& all() const noexcept { return centroids_; }
  const NextBuckets& next() const noexcept { return *next_; }

  /// Scratch memory of nearest(), one per thread.
  struct Scratch {
    TransportSpace transport;
    std::vector<std::uint64_t> candidates;
  };
  /// Returns the centroid with the cheapest transport, and its cost, among the kMaxTransports
  /// centroids with the nearest mixtures. Returns the lowest number if there are ties.
  poker::Nearest nearest(const Future& future, Scratch& scratch) const;

  static constexpr std::size_t kMaxTransports = 32;

 private:
  std::vector<Future> centroids_;
  const NextBuckets* next_;
};

/// Clusters weighted futures over `next` by k-means. Returns the centroids by ascending sum of
/// their mixtures, the strongest first. Requires: `next` outlives the result.
FutureCentroids cluster_futures(std::span<const Future> futures,
                                std::span<const std::uint64_t> weights, const NextBuckets& next,
                                const KMeansOptions& options);

}  // namespace trivium::learning::cfr
