// The network of paper 004 as libtorch trains it, and variants that the paper argues against.
//
// Its tensors have the names and shapes of engine/poker/network/network.h, which evaluates them
// without libtorch. Numbers to begin with are drawn by our own generator, so that they are the same
// for any libtorch.
#pragma once

#include <cstdint>
#include <torch/torch.h>
#include <vector>

#include "learning/poker_cnn/torch/trainer.h"
#include "models/format/tensor.h"

namespace trivium::learning::poker_cnn {

struct NetOutput {
  torch::Tensor moves;  ///< scores [n,3]
  torch::Tensor value;  ///< log-odds [n], undefined without such a head
  torch::Tensor sizes;  ///< scores [n,sizes], undefined without such a head
};

class Net : public torch::nn::Module {
 public:
  Net(const NetOptions& options, std::uint64_t seed);

  /// `planes` is [n,16,17,17]; `betting`, which only a net with a memory looks at, [actions,n,9],
  /// shorter ones after zeros.
  NetOutput forward(const torch::Tensor& planes, const torch::Tensor& betting);

  /// All parameters, F32, by their names.
  std::vector<format::Tensor> tensors() const;
  /// Takes them back; throws format::LoadError where one is missing or has another shape.
  void take(const std::vector<format::Tensor>& tensors);

 private:
  void draw(const NetOptions& options, std::uint64_t seed);

  bool pooling_;
  torch::nn::Conv2d convolution1_{nullptr}, convolution2_{nullptr}, convolution3_{nullptr};
  torch::nn::GRU memory_{nullptr};
  torch::nn::Linear hidden_{nullptr}, policy_{nullptr}, value_{nullptr}, size_{nullptr};
};

/// A tensor of floats on the CPU as a file holds it.
format::Tensor to_format(std::string name, const torch::Tensor& tensor);
/// Copies numbers of that name into `out`; throws format::LoadError where there are none or they do
/// not fit.
void copy_from(const std::vector<format::Tensor>& tensors, const std::string& name,
               torch::Tensor out);

}  // namespace trivium::learning::poker_cnn
