#include "engine/bandits/gamma.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <doctest/doctest.h>
#include <vector>

#include "engine/core/signature.h"

namespace trivium::bandits {
namespace {

/// Distribution function of the gamma distribution: a series for small values, Lentz's continued
/// fraction for large ones (Press et al., section 6.2).
double gamma_function(double shape, double x) {
  if (x <= 0) return 0;
  const double scale = std::exp(shape * std::log(x) - x - std::lgamma(shape));
  if (x < shape + 1) {
    double term = 1 / shape, sum = term;
    for (double k = shape + 1; term > sum * 1e-13; ++k) sum += term *= x / k;
    return scale * sum;
  }
  double b = x + 1 - shape, c = 1e300, d = 1 / b, fraction = d;
  for (int i = 1; i < 10000; ++i) {
    const double a = -i * (i - shape);
    b += 2;
    d = 1 / (a * d + b);
    c = b + a / c;
    fraction *= c * d;
    if (std::fabs(c * d - 1) < 1e-13) break;
  }
  return 1 - scale * fraction;
}

/// Returns the distance between the distribution of `sorted` and `function` (Kolmogorov and
/// Smirnov), checked at every `stride`-th value.
template <class Function>
double distance(const std::vector<double>& sorted, std::size_t stride, const Function& function) {
  double farthest = 0;
  const auto count = static_cast<double>(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); i += stride) {
    farthest =
        std::max(farthest, std::fabs((static_cast<double>(i) + 0.5) / count - function(sorted[i])));
  }
  return farthest;
}

/// Bound that samples of the right distribution pass in 999 of 1000 streams. The streams here are
/// fixed.
double distance_bound(std::size_t count) { return 1.95 / std::sqrt(static_cast<double>(count)); }

TEST_CASE("every machine and every kernel generates the same numbers") {
  Rng rng(2026);
  Signature signature;
  const auto add = [&](double number) {
    signature.add_bytes(std::bit_cast<std::uint64_t>(number));
  };
  for (int i = 0; i < 100000; ++i) add(normal_variate(rng));
  for (const double shape : {0.05, 0.3, 1.0, 1.5, 2.5, 7.0, 40.0, 3000.0}) {
    const GammaDistribution gamma(shape);
    for (int i = 0; i < 20000; ++i) add(gamma(rng));
  }
  CHECK(signature.value() == 0x1fb14da69eadc3ceULL);
}

TEST_CASE("normal numbers have the moments of the normal distribution, and its distribution") {
  Rng rng(3);
  constexpr std::size_t kDraws = 400000;
  std::vector<double> numbers(kDraws);
  std::array<double, 7> moments{};
  for (double& number : numbers) {
    number = normal_variate(rng);
    for (std::size_t power = 1; power < moments.size(); ++power)
      moments[power] += std::pow(number, static_cast<double>(power)) / kDraws;
  }
  const std::array<double, 7> exact{1, 0, 1, 0, 3, 0, 15};
  // Variance of the k-th power: E x^2k - (E x^k)^2.
  const std::array<double, 7> variances{0, 1, 2, 15, 96, 945, 10170};
  for (std::size_t power = 1; power < moments.size(); ++power) {
    CAPTURE(power);
    CHECK(std::fabs(moments[power] - exact[power]) < 4 * std::sqrt(variances[power] / kDraws));
  }
  std::sort(numbers.begin(), numbers.end());
  CHECK(distance(numbers, 7, [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }) <
        distance_bound(kDraws));
  // A normal distribution that is wider by 1/40 does not pass this bound.
  CHECK(distance(numbers, 7, [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.1)); }) >
        distance_bound(kDraws));
}

TEST_CASE(
    "the layers of the ziggurat have equal areas under the normal curve, with the tail in the "
    "lowest, and are adjacent") {
  const auto curve = [](double x) { return std::exp(-0.5 * x * x); };
  const auto end = [](std::size_t layer) { return kNormalTable[layer].scale * 0x1.0p53; };
  const double from = kNormalTable[0].inner,
               area = end(1) * (curve(kNormalTable[1].inner) - curve(end(1)));
  CHECK(from == end(1));
  CHECK(end(0) * curve(from) == doctest::Approx(area).epsilon(1e-12));
  CHECK(from * curve(from) + std::sqrt(std::acos(-1.0) / 2) * std::erfc(from / std::sqrt(2.0)) ==
        doctest::Approx(area).epsilon(1e-12));
  for (std::size_t layer = 1; layer < kNormalLayers; ++layer) {
    CHECK(end(layer) * (curve(kNormalTable[layer].inner) - curve(end(layer))) ==
          doctest::Approx(area).epsilon(1e-11));
    if (layer + 1 < kNormalLayers) CHECK(kNormalTable[layer].inner == end(layer + 1));
  }
  CHECK(kNormalTable[kNormalLayers - 1].inner == 0);
}

TEST_CASE("the tails beyond the ziggurat have the right frequency and distribution on both sides") {
  Rng rng(4);
  constexpr double kFrom = 3.6541528853610088;
  constexpr int kDraws = 30000000;
  const auto beyond = [](double x) { return 0.5 * std::erfc(x / std::sqrt(2.0)); };
  std::vector<double> tail;
  int negative = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double number = normal_variate(rng);
    if (std::fabs(number) <= kFrom) continue;
    tail.push_back(std::fabs(number));
    negative += number < 0;
  }
  const double expected = 2 * beyond(kFrom) * kDraws, count = static_cast<double>(tail.size());
  CHECK(std::fabs(count - expected) < 3 * std::sqrt(expected));
  CHECK(std::fabs(negative - count / 2) < 1.5 * std::sqrt(count));
  std::sort(tail.begin(), tail.end());
  CHECK(distance(tail, 1, [&](double x) { return 1 - beyond(x) / beyond(kFrom); }) <
        distance_bound(tail.size()));
}

TEST_CASE(
    "gamma numbers have the moments and the distribution function of their shape, for small and "
    "large shapes") {
  Rng rng(5);
  constexpr std::size_t kDraws = 120000;
  for (const double shape : {0.05, 0.3, 0.9, 1.0, 1.5, 2.5, 7.0, 40.0, 3000.0}) {
    CAPTURE(shape);
    const GammaDistribution gamma(shape);
    std::vector<double> numbers(kDraws);
    double mean = 0, second = 0, third = 0;
    for (double& number : numbers) {
      number = gamma(rng);
      const double off = number - shape;
      mean += off / kDraws;
      second += off * off / kDraws;
      third += off * off * off / kDraws;
    }
    const double a = shape, fourth = 3 * a * a + 6 * a,
                 sixth = 15 * a * a * a + 130 * a * a + 120 * a;
    CHECK(std::fabs(mean) < 4 * std::sqrt(a / kDraws));
    CHECK(std::fabs(second - a) < 4 * std::sqrt((fourth - a * a) / kDraws));
    CHECK(std::fabs(third - 2 * a) < 4 * std::sqrt((sixth - 4 * a * a) / kDraws));
    std::sort(numbers.begin(), numbers.end());
    CHECK(distance(numbers, 37, [&](double x) { return gamma_function(shape, x); }) <
          distance_bound(kDraws));
    // A shape that is slightly wrong does not pass this bound.
    CHECK(distance(numbers, 37, [&](double x) {
            return gamma_function(shape + 0.04 * std::sqrt(shape), x);
          }) > distance_bound(kDraws));
  }
}

}  // namespace
}  // namespace trivium::bandits
