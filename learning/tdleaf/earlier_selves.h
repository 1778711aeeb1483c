// Weights of earlier generations, as opponents: spread evenly over the whole run, never many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/chess/evaluation/weights.h"
#include "learning/harness/checkpoint.h"

namespace trivium::learning::tdleaf {

class EarlierSelves {
 public:
  static constexpr std::size_t kMax = 16;

  /// Offers the weights that a generation played with; generations come in order. Of `stride`
  /// generations one is kept; when there are more than kMax, every second one goes and the stride
  /// doubles.
  void offer(std::uint64_t generation, std::span<const double> weights);

  /// Those kept, as players. Throws format::LoadError when weights are out of range.
  std::vector<std::shared_ptr<const chess::Weights>> players() const;

  /// For a checkpoint; restore() throws format::LoadError.
  std::vector<format::Tensor> state() const;
  void restore(const StateReader& state);

 private:
  std::uint64_t stride_ = 1;
  std::vector<std::vector<double>> kept_;  // of generations 0, stride, 2 stride, ...
};

}  // namespace trivium::learning::tdleaf
