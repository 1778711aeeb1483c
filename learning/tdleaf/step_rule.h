// Step rules from a gradient to a change of weights: plain ascent, AdaGrad, Adam.
//
// Sources: Duchi, Hazan and Singer 2011 (AdaGrad); Kingma and Ba 2015 (Adam).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "learning/harness/checkpoint.h"

namespace trivium::learning::tdleaf {

enum class StepRule : std::uint8_t {
  kPlain,    ///< alpha x gradient, as the paper has it
  kAdaGrad,  ///< each parameter's gradient divided by the root of the sum of its squares so far
  kAdam,     ///< running means of the gradient and of its square instead: every parameter moves by
             ///< about alpha where its gradient is steady
};

std::string_view name_of(StepRule rule) noexcept;
/// "plain", "adagrad", "adam".
std::optional<StepRule> step_rule(std::string_view name) noexcept;

class Stepper {
 public:
  Stepper(StepRule rule, std::size_t parameters);

  /// Moves `weights` (pawns) along `gradient` (by centipawns); `alpha` is centipawns, for the plain
  /// rule centipawns per unit of gradient. A parameter whose gradient has always been 0 does not
  /// move.
  void step(std::span<double> weights, std::span<const double> gradient, double alpha);

  /// State for a checkpoint; restore() throws format::LoadError if it belongs to another kind of
  /// Stepper.
  std::vector<format::Tensor> state() const;
  void restore(const StateReader& state);

 private:
  double direction(std::size_t parameter, double gradient) noexcept;

  StepRule rule_;
  std::uint64_t steps_ = 0;
  std::vector<double> mean_;     // of gradients (Adam)
  std::vector<double> squares_;  // of gradients: their sum (AdaGrad) or running mean (Adam)
  double mean_bias_ = 1.0;       // what a running mean that began with 0 must be divided by
  double squares_bias_ = 1.0;
};

}  // namespace trivium::learning::tdleaf
