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

/// How far numbers reach that a sum of so many inputs is made with.
double reach_of(const LayerShape& layer) { return std::sqrt(6.0 / static_cast<double>(layer.inputs * layer.side * layer.side)); }

void add_weights(std::string_view name, const LayerShape& layer, Rng& rng, std::vector<format::Tensor>& tensors) {
  const std::size_t count = layer.outputs * layer.inputs * layer.side * layer.side;
  tensors.push_back(format::make_tensor<float>(std::string(name), weight_shape(layer), drawn_numbers(count, reach_of(layer), rng)));
}

void add_layer(const LayerShape& layer, Rng& rng, std::vector<format::Tensor>& tensors) {
  add_weights(std::string(layer.name) + ".weight", layer, rng, tensors);
  const std::vector<float> biases = drawn_numbers(layer.outputs, reach_of(layer), rng);
  tensors.push_back(format::make_tensor<float>(std::string(layer.name) + ".bias", {layer.outputs}, biases));
}

}  // namespace

format::WeightFile drawn_network(const NetworkSetting& setting, std::uint64_t seed, bool memory) {
  Rng rng(seed);
  format::WeightFile file;
  file.kind = kNetworkKind;
  file.schema = kNetworkSchema;
  file.source = "drawn";
  file.tensors = setting_tensors(setting);
  LayerShape hidden = kHidden;
  if (memory) hidden.inputs += kMemoryUnits;
  for (const LayerShape& layer : {kConvolution1, kConvolution2, kConvolution3, hidden, kPolicy, kValue}) {
    add_layer(layer, rng, file.tensors);
  }
  if (memory) {
    add_weights(kMemoryInput, {"", kMemorySums, kActionNumbers}, rng, file.tensors);
    add_weights(kMemoryState, {"", kMemorySums, kMemoryUnits}, rng, file.tensors);
  }
  if (!setting.raise_sizes.empty()) add_layer({kSizeLayer, setting.raise_sizes.size(), kHidden.outputs}, rng, file.tensors);
  return file;
}

std::shared_ptr<const Network> bench_network(const GameDefinition& game) {
  NetworkSetting setting{game, Alignment::kTopLeft, {}};
  if (game.no_limit()) setting.raise_sizes = {50, 100, kAllInSize};
  constexpr std::uint64_t kSeed = 1;
  return Network::from_file(drawn_network(setting, kSeed, true));
}

}  // namespace trivium::poker
