#include "learning/choice/prior.h"

namespace trivium::learning::choice {

std::vector<double> scaled(std::span<const double> weights, double factor) {
  std::vector<double> all(weights.begin(), weights.end());
  for (double& weight : all) weight *= factor;
  return all;
}

double best_factor(const Decisions& decisions, const chess::Attributes& attributes, chess::Lookahead lookahead,
                   std::span<const double> weights, std::size_t threads, const std::function<void()>& on_try) {
  constexpr double kGolden = 0.6180339887498949;
  constexpr int kNarrowings = 16;
  const auto value = [&](double factor) {
    if (on_try) on_try();
    return foretold(decisions, attributes, lookahead, scaled(weights, factor), threads).log_likelihood;
  };
  // Doubles until the maximum lies between two that are lower.
  double low = 0, high = 1;
  for (double at_high = value(high), further = value(2 * high); further > at_high; further = value(2 * high)) {
    low = high;
    high *= 2;
    at_high = further;
  }
  high *= 2;
  double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
  double at_left = value(left), at_right = value(right);
  for (int i = 0; i < kNarrowings; ++i) {
    if (at_left > at_right) {
      high = right;
      right = left;
      at_right = at_left;
      at_left = value(left = high - kGolden * (high - low));
    } else {
      low = left;
      left = right;
      at_left = at_right;
      at_right = value(right = low + kGolden * (high - low));
    }
  }
  return (low + high) / 2;
}

}  // namespace trivium::learning::choice
