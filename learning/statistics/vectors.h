// Vector operations. They process elements from first to last, so that results are equal on every
// machine.
#pragma once

#include <cstddef>
#include <numeric>
#include <span>

namespace trivium::learning::statistics {

/// Returns the dot product. Requires: equal sizes.
inline double dot(std::span<const double> a, std::span<const double> b) noexcept {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Adds `factor` times `what` to `to`. Requires: equal sizes.
inline void add_multiple(std::span<double> to, double factor,
                         std::span<const double> what) noexcept {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * what[i];
}

}  // namespace trivium::learning::statistics
