#include "learning/bandits/estimates.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "learning/bandits/paper/paper.h"

namespace trivium::learning::bandits {
namespace {

using doctest::Approx;

/// Returns answers from a string for each method with one letter per run; '+' is right.
Trials trials_of(const std::vector<std::string>& answers) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < answers.size(); ++i) names.push_back("uct:" + std::to_string(i));
  const Experiment experiment{Instances(paper_model(1), "model 1"),
                              methods_of_names(names),
                              {},
                              {1},
                              answers.front().size(),
                              1};
  Trials trials(experiment);
  for (std::size_t method = 0; method < answers.size(); ++method) {
    for (std::size_t run = 0; run < trials.runs(); ++run) {
      const bool right = answers[method][run] == '+';
      trials.at(run, method, 0) = {right ? 0U : 4U, right, right ? 5.0F : 1.0F,
                                   right ? 0.0F : 4.0F};
    }
  }
  return trials;
}

}  // namespace

TEST_CASE("the mean of right answers has Wilson's interval, also on another scale") {
  const Trials trials = trials_of({"+++++++-++"});
  const statistics::Estimate right = accuracy(trials, 0, 0), wilson = statistics::share_of(9, 10);
  CHECK(right.value == Approx(0.9));
  CHECK(right.low == Approx(wilson.low));
  const statistics::Estimate regret = grade_regret(trials, 0, 0);
  CHECK(regret.value == Approx(0.4));
  CHECK(regret.high == Approx(4 * (1 - wilson.low)));
  CHECK(grade_total(trials, 0, 0).value == Approx(46));
  CHECK(mean_grade(trials, 0, 0).low == Approx(1 + 4 * wilson.low));
}

TEST_CASE("methods that are right in the same runs differ by less than their intervals suggest") {
  const std::string half = "+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-";
  std::string better = half;
  better[1] = better[11] = better[21] = better[31] = better[35] = better[37] = better[25] = '+';
  const Trials trials = trials_of({half, better});
  const statistics::Estimate apart = difference(trials, 1, 0, 0);
  CHECK(apart.value == Approx(7.0 / 40));
  CHECK(apart.low > 0);
  CHECK(separate_difference(accuracy(trials, 1, 0), accuracy(trials, 0, 0)).low < 0);
}

TEST_CASE("an interval of samples without variance has a width") {
  const std::vector<double> ones(100, 1.0);
  CHECK(mean_between(ones, -1, 1).low < 0.97);
  CHECK(mean_between(ones, -1, 1).high == 1);
  const Trials trials = trials_of({"++++", "++++"});
  CHECK(difference(trials, 0, 1, 0).low < -0.1);
}

TEST_CASE(
    "if regrets are small and rare on a wide scale, the interval covers the true value as often as "
    "it should") {
  constexpr double kWidest = 35;
  constexpr std::size_t kStudies = 2000, kRuns = 200;
  Rng rng(1);
  // One run in each period has a regret: 1, or 1 to 4.
  for (const auto& [one_in, greatest] :
       {std::pair<std::uint32_t, std::uint32_t>{4, 1}, {10, 1}, {10, 4}, {40, 4}, {80, 1}}) {
    const double truth = (1 + greatest) / 2.0 / one_in;
    std::size_t below = 0, outside = 0;
    for (std::size_t study = 0; study < kStudies; ++study) {
      std::vector<double> regrets(kRuns);
      for (double& regret : regrets) regret = rng.below(one_in) == 0 ? 1 + rng.below(greatest) : 0;
      const statistics::Estimate mean = mean_between(regrets, 0, kWidest);
      below += truth < mean.low ? 1U : 0U;
      outside += truth < mean.low || truth > mean.high ? 1U : 0U;
    }
    CHECK(below < 0.035 * kStudies);
    CHECK(outside < 0.05 * kStudies);
  }
}

TEST_CASE("a box has its quartiles, whiskers to the farthest near values, and outliers") {
  const Box box = box_of({0.5, 0.6, 0.1, 0.55, 0.7, 0.65, 0.6});
  CHECK(box.median == Approx(0.6));
  CHECK(box.lower == Approx(0.525));
  CHECK(box.upper == Approx(0.625));
  CHECK(box.low == Approx(0.5));
  CHECK(box.high == Approx(0.7));
  CHECK(box.outliers == std::vector<double>{0.1});
  const Box one = box_of({0.25});
  CHECK(one.low == 0.25);
  CHECK(one.deviation == 0);
}

TEST_CASE("the method at a part of the way is the one with the nearest accuracy") {
  const Trials trials = trials_of({"++++++----", "++--------", "++++++++++", "++++------"});
  const std::vector<std::size_t> all = {0, 1, 2, 3};
  CHECK(method_at(trials, all, 0, 1) == 2);
  CHECK(method_at(trials, all, 0, 0) == 1);
  CHECK(accuracies(trials, all, 0) == std::vector<double>{0.6, 0.2, 1.0, 0.4});
}

TEST_CASE("a larger variation between methods is significant if there are many runs") {
  std::string all(200, '+'), none(200, '-'), half(200, '+');
  for (std::size_t i = 0; i < half.size(); i += 2) half[i] = '-';
  const Trials trials = trials_of({all, none, half, half});
  const std::vector<std::size_t> wide = {0, 1}, narrow = {2, 3};
  CHECK(spread_difference(trials, wide, narrow).low > 0.5);
  CHECK(spread_difference(trials, narrow, wide).high < -0.5);
}

TEST_CASE("the mean of independent figures has a narrower interval than each of them") {
  const std::vector<statistics::Estimate> figures = {{0.1, -0.1, 0.3}, {0.3, 0.1, 0.5}};
  const statistics::Estimate mean = mean_of_separate(figures);
  CHECK(mean.value == Approx(0.2));
  CHECK(mean.low == Approx(0.2 - 0.1 * 1.41421356));
  CHECK(mean.high == Approx(0.2 + 0.1 * 1.41421356));
}

}  // namespace trivium::learning::bandits
