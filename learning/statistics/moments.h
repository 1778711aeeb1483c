// Mean and variance of a stream of numbers in constant memory, and the error of a sum over
// clusters. Sources: Welford 1962; Chan, Golub and LeVeque 1979 for merging.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

namespace trivium::learning::statistics {

class Moments {
 public:
  void add(double value) noexcept {
    ++count_;
    const double before = value - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (value - mean_);
  }

  /// Adds all values of `other`. The order of merging changes the last bits of the result.
  Moments& operator+=(const Moments& other) noexcept {
    if (other.count_ == 0) return *this;
    const double before = static_cast<double>(count_), more = static_cast<double>(other.count_);
    const double apart = other.mean_ - mean_;
    count_ += other.count_;
    mean_ += apart * (more / (before + more));
    squares_ += other.squares_ + apart * apart * (before * more / (before + more));
    return *this;
  }

  std::uint64_t count() const noexcept { return count_; }
  /// Returns the mean; 0 without values.
  double mean() const noexcept { return mean_; }
  /// Returns the unbiased sample variance (divisor n - 1); 0 for fewer than two values.
  double variance() const noexcept {
    return count_ < 2 ? 0 : squares_ / static_cast<double>(count_ - 1);
  }
  /// Returns the standard error of the mean; infinite for fewer than two values.
  double standard_error() const noexcept {
    return count_ < 2 ? INFINITY : std::sqrt(variance() / static_cast<double>(count_));
  }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // sum of squared deviations from the mean
};

/// Returns the standard error of a sum over clusters, such as games, whose terms depend on each
/// other only within a cluster. `deviations` has the deviation of each cluster's sum from its
/// expected value. Infinite for fewer than two clusters.
inline double error_of_sum(std::span<const double> deviations) noexcept {
  if (deviations.size() < 2) return INFINITY;
  double squares = 0;
  for (const double deviation : deviations) squares += deviation * deviation;
  const auto clusters = static_cast<double>(deviations.size());
  return std::sqrt(squares * clusters / (clusters - 1));
}

}  // namespace trivium::learning::statistics
