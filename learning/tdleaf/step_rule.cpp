#include "learning/tdleaf/step_rule.h"

#include <array>
#include <cmath>

#include "engine/core/text.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr double kCentipawn = 0.01;  // in pawns
constexpr double kMeanDecay = 0.9;   // beta1 and, below, beta2 of Kingma and Ba
constexpr double kSquaresDecay = 0.999;
constexpr double kTiny = 1e-12;  // avoids division by 0; far below typical gradients, about 1e-5

constexpr std::array kNames = std::to_array<std::string_view>({"plain", "adagrad", "adam"});

}  // namespace

std::string_view name_of(StepRule rule) noexcept { return kNames[static_cast<std::size_t>(rule)]; }

std::optional<StepRule> step_rule(std::string_view name) noexcept {
  return text::named<StepRule>(kNames, name);
}

Stepper::Stepper(StepRule rule, std::size_t parameters)
    : rule_(rule), mean_(parameters), squares_(parameters) {}

double Stepper::direction(std::size_t i, double gradient) noexcept {
  switch (rule_) {
    case StepRule::kPlain:
      return gradient;
    case StepRule::kAdaGrad:
      squares_[i] += gradient * gradient;
      return gradient / (std::sqrt(squares_[i]) + kTiny);
    case StepRule::kAdam:
      mean_[i] += (1.0 - kMeanDecay) * (gradient - mean_[i]);
      squares_[i] += (1.0 - kSquaresDecay) * (gradient * gradient - squares_[i]);
      return mean_[i] / mean_bias_ / (std::sqrt(squares_[i] / squares_bias_) + kTiny);
  }
  return 0.0;
}

void Stepper::step(std::span<double> weights, std::span<const double> gradient, double alpha) {
  ++steps_;
  mean_bias_ = 1.0 - std::pow(kMeanDecay, static_cast<double>(steps_));
  squares_bias_ = 1.0 - std::pow(kSquaresDecay, static_cast<double>(steps_));
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] += kCentipawn * alpha * direction(i, gradient[i]);
}

std::vector<format::Tensor> Stepper::state() const {
  return {format::make_tensor("stepper.mean", mean_),
          format::make_tensor("stepper.squares", squares_),
          format::make_tensor("stepper.steps", steps_)};
}

void Stepper::restore(const StateReader& state) {
  state.read("stepper.mean", mean_);
  state.read("stepper.squares", squares_);
  steps_ = state.number<std::uint64_t>("stepper.steps");
}

}  // namespace trivium::learning::tdleaf
