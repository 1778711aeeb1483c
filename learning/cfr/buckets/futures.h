// Distributions over the buckets of the next round, and how far apart they are: what makes buckets aware of potential.
//
// The distance is the earth mover's, buckets being as far apart as their own distributions are. The cheapest transport is not sought: mass
// goes, from all buckets at once, to the nearest bucket of the other side that still takes some, then to the second nearest, and so on,
// which is seldom far above the least. It is never below the distance of the two mixtures of rivers that the distributions amount to, which
// a few instructions give: so most centroids are dismissed without a transport. All is in whole numbers. Source: Ganzfried and Sandholm,
// "Potential-aware imperfect-recall abstraction with earth mover's distance" (2014), for the transport.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/equity/river_strength.h"
#include "engine/poker/strategy/centroids.h"
#include "learning/cfr/buckets/k_means.h"

namespace trivium::learning::cfr {

/// The masses of a distribution add up to this.
inline constexpr std::uint32_t kWholeMass = 1U << 14;

/// Of a holding (or many), over the buckets of the next round.
struct Future {
  struct Part {
    std::uint16_t bucket = 0;
    std::uint16_t mass = 0;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts;     ///< by rising bucket; no mass is 0
  poker::TurnPoint mixture{};  ///< of its buckets' mixtures: how equities on the river are distributed

  bool operator==(const Future&) const = default;
};

/// What a transport works with; keep one for each thread.
struct TransportSpace {
  struct Sender {
    std::uint32_t row = 0;
    std::uint32_t mass = 0;
  };
  std::vector<std::uint16_t> room;
  std::vector<Sender> senders;
};

/// The buckets of a round and how far they are from each other. Immutable; any thread.
class NextBuckets {
  struct Neighbour {
    std::uint16_t bucket = 0;
    std::uint16_t distance = 0;
  };

 public:
  /// Memory for each pair of buckets.
  static constexpr std::size_t kPairBytes = sizeof(Neighbour);

  /// Buckets are as far apart as their mixtures: those of the turn.
  explicit NextBuckets(std::vector<poker::TurnPoint> mixtures);
  /// Buckets are as far apart as the distributions over `next` that are their centroids.
  NextBuckets(std::span<const Future> centroids, const NextBuckets& next);

  std::size_t size() const noexcept { return mixtures_.size(); }

  /// The distribution with these counts, by bucket, not all 0.
  Future future(std::span<const std::uint64_t> counts) const;

  /// The cost of bringing `from` to `to`, kWholeMass times the mean difference in steps of TurnPoints; where it would be more than `limit`,
  /// something that is more.
  std::uint32_t transport(const Future& from, const Future& to, std::uint32_t limit, TransportSpace& space) const;

 private:
  template <class Distance>
  void sort_neighbours(const Distance& distance);

  std::vector<poker::TurnPoint> mixtures_;
  std::vector<Neighbour> neighbours_;  ///< row by row, the nearest first
};

/// What a mean distance of `cost` is in equity: 1 is the whole range from certain loss to certain win.
double equity_of_cost(double cost) noexcept;

/// Immutable; any thread. `next` must outlive it.
class FutureCentroids {
 public:
  FutureCentroids(std::vector<Future> centroids, const NextBuckets& next) : centroids_(std::move(centroids)), next_(&next) {}

  std::size_t size() const noexcept { return centroids_.size(); }
  const std::vector<Future>& all() const noexcept { return centroids_; }
  const NextBuckets& next() const noexcept { return *next_; }

  /// What a search for the nearest works with; keep one for each thread.
  struct Scratch {
    TransportSpace transport;
    std::vector<std::uint64_t> candidates;
  };
  /// The one with the cheapest transport among the kMaxTransports whose mixtures are nearest; of equal ones that with the lowest number.
  /// Its distance is what the transport costs.
  poker::Nearest nearest(const Future& future, Scratch& scratch) const;

  static constexpr std::size_t kMaxTransports = 32;

 private:
  std::vector<Future> centroids_;
  const NextBuckets* next_;
};

/// Clusters distributions over `next` by k-means, `weights` being how often each counts. The centroids come by rising sum of their
/// mixtures: the strongest first.
FutureCentroids cluster_futures(std::span<const Future> futures, std::span<const std::uint64_t> weights, const NextBuckets& next,
                                const KMeansOptions& options);

}  // namespace trivium::learning::cfr
