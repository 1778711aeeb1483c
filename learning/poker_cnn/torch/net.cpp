#include "learning/poker_cnn/torch/net.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/core/rng.h"
#include "engine/poker/network/network.h"
#include "models/format/load_error.h"

namespace trivium::learning::poker_cnn {

namespace {

/// Returns the module of a layer. With pooling, the stride is 1.
torch::nn::Conv2d convolution(const poker::LayerShape& layer, bool pooling) {
  const auto size = [](std::size_t n) { return static_cast<std::int64_t>(n); };
  torch::nn::Conv2dOptions options(size(layer.inputs), size(layer.outputs),
                                   size(layer.kernel_size));
  return torch::nn::Conv2d(options.stride(pooling ? 1 : size(layer.stride)));
}

torch::nn::Linear linear(std::size_t inputs, std::size_t outputs) {
  return torch::nn::Linear(static_cast<std::int64_t>(inputs), static_cast<std::int64_t>(outputs));
}

/// Returns a standard normal number by the method of Box and Muller (1958).
double normal(Rng& rng) {
  const double radius = std::sqrt(-2 * std::log(1 - rng.unit()));
  return radius * std::cos(2 * std::numbers::pi * rng.unit());
}

}  // namespace

Net::Net(const TrainerOptions& options, std::uint64_t seed) : pooling_(options.pooling) {
  const auto add = [this](const poker::LayerShape& layer, const auto& module) {
    return register_module(std::string(layer.name), module);
  };
  convolution1_ = add(poker::kConvolution1, convolution(poker::kConvolution1, pooling_));
  convolution2_ = add(poker::kConvolution2, convolution(poker::kConvolution2, pooling_));
  convolution3_ = add(poker::kConvolution3, convolution(poker::kConvolution3, pooling_));
  // With pooling, the sides of the planes are 17, 13, 6, 4, 2 and 1, so a quarter of the inputs
  // remains.
  std::size_t inputs = pooling_ ? poker::kConvolution3.outputs : poker::kHidden.inputs;
  if (options.memory) {
    // Without biases, leading zeros do not change the initial state of zeros.
    memory_ = register_module(
        std::string(poker::kMemoryLayer),
        torch::nn::GRU(
            torch::nn::GRUOptions(poker::kActionNumbers, poker::kMemoryUnits).bias(false)));
    inputs += poker::kMemoryUnits;
  }
  hidden_ = add(poker::kHidden, linear(inputs, poker::kHidden.outputs));
  policy_ = add(poker::kPolicy, linear(poker::kHidden.outputs, poker::kNetworkActions));
  if (options.lesson == Lesson::kValueHead)
    value_ = add(poker::kValue, linear(poker::kHidden.outputs, 1));
  if (!options.raise_sizes.empty()) {
    size_ = register_module(std::string(poker::kSizeLayer),
                            linear(poker::kHidden.outputs, options.raise_sizes.size()));
  }
  draw(options, seed);
}

void Net::draw(const TrainerOptions& options, std::uint64_t seed) {
  constexpr double kGaussianDeviation = 0.01;
  const torch::NoGradGuard no_gradient;
  Rng rng(seed);
  for (const auto& item : named_parameters()) {
    torch::Tensor numbers = item.value();
    if (numbers.dim() == 1) {
      numbers.zero_();
      continue;
    }
    const double inputs =
        static_cast<double>(numbers.numel()) / static_cast<double>(numbers.size(0));
    const double deviation = options.initialization == Initialization::kMsra ? std::sqrt(2 / inputs)
                                                                             : kGaussianDeviation;
    float* place = numbers.data_ptr<float>();
    for (std::int64_t i = 0; i < numbers.numel(); ++i)
      place[i] = static_cast<float>(normal(rng) * deviation);
  }
}

NetOutput Net::forward(const torch::Tensor& planes, const torch::Tensor& betting) {
  const auto pooled = [this](const torch::Tensor& picture) {
    return pooling_ ? torch::max_pool2d(picture, 2) : picture;
  };
  torch::Tensor x = pooled(torch::relu(convolution1_->forward(planes)));
  x = pooled(torch::relu(convolution2_->forward(x)));
  x = torch::relu(convolution3_->forward(x));
  x = x.flatten(1);
  if (!memory_.is_empty()) x = torch::cat({x, std::get<1>(memory_->forward(betting))[0]}, 1);
  x = torch::relu(hidden_->forward(x));
  NetOutput output;
  output.moves = policy_->forward(x);
  if (!value_.is_empty()) output.value = value_->forward(x).squeeze(1);
  if (!size_.is_empty()) output.sizes = size_->forward(x);
  return output;
}

std::vector<format::Tensor> Net::tensors() const {
  std::vector<format::Tensor> all;
  for (const auto& item : named_parameters()) all.push_back(to_format(item.key(), item.value()));
  return all;
}

void Net::take(const std::vector<format::Tensor>& tensors) {
  const torch::NoGradGuard no_gradient;
  for (const auto& item : named_parameters()) copy_from(tensors, item.key(), item.value());
}

format::Tensor to_format(std::string name, const torch::Tensor& tensor) {
  const torch::Tensor numbers = tensor.detach().to(torch::kCPU).contiguous();
  const std::vector<std::uint64_t> dims(numbers.sizes().begin(), numbers.sizes().end());
  return format::make_tensor<float>(
      std::move(name), dims,
      {numbers.data_ptr<float>(), static_cast<std::size_t>(numbers.numel())});
}

void copy_from(const std::vector<format::Tensor>& tensors, const std::string& name,
               torch::Tensor out) {
  const auto found = std::ranges::find(tensors, name, &format::Tensor::name);
  if (found == tensors.end()) throw format::LoadError("weights.tensor", "no tensor {}", name);
  const std::span<const float> numbers = found->values<float>();
  if (!std::ranges::equal(found->dims, out.sizes(), {}, {},
                          [](std::int64_t n) { return static_cast<std::uint64_t>(n); })) {
    throw format::LoadError("weights.tensor", "the tensor {} is {}", name, found->shape_text());
  }
  out.copy_(torch::from_blob(const_cast<float*>(numbers.data()), out.sizes(), torch::kFloat32));
}

}  // namespace trivium::learning::poker_cnn
