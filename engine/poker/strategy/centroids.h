// Which of some hundreds of points is the nearest: the question that bucketing asks a thousand times a board.
//
// Points are rows of bytes, their distance the sum of the bytes' differences (for cumulative histograms the earth mover's distance). The
// difference of two points' sums is never more than their distance. So with centroids in the order of their sums the search begins beside
// the point's own sum, goes outwards, and ends where sums alone differ too much: it sees some tens of hundreds.
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

/// Written so that compilers find their instruction for sums of absolute differences.
template <class Point>
std::uint32_t distance(const Point& a, const Point& b) noexcept {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int difference = static_cast<int>(a[i]) - static_cast<int>(b[i]);
    sum += static_cast<std::uint32_t>(difference < 0 ? -difference : difference);
  }
  return sum;
}

template <class Point>
std::uint32_t sum_of(const Point& point) noexcept {
  return std::accumulate(point.begin(), point.end(), std::uint32_t{0});
}

struct Nearest {
  std::size_t number = 0;
  std::uint32_t distance = 0;
};

/// Immutable; any thread.
template <class Point>
class Centroids {
 public:
  /// At least one, by rising sum.
  explicit Centroids(std::vector<Point> points) : points_(std::move(points)) {
    for (const Point& point : points_) sums_.push_back(sum_of(point));
  }

  std::size_t size() const noexcept { return points_.size(); }
  const Point& operator[](std::size_t i) const noexcept { return points_[i]; }

  /// Of equally near ones that with the lowest number.
  Nearest nearest(const Point& point) const noexcept {
    const std::uint32_t sum = sum_of(point);
    std::size_t above = static_cast<std::size_t>(std::lower_bound(sums_.begin(), sums_.end(), sum) - sums_.begin());
    std::size_t below = above;  // the next to look at is the one before
    Nearest best{points_.size(), ~std::uint32_t{0}};
    const auto look_at = [&](std::size_t number) {
      const std::uint32_t found = distance(point, points_[number]);
      if (found < best.distance || (found == best.distance && number < best.number)) best = {number, found};
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

/// Short points: the first kColumns bytes of each count, the others are 0. All centroids are looked at, a vector of them side by side,
/// which for so few bytes is quicker than choosing which. Finds what Centroids finds. Immutable; any thread.
template <class Point, std::size_t kColumns>
class ShortCentroids {
 public:
  /// At least one.
  explicit ShortCentroids(std::span<const Point> points) : blocks_((points.size() + kLanes - 1) / kLanes) {
    for (std::size_t number = 0; number < blocks_.size() * kLanes; ++number) {
      for (std::size_t column = 0; column < kColumns; ++column) {
        const std::int16_t beyond = kFar / kColumns;
        const bool real = number < points.size();
        blocks_[number / kLanes][column][number % kLanes] = real ? static_cast<std::int16_t>(points[number][column]) : beyond;
      }
    }
  }

  Nearest nearest(const Point& point) const noexcept {
    std::array<Lanes, kColumns> own;
    for (std::size_t column = 0; column < kColumns; ++column) own[column] = Lanes{} + static_cast<std::int16_t>(point[column]);
    Lanes least = Lanes{} + kFar;
    Lanes block_of_least{};
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
      Lanes sum{};
      for (std::size_t column = 0; column < kColumns; ++column) {
        const Lanes difference = blocks_[block][column] - own[column];
        sum += difference < 0 ? -difference : difference;
      }
      const Lanes nearer = sum < least;
      least = nearer ? sum : least;
      block_of_least = nearer ? Lanes{} + static_cast<std::int16_t>(block) : block_of_least;
    }
    Nearest best{0, ~std::uint32_t{0}};
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const std::size_t number = static_cast<std::size_t>(block_of_least[lane]) * kLanes + lane;
      const auto found = static_cast<std::uint32_t>(least[lane]);
      if (found < best.distance || (found == best.distance && number < best.number)) best = {number, found};
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
  /// More than any distance.
  static constexpr std::int16_t kFar = 0x7000;
  static_assert(kColumns * 255 < kFar / 2 && std::tuple_size_v<Point> >= kColumns);

  std::vector<std::array<Lanes, kColumns>> blocks_;
};

}  // namespace trivium::poker
