#include "engine/bandits/gamma.h"

#include "engine/core/steady_math.h"

namespace trivium::bandits {

namespace {

constexpr std::size_t kLayers = kNormalLayers;
// Right end of the lowest layer, where the tail begins.
constexpr double kTail = 3.6541528853610088;
constexpr double kArea = 0.00492867323397465524;  // area of each layer under exp(-x^2 / 2)

constexpr double square_root(double x) noexcept {
  double root = x > 1 ? x : 1;
  for (int i = 0; i < 100; ++i) root = 0.5 * (root + x / root);
  return root;
}

/// Right ends of the layers, lowest first. The end of the lowest one makes a rectangle of its
/// height and its area, tail included.
constexpr std::array<double, kLayers + 1> layer_ends() noexcept {
  std::array<double, kLayers + 1> ends{};
  double height = steady_exp(-0.5 * kTail * kTail);
  ends[0] = kArea / height;
  ends[1] = kTail;
  for (std::size_t i = 2; i < kLayers; ++i) {
    height += kArea / ends[i - 1];
    ends[i] = square_root(-2 * steady_log(height));
  }
  ends[kLayers] = 0;
  return ends;
}

constexpr std::array<double, kLayers + 1> kEnds = layer_ends();

/// Height of the curve at each end.
constexpr std::array<double, kLayers + 1> kHeights = [] {
  std::array<double, kLayers + 1> heights{};
  for (std::size_t i = 0; i <= kLayers; ++i) heights[i] = steady_exp(-0.5 * kEnds[i] * kEnds[i]);
  return heights;
}();

/// Returns a uniform number in (0, 1].
double positive_unit(Rng& rng) noexcept { return 1.0 - rng.unit(); }

/// Returns a variate beyond kTail. Source: Marsaglia 1964.
double tail_variate(Rng& rng, bool negative) noexcept {
  for (;;) {
    const double x = -steady_log(positive_unit(rng)) / kTail, y = -steady_log(positive_unit(rng));
    if (2 * y >= x * x) return negative ? -(kTail + x) : kTail + x;
  }
}

}  // namespace

constinit const std::array<NormalLayer, kNormalLayers> kNormalTable = [] {
  std::array<NormalLayer, kNormalLayers> table{};
  for (std::size_t i = 0; i < kLayers; ++i) table[i] = {kEnds[i] * 0x1.0p-53, kEnds[i + 1]};
  return table;
}();

double normal_slow_path(std::uint64_t bits, Rng& rng) noexcept {
  for (;; bits = rng()) {
    const std::size_t layer = bits % kLayers;
    const double x =
        static_cast<double>(static_cast<std::int64_t>(bits) >> 10) * kNormalTable[layer].scale;
    if (std::fabs(x) < kEnds[layer + 1]) return x;
    if (layer == 0) return tail_variate(rng, x < 0);
    if (kHeights[layer] + rng.unit() * (kHeights[layer + 1] - kHeights[layer]) <
        steady_exp(-0.5 * x * x))
      return x;
  }
}

double GammaDistribution::slow_path(double x, double u, Rng& rng) const noexcept {
  for (;; x = normal_variate(rng), u = positive_unit(rng)) {
    const double root = 1 + c_ * x, square = x * x, bend = c_ * square;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (u >= 1 - kSqueeze * (bend * bend) &&
        steady_log(u) >= 0.5 * square + d_ * (1 - v + steady_log(v)))
      continue;
    // Shape below 1: a gamma variate of shape + 1, times a power of a uniform number.
    return shape_ < 1 ? d_ * v * steady_exp(steady_log(positive_unit(rng)) / shape_) : d_ * v;
  }
}

}  // namespace trivium::bandits
