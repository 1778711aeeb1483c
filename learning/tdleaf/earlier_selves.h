// Weights of earlier generations, used as opponents in self-play. At most kMax are kept, spread
// evenly over the whole run.
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

  /// Offers the weights with which a generation was played, in pawns. Keeps them if the number of
  /// the generation is a multiple of the stride, which is 1 at first. If there are then more than
  /// kMax, every second one is dropped and the stride doubles. Requires: calls in ascending order
  /// of generations, from 0.
  void offer(std::uint64_t generation, std::span<const double> weights);

  /// Returns the weights kept, oldest first, for the engine. Throws format::LoadError if weights
  /// are out of its range.
  std::vector<std::shared_ptr<const chess::Weights>> players() const;

  /// State for a checkpoint. restore() throws format::LoadError if tensors are missing or of
  /// another size.
  std::vector<format::Tensor> state() const;
  void restore(const StateReader& state);

 private:
  std::uint64_t stride_ = 1;
  std::vector<std::vector<double>> kept_;  // weights of generations 0, stride, 2 stride, ...
};

}  // namespace trivium::learning::tdleaf
