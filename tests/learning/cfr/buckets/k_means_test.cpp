#include "learning/cfr/buckets/k_means.h"

#include <array>
#include <doctest/doctest.h>
#include <set>

namespace trivium::learning::cfr {
namespace {

using Point = std::array<std::uint8_t, 16>;

Point point_at(std::uint8_t first, std::uint8_t second) { return {first, second}; }

/// Returns `each` points around each of (20, 20), (20, 200) and (200, 100).
std::vector<Point> three_clusters(std::size_t each) {
  Rng rng(3);
  std::vector<Point> points;
  for (std::size_t i = 0; i < each; ++i) {
    const auto spread = [&rng](std::uint32_t middle) {
      return static_cast<std::uint8_t>(middle + rng.below(11) - 5);
    };
    points.push_back(point_at(spread(20), spread(20)));
    points.push_back(point_at(spread(20), spread(200)));
    points.push_back(point_at(spread(200), spread(100)));
  }
  return points;
}

TEST_CASE("three clusters of points are found, with means by ascending sum") {
  const std::vector<Point> centroids =
      cluster_rows(three_clusters(200), {.clusters = 3, .rounds = 20, .seed = 9, .threads = 1});
  REQUIRE(centroids.size() == 3);
  CHECK(poker::distance(centroids[0], point_at(20, 20)) <= 2);
  CHECK(poker::distance(centroids[1], point_at(20, 200)) <= 2);
  CHECK(poker::distance(centroids[2], point_at(200, 100)) <= 2);
}

TEST_CASE("clusters do not depend on the number of threads, but on the seed") {
  const std::vector<Point> points = three_clusters(300);
  const auto clusters = [&points](std::uint64_t seed, std::size_t threads) {
    return cluster_rows(points, {.clusters = 17, .rounds = 5, .seed = seed, .threads = threads});
  };
  CHECK(clusters(1, 1) == clusters(1, 3));
  CHECK(clusters(1, 1) != clusters(2, 1));
}

TEST_CASE("no cluster remains empty if there are enough distinct points") {
  // With as many clusters as points, every point must become a centroid.
  std::vector<Point> points;
  for (std::uint8_t i = 0; i < 40; ++i)
    points.push_back(point_at(static_cast<std::uint8_t>(5 * i), 0));
  const std::vector<Point> centroids =
      cluster_rows(points, {.clusters = 40, .rounds = 20, .seed = 4, .threads = 2});
  CHECK(std::set<Point>(centroids.begin(), centroids.end()).size() == 40);
}

TEST_CASE("with more clusters than distinct points, some centroids are equal") {
  const std::vector<Point> points(5, point_at(7, 7));
  const std::vector<Point> centroids =
      cluster_rows(points, {.clusters = 8, .rounds = 3, .seed = 4, .threads = 1});
  REQUIRE(centroids.size() == 8);
  for (const Point& centroid : centroids) CHECK(centroid == point_at(7, 7));
}

}  // namespace
}  // namespace trivium::learning::cfr
