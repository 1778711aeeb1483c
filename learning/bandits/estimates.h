// Figures of an experiment, each with its 95 % interval.
//
// Means of numbers that have bounds get the interval of learning/statistics/intervals.h (Wilson's,
// with the variance that was seen), so that a hundred right answers of a hundred do not look like
// certainty. To each side it reaches at least 1.96 standard errors. Where small losses are rare on
// a wide scale it is more than sure on the side of those that were never seen: they may be great.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "learning/bandits/experiment.h"
#include "learning/charts/chart.h"
#include "learning/statistics/intervals.h"

namespace trivium::learning::bandits {

/// The mean of numbers that lie between `low` and `high`.
statistics::Estimate mean_between(std::span<const double> values, double low, double high);

/// How often a method was right.
statistics::Estimate accuracy(const Trials& trials, std::size_t method, std::size_t checkpoint);
/// Mean of what the best answer would have brought more: the paper's formula of GRADE.
statistics::Estimate grade_regret(const Trials& trials, std::size_t method, std::size_t checkpoint);
/// Sum over all runs of what the answers brought: what the paper's figures show.
statistics::Estimate grade_total(const Trials& trials, std::size_t method, std::size_t checkpoint);
/// The same for each run.
statistics::Estimate mean_grade(const Trials& trials, std::size_t method, std::size_t checkpoint);

/// How much more often one method was right than another, run by run.
statistics::Estimate difference(const Trials& trials, std::size_t method, std::size_t other,
                                std::size_t checkpoint);
/// How much more often a method was right at one checkpoint than at another.
statistics::Estimate growth(const Trials& trials, std::size_t method, std::size_t from,
                            std::size_t to);
/// Of two shares from separate experiments (Newcombe 1998, method 10).
statistics::Estimate separate_difference(const statistics::Estimate& one,
                                         const statistics::Estimate& other) noexcept;

/// The mean of figures from separate experiments.
statistics::Estimate mean_of_separate(std::span<const statistics::Estimate> figures) noexcept;

/// Of a method and, at each checkpoint, the other that `others` names, one for each: the mean over
/// checkpoints.
statistics::Estimate mean_difference(const Trials& trials, std::size_t method,
                                     std::span<const std::size_t> others);

/// How many rounds runs with fixed confidence took.
struct StopFigures {
  statistics::Estimate right;
  statistics::Estimate sure;
  double mean_rounds = 0;
  double lower = 0;  ///< quartiles
  double median = 0;
  double upper = 0;
};
StopFigures stop_figures(const Trials& trials, std::size_t method);

/// Tukey's box: the whiskers reach to the farthest values within 1.5 times the height of the box.
struct Box : charts::Box {
  double deviation = 0;  ///< standard deviation of all values
};
/// Of at least one value.
Box box_of(std::vector<double> values);

/// The value at a part of the way through sorted values, between neighbors in proportion.
double quantile(std::span<const double> sorted, double part) noexcept;

/// The accuracies of some methods at a checkpoint: of one method with different splits.
std::vector<double> accuracies(const Trials& trials, std::span<const std::size_t> methods,
                               std::size_t checkpoint);
/// Which of the methods has the accuracy that is nearest to `part` of the way through all of
/// theirs.
std::size_t method_at(const Trials& trials, std::span<const std::size_t> methods,
                      std::size_t checkpoint, double part);

/// How much more the accuracies of some methods vary among each other than those of others, in
/// standard deviations, mean over checkpoints; the interval is from 400 draws of runs with
/// replacement (bootstrap, a fixed seed).
statistics::Estimate spread_difference(const Trials& trials, std::span<const std::size_t> methods,
                                       std::span<const std::size_t> others);

}  // namespace trivium::learning::bandits
