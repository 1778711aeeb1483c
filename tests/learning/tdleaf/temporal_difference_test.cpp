// Sums of temporal differences compared with small examples computed by hand.
#include <array>
#include <doctest/doctest.h>

#include "learning/tdleaf/game_gradient.h"

using namespace trivium::learning::tdleaf;

namespace {

// The differences are 0.1, 0.2 and, to the result 1, 0.2.
constexpr std::array<double, 3> kPredictions{0.5, 0.6, 0.8};

void check_sums(double lambda, const std::array<double, 3>& expected) {
  std::array<double, 3> sums{};
  sum_differences(kPredictions, 1.0, lambda, sums);
  for (std::size_t t = 0; t < sums.size(); ++t) CHECK(sums[t] == doctest::Approx(expected[t]));
}

}  // namespace

TEST_CASE("with lambda 0 each position learns only from the next one") {
  check_sums(0.0, {0.1, 0.2, 0.2});
}

TEST_CASE("with lambda 1 each position learns only from the result") {
  check_sums(1.0, {0.5, 0.4, 0.2});
}

TEST_CASE("for other lambda, later differences are discounted by lambda per step") {
  check_sums(0.5, {0.1 + 0.5 * 0.2 + 0.25 * 0.2, 0.2 + 0.5 * 0.2, 0.2});
  check_sums(0.9, {0.1 + 0.9 * 0.2 + 0.81 * 0.2, 0.2 + 0.9 * 0.2, 0.2});
}

TEST_CASE(
    "a game of one position learns from its result, and a game without positions from nothing") {
  std::array<double, 1> sum{};
  sum_differences(std::array{0.25}, 0.0, 0.7, sum);
  CHECK(sum[0] == -0.25);
  sum_differences({}, 1.0, 0.7, {});
}

// Paper 003, figure 5: eligibility traces e = lambda e + grad, theta += alpha delta e, process
// the same game forward.
TEST_CASE("the sums agree with those of eligibility traces") {
  constexpr double kLambda = 0.7;
  std::array<double, 3> sums{};
  sum_differences(kPredictions, 0.0, kLambda, sums);
  std::array<double, 3> traces{};
  std::array<double, 3>
      moved{};  // what each position's own gradient would be multiplied by in the end
  for (std::size_t t = 0; t < kPredictions.size(); ++t) {
    for (double& trace : traces) trace *= kLambda;
    traces[t] += 1.0;
    const double delta =
        (t + 1 < kPredictions.size() ? kPredictions[t + 1] : 0.0) - kPredictions[t];
    for (std::size_t k = 0; k <= t; ++k) moved[k] += delta * traces[k];
  }
  for (std::size_t t = 0; t < sums.size(); ++t) CHECK(sums[t] == doctest::Approx(moved[t]));
}
