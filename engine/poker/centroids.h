// Which of some hundreds of points is the nearest: the question that bucketing asks a thousand times a board.
//
// Points are rows of bytes, their distance the sum of the bytes' differences (for cumulative histograms the earth mover's distance). The
// difference of two points' sums is never more than their distance. So with centroids in the order of their sums the search begins beside
// the point's own sum, goes outwards, and ends where sums alone differ too much: it sees some tens of hundreds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
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

}  // namespace trivium::poker
