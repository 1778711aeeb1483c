// Figures of an experiment, each with its 95 % interval.
//
// Means of bounded numbers have the interval of learning/statistics/intervals.h (Wilson's interval
// with the observed variance), so that 100 right answers out of 100 do not look like certainty. The
// interval reaches at least 1.96 standard errors to each side. It is conservative if the numbers
// are small compared with their bounds, because values that were never observed may be as large as
// the bound.
//
// A checkpoint is an index in Experiment::rounds, a method an index in Experiment::methods.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "learning/bandits/experiment.h"
#include "learning/charts/chart.h"
#include "learning/statistics/intervals.h"

namespace trivium::learning::bandits {

/// Returns the mean of numbers in [low, high]. Without numbers, or if low >= high, the value is
/// `low`.
statistics::Estimate mean_between(std::span<const double> values, double low, double high);

/// Returns the share of runs in which the method recommended a best action.
statistics::Estimate accuracy(const Trials& trials, std::size_t method, std::size_t checkpoint);
/// Returns the mean over runs of g(best action) - g(recommended action), where g is the score of an
/// action (Instance::scores). This is the GRADE of the paper's formula.
statistics::Estimate grade_regret(const Trials& trials, std::size_t method, std::size_t checkpoint);
/// Returns the sum over runs of g(recommended action), which the paper's figures show.
statistics::Estimate grade_total(const Trials& trials, std::size_t method, std::size_t checkpoint);
/// Returns the mean over runs of g(recommended action).
statistics::Estimate mean_grade(const Trials& trials, std::size_t method, std::size_t checkpoint);

/// Returns the accuracy of `method` minus that of `other`, as a mean of paired differences.
statistics::Estimate difference(const Trials& trials, std::size_t method, std::size_t other,
                                std::size_t checkpoint);
/// Returns the accuracy of a method at checkpoint `to` minus that at `from`, as a mean of paired
/// differences.
statistics::Estimate growth(const Trials& trials, std::size_t method, std::size_t from,
                            std::size_t to);
/// Returns the difference one - other of shares of separate experiments.
/// Source: Newcombe 1998, method 10.
statistics::Estimate separate_difference(const statistics::Estimate& one,
                                         const statistics::Estimate& other) noexcept;

/// Returns the mean of figures of separate experiments. Requires: at least one.
statistics::Estimate mean_of_separate(std::span<const statistics::Estimate> figures) noexcept;

/// Returns the mean over checkpoints of the paired difference of accuracies between `method` and
/// others[checkpoint]. Requires: `others` has one method per checkpoint.
statistics::Estimate mean_difference(const Trials& trials, std::size_t method,
                                     std::span<const std::size_t> others);

/// Figures of runs with fixed confidence.
struct StopFigures {
  statistics::Estimate right;  ///< share of runs with a best action
  statistics::Estimate sure;   ///< share of runs that reached the confidence
  double mean_rounds = 0;
  double lower = 0;  ///< lower quartile of the number of rounds
  double median = 0;
  double upper = 0;  ///< upper quartile
};
/// Returns the figures of a method. Requires: trials.has_stops().
StopFigures stop_figures(const Trials& trials, std::size_t method);

/// Box plot. Whiskers reach to the farthest values within 1.5 times the height of the box.
struct Box : charts::Box {
  double deviation = 0;  ///< standard deviation of all values
};
/// Returns the box plot of `values`. Requires: at least one value.
Box box_of(std::vector<double> values);

/// Returns the accuracies of some methods at a checkpoint.
std::vector<double> accuracies(const Trials& trials, std::span<const std::size_t> methods,
                               std::size_t checkpoint);
/// Returns the method whose accuracy is nearest to the quantile `part` of the accuracies of
/// `methods`.
std::size_t method_at(const Trials& trials, std::span<const std::size_t> methods,
                      std::size_t checkpoint, double part);

/// Returns the difference of two spreads. The spread of some methods is the mean over checkpoints
/// of the standard deviation of their accuracies. The interval is a bootstrap interval from 400
/// resamples of the runs with a fixed seed.
statistics::Estimate spread_difference(const Trials& trials, std::span<const std::size_t> methods,
                                       std::span<const std::size_t> others);

}  // namespace trivium::learning::bandits
