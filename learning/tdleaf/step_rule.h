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
  kPlain,    ///< alpha x gradient, as in paper 003
  kAdaGrad,  ///< divides each gradient by the root of the sum of its squares so far
  /// Divides a running mean of the gradient by the root of a running mean of its square, so a
  /// parameter with a steady gradient moves by about alpha.
  kAdam,
};

/// Returns "plain", "adagrad" or "adam".
std::string_view name_of(StepRule rule) noexcept;
/// Returns the rule of this name, or nothing if there is none.
std::optional<StepRule> step_rule(std::string_view name) noexcept;

/// Applies a step rule, with its state for each parameter.
class Stepper {
 public:
  Stepper(StepRule rule, std::size_t parameters);

  /// Moves `weights` (in pawns) along `gradient` (per centipawn). `alpha` is in centipawns; for
  /// kPlain it is in centipawns per unit of gradient. A parameter whose gradient has always been 0
  /// does not move. Requires: both have `parameters` numbers.
  void step(std::span<double> weights, std::span<const double> gradient, double alpha);

  /// State for a checkpoint. restore() throws format::LoadError if tensors are missing or of
  /// another size.
  std::vector<format::Tensor> state() const;
  void restore(const StateReader& state);

 private:
  double direction(std::size_t parameter, double gradient) noexcept;

  StepRule rule_;
  std::uint64_t steps_ = 0;
  std::vector<double> mean_;     // running mean of gradients (Adam)
  std::vector<double> squares_;  // squared gradients: their sum (AdaGrad) or running mean (Adam)
  double mean_bias_ = 1.0;       // divisor that corrects a running mean that began with 0
  double squares_bias_ = 1.0;    // the same for squares_ (Adam)
};

}  // namespace trivium::learning::tdleaf
