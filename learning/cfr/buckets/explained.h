// Quality of buckets: the share of the variance of equity that they explain, and the distance of
// holdings from their centroids. Samples are added one by one.
#pragma once

#include <cstddef>
#include <vector>

namespace trivium::learning::cfr {

/// Quality of the buckets of a round, measured on deals that were not used for clustering.
struct BucketFigures {
  std::size_t samples = 0;
  /// Mean distance of a holding from the centroid of its bucket, in equity: 1 is the distance from
  /// certain loss to certain win.
  double distance = 0;
  double explained = 0;  ///< share of the variance of equity that is between buckets, in [0, 1]
};

/// Accumulates samples of holdings and computes BucketFigures.
class Explained {
 public:
  explicit Explained(std::size_t buckets) : sums_(buckets) {}

  /// Adds a holding with its bucket and the distance from the centroid. `equity` may be in any
  /// unit.
  void add(std::size_t bucket, double equity, double weight, double distance) noexcept {
    for (Sums* sums : {&sums_[bucket], &all_}) {
      sums->weight += weight;
      sums->first += weight * equity;
      sums->second += weight * equity * equity;
    }
    distance_ += weight * distance;
    ++samples_;
  }

  /// Requires: at least one sample with a weight above 0.
  BucketFigures figures() const noexcept {
    double within = 0;
    for (const Sums& sums : sums_) within += sums.scatter();
    const double scatter = all_.scatter();
    return {samples_, distance_ / all_.weight, scatter > 0 ? 1 - within / scatter : 1};
  }

 private:
  struct Sums {
    double weight = 0;
    double first = 0;   ///< sum of equities
    double second = 0;  ///< sum of squared equities

    /// Returns the sum of squared deviations from the mean.
    double scatter() const noexcept { return weight > 0 ? second - first * first / weight : 0; }
  };

  std::vector<Sums> sums_;
  Sums all_;
  double distance_ = 0;
  std::size_t samples_ = 0;
};

}  // namespace trivium::learning::cfr
