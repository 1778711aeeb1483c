#include "engine/poker/bench_network.h"

#include <cmath>
#include <string>
#include <vector>

#include "engine/core/rng.h"

namespace trivium::poker {

namespace {

std::vector<float> drawn_numbers(std::size_t count, double reach, Rng& rng) {
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>((2 * rng.unit() - 1) * reach);
  return numbers;
}

void add_layer(const LayerShape& layer, Rng& rng, std::vector<format::Tensor>& tensors) {
  const std::size_t inputs = layer.inputs * layer.side * layer.side;
  const double reach = std::sqrt(6.0 / static_cast<double>(inputs));
  const std::vector<float> weights = drawn_numbers(layer.outputs * inputs, reach, rng);
  const std::vector<float> biases = drawn_numbers(layer.outputs, reach, rng);
  tensors.push_back(format::make_tensor<float>(std::string(layer.name) + ".weight", weight_shape(layer), weights));
  tensors.push_back(format::make_tensor<float>(std::string(layer.name) + ".bias", {layer.outputs}, biases));
}

}  // namespace

format::WeightFile drawn_network(const NetworkSetting& setting, std::uint64_t seed) {
  Rng rng(seed);
  format::WeightFile file;
  file.kind = kNetworkKind;
  file.schema = kNetworkSchema;
  file.source = "drawn";
  file.tensors = setting_tensors(setting);
  for (const LayerShape& layer : {kConvolution1, kConvolution2, kConvolution3, kHidden, kPolicy, kValue}) {
    add_layer(layer, rng, file.tensors);
  }
  if (!setting.raise_sizes.empty()) add_layer({kSizeLayer, setting.raise_sizes.size(), kHidden.outputs}, rng, file.tensors);
  return file;
}

std::shared_ptr<const Network> bench_network(const GameDefinition& game) {
  NetworkSetting setting{game, Alignment::kTopLeft, {}};
  if (game.no_limit()) setting.raise_sizes = {50, 100, kAllInSize};
  return Network::from_file(drawn_network(setting));
}

}  // namespace trivium::poker
