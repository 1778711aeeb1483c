#include "learning/tdleaf/curvature.h"

#include <numeric>
#include <string_view>
#include <utility>

#include "models/format/load_error.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr std::string_view kSteps = "curvature.steps";
constexpr std::string_view kChanges = "curvature.changes";

void add_multiple(std::span<double> to, double factor, std::span<const double> what) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * what[i];
}

}  // namespace

double dot(std::span<const double> a, std::span<const double> b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

void Curvature::add(std::vector<double> step, std::vector<double> change) {
  const double product = dot(step, change);
  if (!(product > 0.0)) return;
  pairs_.push_back({std::move(step), std::move(change), product});
  if (pairs_.size() > kMemory) pairs_.pop_front();
}

std::vector<double> Curvature::direction(std::span<const double> gradient) const {
  std::vector<double> d(gradient.begin(), gradient.end());
  std::vector<double> shares(pairs_.size());
  for (std::size_t i = pairs_.size(); i-- > 0;) {
    shares[i] = dot(pairs_[i].step, d) / pairs_[i].product;
    add_multiple(d, -shares[i], pairs_[i].change);
  }
  if (!pairs_.empty()) {
    const double scale = pairs_.back().product / dot(pairs_.back().change, pairs_.back().change);
    for (double& one : d) one *= scale;
  }
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    add_multiple(d, shares[i] - dot(pairs_[i].change, d) / pairs_[i].product, pairs_[i].step);
  }
  for (double& one : d) one = -one;
  return d;
}

std::vector<format::Tensor> Curvature::state() const {
  std::vector<std::vector<double>> steps;
  std::vector<std::vector<double>> changes;
  for (const Pair& pair : pairs_) {
    steps.push_back(pair.step);
    changes.push_back(pair.change);
  }
  std::vector<format::Tensor> state;
  add_rows(state, kSteps, steps);
  add_rows(state, kChanges, changes);
  return state;
}

void Curvature::restore(const StateReader& state, std::size_t variables) {
  std::vector<std::vector<double>> steps = state.rows(kSteps, variables);
  std::vector<std::vector<double>> changes = state.rows(kChanges, variables);
  if (steps.size() != changes.size())
    throw format::LoadError("checkpoint.damaged", "the checkpoint has not as many changes of the gradient as steps");
  forget();
  for (std::size_t i = 0; i < steps.size(); ++i) add(std::move(steps[i]), std::move(changes[i]));
}

}  // namespace trivium::learning::tdleaf
