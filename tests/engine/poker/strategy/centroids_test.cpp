#include "engine/poker/strategy/centroids.h"

#include <array>
#include <doctest/doctest.h>

#include "engine/core/rng.h"

namespace trivium::poker {
namespace {

using Point = std::array<std::uint8_t, 16>;
constexpr std::size_t kColumns = 8;

Point random_point(Rng& rng, std::uint32_t values) {
  Point point{};
  for (std::size_t i = 0; i < kColumns; ++i)
    point[i] = static_cast<std::uint8_t>(rng.below(values));
  return point;
}

std::vector<Point> random_centroids(Rng& rng, std::size_t count, std::uint32_t values) {
  std::vector<Point> points(count);
  for (Point& point : points) point = random_point(rng, values);
  std::ranges::sort(points, {}, sum_of<Point>);
  return points;
}

Nearest nearest_of_all(const Point& point, const std::vector<Point>& centroids) {
  Nearest best{0, distance(point, centroids[0])};
  for (std::size_t i = 1; i < centroids.size(); ++i) {
    const std::uint32_t found = distance(point, centroids[i]);
    if (found < best.distance) best = {i, found};
  }
  return best;
}

TEST_CASE("distances are sums of absolute differences") {
  const Point a{1, 200, 7};
  const Point b{4, 100, 7};
  CHECK(distance(a, b) == 103);
  CHECK(distance(b, a) == 103);
  CHECK(sum_of(a) == 208);
}

TEST_CASE("both searches find the nearest centroid, the first of equally near ones") {
  Rng rng(11);
  for (const std::size_t count : {1U, 2U, 15U, 16U, 17U, 200U}) {
    for (const std::uint32_t values : {3U, 256U}) {  // few values make many ties
      const std::vector<Point> points = random_centroids(rng, count, values);
      const Centroids<Point> centroids(points);
      const ShortCentroids<Point, kColumns> short_centroids(points);
      for (int i = 0; i < 200; ++i) {
        const Point point = random_point(rng, values);
        const Nearest expected = nearest_of_all(point, points);
        REQUIRE(centroids.nearest(point).number == expected.number);
        REQUIRE(centroids.nearest(point).distance == expected.distance);
        REQUIRE(short_centroids.nearest(point).number == expected.number);
        REQUIRE(short_centroids.nearest(point).distance == expected.distance);
      }
    }
  }
}

TEST_CASE("the largest possible distance does not overflow") {
  Point high{};
  std::fill_n(high.begin(), kColumns, std::uint8_t{255});
  const ShortCentroids<Point, kColumns> centroids(std::vector<Point>{Point{}});
  CHECK(centroids.nearest(high).number == 0);
  CHECK(centroids.nearest(high).distance == 255 * kColumns);
}

}  // namespace
}  // namespace trivium::poker
