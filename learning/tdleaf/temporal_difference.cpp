#include "learning/tdleaf/temporal_difference.h"

#include <cstddef>

namespace trivium::learning::tdleaf {

void sum_differences(std::span<const double> predictions, double result, double lambda,
                     std::span<double> sums) noexcept {
  double next = result;
  double sum = 0.0;
  for (std::size_t t = predictions.size(); t-- > 0;) {
    sum = (next - predictions[t]) + lambda * sum;
    sums[t] = sum;
    next = predictions[t];
  }
}

}  // namespace trivium::learning::tdleaf
