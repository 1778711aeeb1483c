// K-means clustering: Lloyd's algorithm with a k-means++ start.
//
// It uses integers only, so results are the same on every machine and for any number of threads. A
// space defines points, distances and means. There are two: rows of bytes (RowSpace below) and
// distributions over buckets (futures.cpp).
// Sources: Lloyd 1982, "Least Squares Quantization in PCM"; Arthur and Vassilvitskii 2007,
// "k-means++: The Advantages of Careful Seeding".
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/poker/strategy/centroids.h"
#include "learning/harness/work_items.h"

namespace trivium::learning::cfr {

/// Returns an index with probability proportional to its weight, or a uniform one if all weights
/// are 0. Integers give the same result on every machine. Requires: at least one weight; the sum is
/// well below 2^64, so that the bias of the remainder is negligible.
inline std::size_t weighted_draw(std::span<const std::uint64_t> weights, Rng& rng) noexcept {
  const std::uint64_t sum = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  if (sum == 0) return rng.below(static_cast<std::uint32_t>(weights.size()));
  std::uint64_t left = rng() % sum;
  std::size_t number = 0;
  while (left >= weights[number]) left -= weights[number++];
  return number;
}

struct KMeansOptions {
  std::size_t clusters = 200;
  std::size_t rounds = 20;  ///< maximum number of rounds of Lloyd's algorithm
  std::uint64_t seed = 1;   ///< seed of this clustering
  std::size_t threads = 1;
};

/// Nearest centroid of each point, with its distance.
using Assignment = std::span<const poker::Nearest>;

/// Points and their geometry:
/// - size(), point(i) and weight(i) describe the points;
/// - distance(i, point, limit, scratch) may return any value >= `limit` if the distance is not
///   below `limit`;
/// - steps(distance) converts a distance to a coarser unit, in which its square does not overflow;
///   the k-means++ start needs squares;
/// - sort(points) orders centroids, and centroids(points) creates a search structure;
/// - nearest(i, centroids, scratch) returns the nearest centroid of a point;
/// - means(nearest, clusters, shards) returns the mean of each cluster, or nullopt if it is empty.
/// Const functions are called from several threads, each with its own Scratch.
template <class Space>
concept ClusterSpace = requires(const Space& space, const typename Space::Point& point,
                                const typename Space::Centroids& centroids,
                                typename Space::Scratch& scratch,
                                std::vector<typename Space::Point> points, Assignment nearest,
                                const Shards& shards, std::size_t i, std::uint32_t limit) {
  { space.size() } -> std::convertible_to<std::size_t>;
  { space.point(i) } -> std::convertible_to<const typename Space::Point&>;
  { space.weight(i) } -> std::convertible_to<std::uint64_t>;
  { space.distance(i, point, limit, scratch) } -> std::convertible_to<std::uint32_t>;
  { space.steps(limit) } -> std::convertible_to<std::uint64_t>;
  {space.sort(points)};
  { space.centroids(points) } -> std::convertible_to<typename Space::Centroids>;
  { space.nearest(i, centroids, scratch) } -> std::convertible_to<poker::Nearest>;
  {
    space.means(nearest, i, shards)
    } -> std::convertible_to<std::vector<std::optional<typename Space::Point>>>;
};

/// One clustering of the points of `space`.
template <ClusterSpace Space>
class KMeans {
 public:
  using Point = typename Space::Point;

  /// Requires: `space` outlives this object and has at least one point.
  KMeans(const Space& space, KMeansOptions options)
      : space_(space),
        options_(options),
        shards_(kShards, options.threads),
        nearest_(space.size()) {}

  /// Returns the centroids in the order of the space. Some are equal if there are fewer distinct
  /// points than clusters.
  std::vector<Point> run() {
    std::vector<Point> centroids = start();
    space_.sort(centroids);
    for (std::size_t round = 0; round < options_.rounds; ++round) {
      const typename Space::Centroids search = space_.centroids(centroids);
      for_each_point([&](std::size_t i, typename Space::Scratch& scratch) {
        nearest_[i] = space_.nearest(i, search, scratch);
      });
      std::vector<Point> better = means();
      space_.sort(better);
      if (std::exchange(centroids, std::move(better)) == centroids) break;
    }
    return centroids;
  }

 private:
  /// Number of parts of the points; does not change the result.
  static constexpr std::size_t kShards = 16;

  template <class Visit>
  void for_each_point(const Visit& visit) {
    shards_.run([&](std::size_t shard) {
      typename Space::Scratch scratch;
      const Range range = shards_.range(shard, space_.size());
      for (std::size_t i = range.begin; i < range.end; ++i) visit(i, scratch);
    });
  }

  /// Returns the k-means++ start. The first centroid is a random point by weight. Each further one
  /// is drawn with probability proportional to the weight times the squared distance from the
  /// nearest centroid chosen before.
  std::vector<Point> start() {
    Rng rng(options_.seed);
    std::vector<std::uint64_t> chances(space_.size());
    for (std::size_t i = 0; i < chances.size(); ++i) chances[i] = space_.weight(i);
    std::vector<std::uint32_t> distances(space_.size(), ~std::uint32_t{0});
    std::vector<Point> chosen;
    while (chosen.size() < options_.clusters) {
      chosen.push_back(space_.point(weighted_draw(chances, rng)));
      for_each_point([&](std::size_t i, typename Space::Scratch& scratch) {
        distances[i] =
            std::min(distances[i], space_.distance(i, chosen.back(), distances[i], scratch));
        const std::uint64_t steps = space_.steps(distances[i]);
        chances[i] = space_.weight(i) * steps * steps;
      });
    }
    return chosen;
  }

  /// Returns the new centroids.
  std::vector<Point> means() {
    std::vector<Point> means;
    for (const std::optional<Point>& mean : space_.means(nearest_, options_.clusters, shards_)) {
      means.push_back(mean ? *mean : take_farthest());
    }
    return means;
  }

  /// Returns the point that is farthest from its centroid, as the new centroid of an empty cluster.
  Point take_farthest() {
    const auto farthest = std::ranges::max_element(nearest_, {}, &poker::Nearest::distance);
    farthest->distance = 0;
    return space_.point(static_cast<std::size_t>(farthest - nearest_.begin()));
  }

  const Space& space_;
  KMeansOptions options_;
  Shards shards_;
  std::vector<poker::Nearest> nearest_;
};

/// Rows of bytes with the L1 distance and equal weights. Centroids are ordered by sum, then by
/// bytes. Means are rounded to bytes. The mean does not minimize the L1 distance (the median does),
/// but it preserves the expectation over the bucket's holdings.
template <class Row>
class RowSpace {
 public:
  using Point = Row;
  using Centroids = poker::Centroids<Row>;
  struct Scratch {};

  /// Requires: `rows` outlive this object.
  explicit RowSpace(std::span<const Row> rows) : rows_(rows) {}

  std::size_t size() const noexcept { return rows_.size(); }
  const Row& point(std::size_t i) const noexcept { return rows_[i]; }
  static std::uint64_t weight(std::size_t) noexcept { return 1; }
  std::uint32_t distance(std::size_t i, const Row& row, std::uint32_t, Scratch&) const noexcept {
    return poker::distance(rows_[i], row);
  }
  static std::uint64_t steps(std::uint32_t distance) noexcept { return distance; }
  static void sort(std::vector<Row>& rows) {
    std::ranges::sort(rows, {}, [](const Row& row) { return std::pair(poker::sum_of(row), row); });
  }
  static Centroids centroids(std::vector<Row> rows) { return Centroids(std::move(rows)); }
  poker::Nearest nearest(std::size_t i, const Centroids& centroids, Scratch&) const noexcept {
    return centroids.nearest(rows_[i]);
  }

  std::vector<std::optional<Row>> means(Assignment nearest, std::size_t clusters,
                                        const Shards& shards) const {
    const auto add = [&](std::vector<Sum>& sums, std::size_t i) {
      Sum& sum = sums[nearest[i].number];
      for (std::size_t k = 0; k < sum.bytes.size(); ++k) sum.bytes[k] += rows_[i][k];
      ++sum.count;
    };
    const std::vector<Sum> sums = sum_of_items(size(), shards, std::vector<Sum>(clusters), add);
    std::vector<std::optional<Row>> means(clusters);
    for (std::size_t c = 0; c < clusters; ++c) {
      if (sums[c].count == 0) continue;
      Row& mean = means[c].emplace();
      for (std::size_t i = 0; i < mean.size(); ++i) {
        mean[i] = static_cast<std::uint8_t>((sums[c].bytes[i] + sums[c].count / 2) / sums[c].count);
      }
    }
    return means;
  }

 private:
  struct Sum {
    std::array<std::uint64_t, std::tuple_size_v<Row>> bytes{};
    std::uint64_t count = 0;

    auto fields() noexcept { return std::tie(bytes, count); }  ///< for Shards::sum()
  };

  std::span<const Row> rows_;
};

/// Returns the centroids of `rows` by ascending sum. Requires: at least one row.
template <class Row>
std::vector<Row> cluster_rows(const std::vector<Row>& rows, const KMeansOptions& options) {
  const RowSpace<Row> space(rows);
  return KMeans(space, options).run();
}

}  // namespace trivium::learning::cfr
