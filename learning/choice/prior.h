// Weights that are known before a fit, and the line search for their scale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "learning/choice/fit.h"

namespace trivium::learning::choice {

/// What weights are pulled to.
struct Prior {
  std::vector<double> weights;  ///< empty: none
  bool scaled = false;          ///< only their ratios are known: a fit takes them by best_factor()
};

/// Returns the factor, at least 0, at which `weights` predict the decisions best: golden section
/// search, since the log-likelihood has one maximum. `on_try` is called before each evaluation.
double best_factor(const Decisions& decisions, const chess::Attributes& attributes, chess::Lookahead lookahead,
                   std::span<const double> weights, std::size_t threads, const std::function<void()>& on_try = {});

/// `weights` times `factor`.
std::vector<double> scaled(std::span<const double> weights, double factor);

}  // namespace trivium::learning::choice
