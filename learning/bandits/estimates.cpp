#include "learning/bandits/estimates.h"

#include <algorithm>
#include <cmath>

#include "engine/core/rng.h"

namespace trivium::learning::bandits {

namespace {

/// Returns the mean over runs of the numbers of(run), which are in [low, high].
template <class Of>
statistics::Estimate mean_over_runs(const Trials& trials, double low, double high, const Of& of) {
  std::vector<double> values;
  values.reserve(trials.runs());
  for (std::size_t run = 0; run < trials.runs(); ++run) values.push_back(of(run));
  return mean_between(values, low, high);
}

double as_number(bool right) noexcept { return right ? 1 : 0; }

double deviation_of(std::span<const double> values) noexcept {
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / std::max(1.0, static_cast<double>(values.size()) - 1));
}

/// Returns the mean over checkpoints of the standard deviation of the methods' accuracies in
/// `runs`.
double spread(const Trials& trials, std::span<const std::size_t> methods,
              std::span<const std::size_t> runs) {
  double sum = 0;
  std::vector<double> shares(methods.size());
  for (std::size_t checkpoint = 0; checkpoint < trials.checkpoints(); ++checkpoint) {
    for (std::size_t i = 0; i < methods.size(); ++i) {
      std::size_t right = 0;
      for (const std::size_t run : runs)
        right += trials.at(run, methods[i], checkpoint).right ? 1U : 0U;
      shares[i] = static_cast<double>(right) / static_cast<double>(runs.size());
    }
    sum += deviation_of(shares);
  }
  return sum / static_cast<double>(trials.checkpoints());
}

/// Returns the quantile `part`, in [0, 1], with linear interpolation between neighbors. Requires:
/// `sorted` is ascending and not empty.
double quantile(std::span<const double> sorted, double part) noexcept {
  const double place = part * (static_cast<double>(sorted.size()) - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

statistics::Estimate mean_between(std::span<const double> values, double low, double high) {
  if (values.empty() || !(high > low)) return {low, low, high};
  const auto count = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double value : values) sum += (value - low) / (high - low);
  const double mean = std::clamp(sum / count, 0.0, 1.0);
  for (const double value : values)
    squares += ((value - low) / (high - low) - mean) * ((value - low) / (high - low) - mean);
  const double variance = squares / count;
  // The center of Wilson's interval is shifted towards the middle of the scale. For numbers near an
  // end of the scale, the shift may exceed their standard error, so each side is at least 1.96
  // standard errors long.
  const statistics::Reach reach = statistics::reach_of_mean(mean, variance, values.size());
  const double usual = statistics::kNormal95 * std::sqrt(variance / count);
  const double below = std::min(std::max(reach.below, usual), mean),
               above = std::min(std::max(reach.above, usual), 1 - mean);
  const auto back = [&](double share) { return low + share * (high - low); };
  return {back(mean), back(mean - below), back(mean + above)};
}

statistics::Estimate accuracy(const Trials& trials, std::size_t method, std::size_t checkpoint) {
  std::uint64_t right = 0;
  for (std::size_t run = 0; run < trials.runs(); ++run)
    right += trials.at(run, method, checkpoint).right ? 1U : 0U;
  return statistics::share_of(right, trials.runs());
}

statistics::Estimate grade_regret(const Trials& trials, std::size_t method,
                                  std::size_t checkpoint) {
  return mean_over_runs(trials, 0, trials.max_score - trials.min_score, [&](std::size_t run) {
    return static_cast<double>(trials.at(run, method, checkpoint).regret);
  });
}

statistics::Estimate mean_grade(const Trials& trials, std::size_t method, std::size_t checkpoint) {
  return mean_over_runs(trials, trials.min_score, trials.max_score, [&](std::size_t run) {
    return static_cast<double>(trials.at(run, method, checkpoint).score);
  });
}

statistics::Estimate grade_total(const Trials& trials, std::size_t method, std::size_t checkpoint) {
  const statistics::Estimate mean = mean_grade(trials, method, checkpoint);
  const auto runs = static_cast<double>(trials.runs());
  return {runs * mean.value, runs * mean.low, runs * mean.high};
}

statistics::Estimate difference(const Trials& trials, std::size_t method, std::size_t other,
                                std::size_t checkpoint) {
  return mean_over_runs(trials, -1, 1, [&](std::size_t run) {
    return as_number(trials.at(run, method, checkpoint).right) -
           as_number(trials.at(run, other, checkpoint).right);
  });
}

statistics::Estimate growth(const Trials& trials, std::size_t method, std::size_t from,
                            std::size_t to) {
  return mean_over_runs(trials, -1, 1, [&](std::size_t run) {
    return as_number(trials.at(run, method, to).right) -
           as_number(trials.at(run, method, from).right);
  });
}

statistics::Estimate separate_difference(const statistics::Estimate& one,
                                         const statistics::Estimate& other) noexcept {
  const double value = one.value - other.value;
  return {value, value - std::hypot(one.value - one.low, other.high - other.value),
          value + std::hypot(one.high - one.value, other.value - other.low)};
}

statistics::Estimate mean_of_separate(std::span<const statistics::Estimate> figures) noexcept {
  double sum = 0, below = 0, above = 0;
  for (const statistics::Estimate& one : figures) {
    sum += one.value;
    below = std::hypot(below, one.value - one.low);
    above = std::hypot(above, one.high - one.value);
  }
  const auto count = static_cast<double>(figures.size());
  return {sum / count, (sum - below) / count, (sum + above) / count};
}

statistics::Estimate mean_difference(const Trials& trials, std::size_t method,
                                     std::span<const std::size_t> others) {
  const auto checkpoints = static_cast<double>(trials.checkpoints());
  return mean_over_runs(trials, -1, 1, [&](std::size_t run) {
    double sum = 0;
    for (std::size_t i = 0; i < trials.checkpoints(); ++i) {
      sum += as_number(trials.at(run, method, i).right) -
             as_number(trials.at(run, others[i], i).right);
    }
    return sum / checkpoints;
  });
}

StopFigures stop_figures(const Trials& trials, std::size_t method) {
  std::uint64_t right = 0, sure = 0;
  std::vector<double> rounds;
  double sum = 0;
  for (std::size_t run = 0; run < trials.runs(); ++run) {
    const Stop& stop = trials.stop(run, method);
    right += stop.right ? 1U : 0U;
    sure += stop.sure ? 1U : 0U;
    rounds.push_back(stop.rounds);
    sum += stop.rounds;
  }
  std::ranges::sort(rounds);
  return {statistics::share_of(right, trials.runs()),
          statistics::share_of(sure, trials.runs()),
          sum / static_cast<double>(trials.runs()),
          quantile(rounds, 0.25),
          quantile(rounds, 0.5),
          quantile(rounds, 0.75)};
}

Box box_of(std::vector<double> values) {
  std::ranges::sort(values);
  Box box;
  box.lower = quantile(values, 0.25);
  box.median = quantile(values, 0.5);
  box.upper = quantile(values, 0.75);
  box.deviation = deviation_of(values);
  constexpr double kWhisker = 1.5, kRounding = 1e-12;
  const double reach = kWhisker * (box.upper - box.lower) + kRounding;
  box.low = box.median;
  box.high = box.median;
  for (const double value : values) {
    if (value < box.lower - reach || value > box.upper + reach) {
      box.outliers.push_back(value);
      continue;
    }
    box.low = std::min(box.low, value);
    box.high = std::max(box.high, value);
  }
  return box;
}

std::vector<double> accuracies(const Trials& trials, std::span<const std::size_t> methods,
                               std::size_t checkpoint) {
  std::vector<double> values;
  for (const std::size_t method : methods)
    values.push_back(accuracy(trials, method, checkpoint).value);
  return values;
}

std::size_t method_at(const Trials& trials, std::span<const std::size_t> methods,
                      std::size_t checkpoint, double part) {
  const std::vector<double> values = accuracies(trials, methods, checkpoint);
  std::vector<double> sorted = values;
  std::ranges::sort(sorted);
  const double wanted = quantile(sorted, part);
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    if (std::abs(values[i] - wanted) < std::abs(values[nearest] - wanted)) nearest = i;
  }
  return methods[nearest];
}

statistics::Estimate spread_difference(const Trials& trials, std::span<const std::size_t> methods,
                                       std::span<const std::size_t> others) {
  constexpr std::size_t kDraws = 400;
  std::vector<std::size_t> runs(trials.runs());
  for (std::size_t run = 0; run < runs.size(); ++run) runs[run] = run;
  const auto apart = [&] { return spread(trials, methods, runs) - spread(trials, others, runs); };
  const double value = apart();
  Rng rng(1);
  std::vector<double> drawn;
  for (std::size_t i = 0; i < kDraws; ++i) {
    for (std::size_t& run : runs) run = rng.below(static_cast<std::uint32_t>(trials.runs()));
    drawn.push_back(apart());
  }
  std::ranges::sort(drawn);
  return {value, std::min(value, quantile(drawn, 0.025)), std::max(value, quantile(drawn, 0.975))};
}

}  // namespace trivium::learning::bandits
