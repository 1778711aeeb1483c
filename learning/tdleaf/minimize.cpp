#include "learning/tdleaf/minimize.h"

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace trivium::learning::tdleaf {

namespace {

constexpr double kSufficientFall = 1e-4;  // the two constants of the weak Wolfe conditions
constexpr double kCurvature = 0.9;
constexpr int kMaxTrials = 50;  // of the length of one step
constexpr std::uint64_t kSettledIterations = 3;

constexpr std::string_view kAt = "minimizer.at";
constexpr std::string_view kValue = "minimizer.value";
constexpr std::string_view kGradient = "minimizer.gradient";
constexpr std::string_view kIterations = "minimizer.iterations";
constexpr std::string_view kSettled = "minimizer.settled";

std::vector<double> difference_of(std::span<const double> a, std::span<const double> b) {
  std::vector<double> result(a.begin(), a.end());
  for (std::size_t i = 0; i < result.size(); ++i) result[i] -= b[i];
  return result;
}

}  // namespace

struct Minimizer::Landing {
  std::vector<double> at;
  Slope slope;
};

Minimizer::Minimizer(Function function, std::vector<double> start, double enough)
    : function_(std::move(function)), enough_(enough), at_(std::move(start)), slope_(function_(at_)) {}

Minimizer::Minimizer(Function function, std::size_t size, const StateReader& state, double enough)
    : function_(std::move(function)), enough_(enough), at_(size), slope_{0.0, std::vector<double>(size)} {
  curvature_.restore(state, size);
  state.read(kAt, at_);
  slope_.value = state.number<double>(kValue);
  state.read(kGradient, slope_.gradient);
  iterations_ = state.number<std::uint64_t>(kIterations);
  settled_ = state.number<std::uint64_t>(kSettled);
}

bool Minimizer::converged() const noexcept { return settled_ >= kSettledIterations; }

/// A point along the direction that fulfils the conditions, or the best that the trials came to; none when nothing is lower.
std::optional<Minimizer::Landing> Minimizer::search_line(std::span<const double> direction, double length) const {
  const double descent = dot(slope_.gradient, direction);
  double low = 0.0;
  double high = std::numeric_limits<double>::infinity();
  std::optional<Landing> best;
  for (int trial = 0; trial < kMaxTrials; ++trial) {
    Landing here{at_, {}};
    for (std::size_t i = 0; i < here.at.size(); ++i) here.at[i] += length * direction[i];
    here.slope = function_(here.at);
    const bool falls = here.slope.value <= slope_.value + kSufficientFall * length * descent;
    if (!falls) {
      high = length;
    } else {
      const bool far_enough = dot(here.slope.gradient, direction) >= kCurvature * descent;
      if (!best || here.slope.value < best->slope.value) best = std::move(here);
      if (far_enough) return best;
      low = length;
    }
    length = std::isinf(high) ? 2.0 * length : 0.5 * (low + high);
  }
  return best;
}

/// Where the next iteration ends, or nothing when there is nothing lower.
std::optional<Minimizer::Landing> Minimizer::land() {
  std::vector<double> direction = curvature_.direction(slope_.gradient);
  if (!curvature_.empty() && dot(direction, slope_.gradient) < 0.0) {
    if (std::optional<Landing> landing = search_line(direction, 1.0)) return landing;
  }
  curvature_.forget();  // there is none yet, or rounding or a kink has spoilt it: straight downhill
  direction = curvature_.direction(slope_.gradient);
  return search_line(direction, 1.0 / std::sqrt(dot(slope_.gradient, slope_.gradient)));
}

bool Minimizer::advance() {
  if (dot(slope_.gradient, slope_.gradient) == 0.0) settled_ = kSettledIterations;
  if (converged()) return false;
  std::optional<Landing> next = land();
  if (!next) return false;
  curvature_.add(difference_of(next->at, at_), difference_of(next->slope.gradient, slope_.gradient));
  settled_ = value() - next->slope.value <= enough_ * std::abs(value()) ? settled_ + 1 : 0;
  at_ = std::move(next->at);
  slope_ = std::move(next->slope);
  ++iterations_;
  return true;
}

std::vector<format::Tensor> Minimizer::state() const {
  std::vector<format::Tensor> state = curvature_.state();
  state.push_back(format::make_tensor(std::string(kAt), {at_.size()}, std::span(at_)));
  state.push_back(format::make_tensor(std::string(kValue), {}, std::span(&slope_.value, 1)));
  state.push_back(format::make_tensor(std::string(kGradient), {slope_.gradient.size()}, std::span(slope_.gradient)));
  state.push_back(format::make_tensor(std::string(kIterations), {}, std::span(&iterations_, 1)));
  state.push_back(format::make_tensor(std::string(kSettled), {}, std::span(&settled_, 1)));
  return state;
}

}  // namespace trivium::learning::tdleaf
