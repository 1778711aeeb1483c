// Clusters of rows of bytes under the sum of differences: Lloyd's algorithm from a k-means++ start, in whole numbers only.
//
// Means are rounded to bytes, so that a clustering is the same on every machine and for any number of threads. A mean is not what makes
// the sum of differences least (a median is), but it keeps what a bucket is for: its expectation is that of its holdings.
// Sources: Lloyd 1982; Arthur and Vassilvitskii 2007.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/poker/centroids.h"
#include "learning/cfr/weighted_draw.h"
#include "learning/harness/work_items.h"

namespace trivium::learning::cfr {

struct KMeansOptions {
  std::size_t clusters = 200;
  std::size_t rounds = 20;  ///< of Lloyd's algorithm, where it does not come to rest before
  std::uint64_t seed = 1;   ///< of this clustering alone
  std::size_t threads = 1;
};

/// Parts that the points are cut into. Sums of whole numbers do not hang on it.
inline constexpr std::size_t kClusterShards = 16;

/// Clusters of `Point`s, std::arrays of bytes.
template <class Point>
class KMeans {
 public:
  /// `points` must outlive this; at least one.
  KMeans(std::span<const Point> points, KMeansOptions options)
      : points_(points), options_(options), shards_(kClusterShards, options.threads), nearest_(points.size()) {}

  /// The centroids by rising sum, then by their bytes. Where there are fewer different points than clusters, some are equal.
  std::vector<Point> run() {
    std::vector<Point> centroids = sorted(start());
    for (std::size_t round = 0; round < options_.rounds; ++round) {
      std::vector<Point> better = sorted(means(centroids));
      if (std::exchange(centroids, std::move(better)) == centroids) break;
    }
    return centroids;
  }

 private:
  struct Sums {
    std::vector<std::array<std::uint64_t, std::tuple_size_v<Point>>> bytes;
    std::vector<std::uint64_t> counts;
  };

  static std::vector<Point> sorted(std::vector<Point> points) {
    std::ranges::sort(points, {}, [](const Point& point) { return std::pair(poker::sum_of(point), point); });
    return points;
  }

  /// The first at random, then each with a chance that rises with the square of its distance from those that are chosen.
  std::vector<Point> start() {
    Rng rng(options_.seed);
    std::vector<std::uint64_t> weights(points_.size(), 1);
    std::vector<Point> chosen;
    while (chosen.size() < options_.clusters) {
      chosen.push_back(points_[weighted_draw(weights, rng)]);
      const bool first = chosen.size() == 1;
      shards_.run([&](std::size_t shard) {
        const Range range = shards_.range(shard, points_.size());
        for (std::size_t i = range.begin; i < range.end; ++i) {
          const std::uint64_t distance = poker::distance(points_[i], chosen.back());
          weights[i] = first ? distance * distance : std::min(weights[i], distance * distance);
        }
      });
    }
    return chosen;
  }

  std::vector<Point> means(const std::vector<Point>& of) {
    const poker::Centroids<Point> centroids(of);
    const Sums sums = shards_.reduce(
        Sums{std::vector<std::array<std::uint64_t, std::tuple_size_v<Point>>>(of.size()), std::vector<std::uint64_t>(of.size())},
        [&](std::size_t shard) { return sums_of(shard, centroids); },
        [](Sums& all, const Sums& part) {
          for (std::size_t c = 0; c < all.counts.size(); ++c) {
            all.counts[c] += part.counts[c];
            for (std::size_t i = 0; i < all.bytes[c].size(); ++i) all.bytes[c][i] += part.bytes[c][i];
          }
        });
    std::vector<Point> means(of.size());
    for (std::size_t c = 0; c < of.size(); ++c) {
      const std::uint64_t count = sums.counts[c];
      if (count == 0) {
        means[c] = take_farthest();
        continue;
      }
      for (std::size_t i = 0; i < means[c].size(); ++i) means[c][i] = static_cast<std::uint8_t>((sums.bytes[c][i] + count / 2) / count);
    }
    return means;
  }

  Sums sums_of(std::size_t shard, const poker::Centroids<Point>& centroids) {
    Sums sums{std::vector<std::array<std::uint64_t, std::tuple_size_v<Point>>>(centroids.size()),
              std::vector<std::uint64_t>(centroids.size())};
    const Range range = shards_.range(shard, points_.size());
    for (std::size_t i = range.begin; i < range.end; ++i) {
      nearest_[i] = centroids.nearest(points_[i]);
      auto& bytes = sums.bytes[nearest_[i].number];
      for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] += points_[i][k];
      ++sums.counts[nearest_[i].number];
    }
    return sums;
  }

  /// A cluster that lost all its points begins anew with the point that is farthest from its own centroid.
  Point take_farthest() {
    const auto farthest = std::ranges::max_element(nearest_, {}, &poker::Nearest::distance);
    farthest->distance = 0;
    return points_[static_cast<std::size_t>(farthest - nearest_.begin())];
  }

  std::span<const Point> points_;
  KMeansOptions options_;
  Shards shards_;
  std::vector<poker::Nearest> nearest_;
};

}  // namespace trivium::learning::cfr
