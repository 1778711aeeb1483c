// Nearest-neighbor search among some hundreds of centroids, needed a thousand times for each board.
//
// Points are rows of bytes. Their distance is the sum of absolute differences (for cumulative
// histograms the earth mover's distance), which is at least the difference of the points' sums. So
// centroids are sorted by their sums, and the search starts at the point's own sum, goes outwards
// and ends where the sums alone differ too much: it usually visits a few dozen of several hundred
// centroids.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace trivium::poker {

/// Returns the sum of absolute differences of two points. Written so that compilers use their
/// instruction for it.
template <class Point>
std::uint32_t distance(const Point& a, const Point& b) noexcept {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int difference = static_cast<int>(a[i]) - static_cast<int>(b[i]);
    sum += static_cast<std::uint32_t>(difference < 0 ? -difference : difference);
  }
  return sum;
}

/// Returns the sum of a point's bytes.
template <class Point>
std::uint32_t sum_of(const Point& point) noexcept {
  return std::accumulate(point.begin(), point.end(), std::uint32_t{0});
}

/// The centroid nearest to a point.
struct Nearest {
  std::size_t number = 0;      ///< index of the centroid
  std::uint32_t distance = 0;  ///< its distance from the point
};

/// Immutable, thread-safe.
template <class Point>
class Centroids {
 public:
  /// Requires: at least one point, with ascending sums.
  explicit Centroids(std::vector<Point> points) : points_(std::move(points)) {
    for (const Point& point : points_) sums_.push_back(sum_of(point));
  }

  std::size_t size() const noexcept { return points_.size(); }
  const Point& operator[](std::size_t i) const noexcept { return points_[i]; }

  /// Returns the nearest centroid; of equally near ones the first.
  Nearest nearest(const Point& point) const noexcept {
    const std::uint32_t sum = sum_of(point);
    std::size_t above =
        static_cast<std::size_t>(std::lower_bound(sums_.begin(), sums_.end(), sum) - sums_.begin());
    std::size_t below = above;  // the next one below is below - 1
    Nearest best{points_.size(), ~std::uint32_t{0}};
    const auto look_at = [&](std::size_t number) {
      const std::uint32_t found = distance(point, points_[number]);
      if (found < best.distance || (found == best.distance && number < best.number))
        best = {number, found};
    };
    while (true) {
      const std::uint32_t up = above < sums_.size() ? sums_[above] - sum : ~std::uint32_t{0};
      const std::uint32_t down = below > 0 ? sum - sums_[below - 1] : ~std::uint32_t{0};
      if (std::min(up, down) > best.distance || (above == sums_.size() && below == 0)) return best;
      look_at(up < down ? above++ : --below);
    }
  }

 private:
  std::vector<Point> points_;
  std::vector<std::uint32_t> sums_;
};

/// Nearest-neighbor search among points whose bytes after the first kColumns are 0. Visits all
/// centroids, a vector of them in parallel, which is faster for so few bytes. Returns the same
/// results as Centroids. Immutable, thread-safe.
template <class Point, std::size_t kColumns>
class ShortCentroids {
 public:
  /// Requires: at least one point.
  explicit ShortCentroids(std::span<const Point> points)
      : blocks_((points.size() + kLanes - 1) / kLanes) {
    for (std::size_t number = 0; number < blocks_.size() * kLanes; ++number) {
      for (std::size_t column = 0; column < kColumns; ++column) {
        const std::int16_t beyond = kFar / kColumns;
        const bool real = number < points.size();
        blocks_[number / kLanes][column][number % kLanes] =
            real ? static_cast<std::int16_t>(points[number][column]) : beyond;
      }
    }
  }

  Nearest nearest(const Point& point) const noexcept {
    std::array<Lanes, kColumns> own;
    for (std::size_t column = 0; column < kColumns; ++column)
      own[column] = Lanes{} + static_cast<std::int16_t>(point[column]);
    Lanes minimum = Lanes{} + kFar;
    Lanes nearest_block{};
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
      Lanes sum{};
      for (std::size_t column = 0; column < kColumns; ++column) {
        const Lanes difference = blocks_[block][column] - own[column];
        sum += difference < 0 ? -difference : difference;
      }
      const Lanes nearer = sum < minimum;
      minimum = nearer ? sum : minimum;
      nearest_block = nearer ? Lanes{} + static_cast<std::int16_t>(block) : nearest_block;
    }
    Nearest best{0, ~std::uint32_t{0}};
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::size_t number = static_cast<std::size_t>(nearest_block[lane]) * kLanes + lane;
      const auto found = static_cast<std::uint32_t>(minimum[lane]);
      if (found < best.distance || (found == best.distance && number < best.number))
        best = {number, found};
    }
    return best;
  }

 private:
#if defined(__AVX2__)
  static constexpr std::size_t kLanes = 16;
#else
  static constexpr std::size_t kLanes = 8;
#endif
  using Lanes = std::int16_t __attribute__((vector_size(kLanes * sizeof(std::int16_t))));
  /// Larger than any distance.
  static constexpr std::int16_t kFar = 0x7000;
  static_assert(kColumns * 255 < kFar / 2 && std::tuple_size_v<Point> >= kColumns);

  std::vector<std::array<Lanes, kColumns>> blocks_;
};

}  // namespace trivium::poker
