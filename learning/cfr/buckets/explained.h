// How well buckets tell holdings apart: figures of samples that are added one by one.
#pragma once

#include <cstddef>
#include <vector>

namespace trivium::learning::cfr {

/// How well buckets tell holdings apart, measured on deals that the clusters were not found on.
struct BucketFigures {
  std::size_t samples = 0;
  double distance = 0;   ///< mean earth mover's distance of a holding to its bucket's centroid, in
                         ///< equity (1: from sure loss to sure win)
  double explained = 0;  ///< share of the variance of equity that lies between buckets
};

/// What the buckets of a round explain of the variance of equities, which may be in any unit.
class Explained {
 public:
  explicit Explained(std::size_t buckets) : sums_(buckets) {}

  void add(std::size_t bucket, double equity, double weight, double distance) noexcept {
    for (Sums* sums : {&sums_[bucket], &all_}) {
      sums->weight += weight;
      sums->first += weight * equity;
      sums->second += weight * equity * equity;
    }
    distance_ += weight * distance;
    ++samples_;
  }

  BucketFigures figures() const noexcept {
    double within = 0;
    for (const Sums& sums : sums_) within += sums.scatter();
    const double scatter = all_.scatter();
    return {samples_, distance_ / all_.weight, scatter > 0 ? 1 - within / scatter : 1};
  }

 private:
  struct Sums {
    double weight = 0;
    double first = 0;
    double second = 0;

    double scatter() const noexcept { return weight > 0 ? second - first * first / weight : 0; }
  };

  std::vector<Sums> sums_;
  Sums all_;
  double distance_ = 0;
  std::size_t samples_ = 0;
};

}  // namespace trivium::learning::cfr
