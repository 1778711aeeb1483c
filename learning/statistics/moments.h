// Mean and variance of a stream of numbers in constant memory. Source: Welford 1962; merging: Chan,
// Golub and LeVeque 1979.
#pragma once

#include <cmath>
#include <cstdint>

namespace trivium::learning::statistics {

class Moments {
 public:
  void add(double value) noexcept {
    ++count_;
    const double before = value - mean_;
    mean_ += before / static_cast<double>(count_);
    squares_ += before * (value - mean_);
  }

  /// Takes in what `other` has seen; the order of merging is part of the result's last digits.
  void merge(const Moments& other) noexcept {
    if (other.count_ == 0) return;
    const double before = static_cast<double>(count_), more = static_cast<double>(other.count_);
    const double apart = other.mean_ - mean_;
    count_ += other.count_;
    mean_ += apart * (more / (before + more));
    squares_ += other.squares_ + apart * apart * (before * more / (before + more));
  }

  std::uint64_t count() const noexcept { return count_; }
  /// 0 before the first value.
  double mean() const noexcept { return mean_; }
  /// Of the population that the values are drawn from (n - 1); 0 for less than two values.
  double variance() const noexcept {
    return count_ < 2 ? 0 : squares_ / static_cast<double>(count_ - 1);
  }
  /// Of the mean; infinite for less than two values.
  double standard_error() const noexcept {
    return count_ < 2 ? INFINITY : std::sqrt(variance() / static_cast<double>(count_));
  }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  ///< of deviations from the mean
};

}  // namespace trivium::learning::statistics
