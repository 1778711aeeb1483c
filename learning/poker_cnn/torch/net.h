// The network of paper 004 as a libtorch module, with variants that the paper argues against.
//
// Its parameters have the names and shapes of engine/poker/network/network.h, which evaluates them
// without libtorch. Initial parameters come from the random number generator of this repository, so
// they do not depend on the version of libtorch.
// Source: Tang, Xu and Tan 2020 (paper 004).
#pragma once

#include <cstdint>
#include <torch/torch.h>
#include <vector>

#include "learning/poker_cnn/torch/trainer.h"
#include "models/format/tensor.h"

namespace trivium::learning::poker_cnn {

/// Output for a batch of n states. Scores are logits.
struct NetOutput {
  torch::Tensor moves;  ///< [n,3] scores of fold, call and raise
  torch::Tensor value;  ///< [n] log-odds of winning; undefined without a value head
  torch::Tensor sizes;  ///< [n,sizes] scores of raise sizes; undefined without a size head
};

/// Not thread-safe for changes; forward() may be called from several threads without gradients.
class Net : public torch::nn::Module {
 public:
  /// Creates a net with random parameters. It has a value head for Lesson::kValueHead, and a size
  /// head if there are raise sizes.
  Net(const TrainerOptions& options, std::uint64_t seed);

  /// Evaluates a batch. `planes` is [n,16,17,17]. `betting` is [actions,n,9], where shorter
  /// bettings have leading zeros; it is ignored by a net without a memory.
  NetOutput forward(const torch::Tensor& planes, const torch::Tensor& betting);

  /// Returns all parameters with their names, as F32.
  std::vector<format::Tensor> tensors() const;
  /// Sets all parameters from `tensors`. Throws format::LoadError if one is missing or has another
  /// shape.
  void take(const std::vector<format::Tensor>& tensors);

 private:
  /// Draws the initial parameters.
  void draw(const TrainerOptions& options, std::uint64_t seed);

  bool pooling_;
  torch::nn::Conv2d convolution1_{nullptr}, convolution2_{nullptr}, convolution3_{nullptr};
  torch::nn::GRU memory_{nullptr};
  torch::nn::Linear hidden_{nullptr}, policy_{nullptr}, value_{nullptr}, size_{nullptr};
};

/// Converts a tensor of floats, on any device, to a tensor of a weight file.
format::Tensor to_format(std::string name, const torch::Tensor& tensor);
/// Copies the tensor `name` to `out`. Throws format::LoadError if it is missing or has another
/// shape.
void copy_from(const std::vector<format::Tensor>& tensors, const std::string& name,
               torch::Tensor out);

}  // namespace trivium::learning::poker_cnn
