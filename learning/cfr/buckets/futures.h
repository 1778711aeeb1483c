// Distributions over the buckets of the next round and their distances, for potential-aware
// buckets.
//
// The distance is an approximate earth mover's distance, with the distances of the buckets' own
// distributions as ground distance. Transport is greedy: mass of all buckets moves to the nearest
// bucket of the other side with free capacity, then to the second nearest, and so on. The distance
// of the two river mixtures is a cheap lower bound, which excludes most centroids without a
// transport. All arithmetic is in integers. Source: Ganzfried and Sandholm, "Potential-aware
// imperfect-recall abstraction with earth mover's distance" (2014), for the transport.
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
  struct Part {
    std::uint16_t bucket = 0;
    std::uint16_t mass = 0;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts;  ///< by rising bucket; no mass is 0
  poker::TurnPoint
      mixture{};  ///< of its buckets' mixtures: how equities on the river are distributed

  bool operator==(const Future&) const = default;
};

/// Scratch memory of a transport, one per thread.
struct TransportSpace {
  struct Sender {
    std::uint32_t row = 0;
    std::uint32_t mass = 0;
  };
  std::vector<std::uint16_t> room;
  std::vector<Sender> senders;
};

/// Buckets of a round and their distances. Thread-safe: immutable.
class NextBuckets {
  struct Neighbor {
    std::uint16_t bucket = 0;
    std::uint16_t distance = 0;
  };

 public:
  /// Memory in bytes for each pair of buckets.
  static constexpr std::size_t kPairBytes = sizeof(Neighbor);

  /// Uses distances of the mixtures, for buckets of the turn.
  explicit NextBuckets(std::vector<poker::TurnPoint> mixtures);
  /// Uses distances of the centroids, which are distributions over `next`.
  NextBuckets(std::span<const Future> centroids, const NextBuckets& next);

  std::size_t size() const noexcept { return mixtures_.size(); }

  /// Returns the distribution with these counts by bucket. Requires: not all 0.
  Future future(std::span<const std::uint64_t> counts) const;

  /// Returns the cost of moving `from` to `to`: kWholeMass times the mean difference in steps of
  /// TurnPoints, or any value above `limit` if the cost exceeds it.
  std::uint32_t transport(const Future& from, const Future& to, std::uint32_t limit,
                          TransportSpace& space) const;

 private:
  template <class Distance>
  void sort_neighbors(const Distance& distance);

  std::vector<poker::TurnPoint> mixtures_;
  std::vector<Neighbor> neighbors_;  ///< row by row, the nearest first
};

/// Returns a mean distance of `cost` as equity: 1 is the range from certain loss to certain win.
double equity_of_cost(double cost) noexcept;

/// Requires: `next` outlives this object. Thread-safe: immutable.
class FutureCentroids {
 public:
  FutureCentroids(std::vector<Future> centroids, const NextBuckets& next)
      : centroids_(std::move(centroids)), next_(&next) {}

  std::size_t size() const noexcept { return centroids_.size(); }
  const std::vector<Future>& all() const noexcept { return centroids_; }
  const NextBuckets& next() const noexcept { return *next_; }

  /// Scratch memory of a search for the nearest, one per thread.
  struct Scratch {
    TransportSpace transport;
    std::vector<std::uint64_t> candidates;
  };
  /// Returns the centroid with the cheapest transport among the kMaxTransports with the nearest
  /// mixtures, and that cost. Ties: the lowest number.
  poker::Nearest nearest(const Future& future, Scratch& scratch) const;

  static constexpr std::size_t kMaxTransports = 32;

 private:
  std::vector<Future> centroids_;
  const NextBuckets* next_;
};

/// Clusters distributions over `next` by k-means with the given weights. Returns centroids by
/// increasing sum of their mixtures, the strongest first.
FutureCentroids cluster_futures(std::span<const Future> futures,
                                std::span<const std::uint64_t> weights, const NextBuckets& next,
                                const KMeansOptions& options);

}  // namespace trivium::learning::cfr
