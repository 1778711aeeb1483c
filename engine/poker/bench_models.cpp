#include "engine/poker/bench_models.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "engine/core/rng.h"
#include "engine/poker/policies/strategy_policy.h"
#include "engine/poker/strategy/betting_tree.h"
#include "engine/poker/strategy/strategy.h"

namespace trivium::poker {

namespace {

std::vector<float> random_numbers(std::size_t count, double reach, Rng& rng) {
  std::vector<float> numbers(count);
  for (float& number : numbers) number = static_cast<float>((2 * rng.unit() - 1) * reach);
  return numbers;
}

/// Returns the range of random numbers for a layer with this number of inputs.
double reach_of(const LayerShape& layer) {
  return std::sqrt(6.0 / static_cast<double>(layer.inputs * layer.kernel_size * layer.kernel_size));
}

void add_weights(std::string_view name, const LayerShape& layer, Rng& rng,
                 std::vector<format::Tensor>& tensors) {
  const std::size_t count = layer.outputs * layer.inputs * layer.kernel_size * layer.kernel_size;
  tensors.push_back(format::make_tensor<float>(std::string(name), weight_shape(layer),
                                               random_numbers(count, reach_of(layer), rng)));
}

void add_layer(const LayerShape& layer, Rng& rng, std::vector<format::Tensor>& tensors) {
  add_weights(std::string(layer.name) + ".weight", layer, rng, tensors);
  const std::vector<float> biases = random_numbers(layer.outputs, reach_of(layer), rng);
  tensors.push_back(
      format::make_tensor<float>(std::string(layer.name) + ".bias", {layer.outputs}, biases));
}

constexpr std::size_t kBuckets = 6;

/// Returns centroids in order: each has `step` more than the one before in the first `places`
/// bytes.
template <class Point>
std::vector<Point> ladder(std::size_t places, std::size_t step) {
  std::vector<Point> points(kBuckets);
  for (std::size_t k = 0; k < kBuckets; ++k)
    std::fill_n(points[k].begin(), places, static_cast<std::uint8_t>((2 * k + 1) * step));
  return points;
}

BucketData few_buckets() {
  BucketData data;
  data.counts = {kPreflopClasses, kBuckets, kBuckets, kBuckets};
  data.preflop = BucketArray(kPreflopClasses, kPreflopClasses);
  for (std::size_t c = 0; c < kPreflopClasses; ++c)
    data.preflop.set(c, static_cast<std::uint16_t>(c));
  data.flop = BucketArray(kHoldingClasses[1], kBuckets);
  for (std::size_t c = 0; c < kHoldingClasses[1]; ++c)
    data.flop.set(c, static_cast<std::uint16_t>(c % kBuckets));
  data.turn = ladder<TurnPoint>(kEquityBins, kTurnRivers * kTurnScale / (2 * kBuckets));
  data.river = ladder<RiverPoint>(kOpponentClasses, kProfileUnits / (2 * kBuckets));
  for (std::size_t c = 0; c < kPreflopClasses; ++c)
    data.opponent_class.push_back(static_cast<std::uint8_t>(c % kOpponentClasses));
  return data;
}

void by_hash(std::size_t decision, std::size_t bucket, std::span<double> out) {
  std::uint64_t state = std::uint64_t{decision} << 32 | bucket;
  for (double& part : out) part = static_cast<double>(splitmix64(state) % 1000);
}

}  // namespace

format::WeightFile random_network(const NetworkSetting& setting, std::uint64_t seed, bool memory) {
  Rng rng(seed);
  format::WeightFile file;
  file.kind = kNetworkKind;
  file.schema = kNetworkSchema;
  file.source = "drawn";
  file.tensors = setting_tensors(setting);
  LayerShape hidden = kHidden;
  if (memory) hidden.inputs += kMemoryUnits;
  for (const LayerShape& layer :
       {kConvolution1, kConvolution2, kConvolution3, hidden, kPolicy, kValue}) {
    add_layer(layer, rng, file.tensors);
  }
  if (memory) {
    add_weights(kMemoryInput, {"", kMemorySums, kActionNumbers}, rng, file.tensors);
    add_weights(kMemoryState, {"", kMemorySums, kMemoryUnits}, rng, file.tensors);
  }
  if (!setting.raise_sizes.empty())
    add_layer({kSizeLayer, setting.raise_sizes.size(), kHidden.outputs}, rng, file.tensors);
  return file;
}

std::shared_ptr<const Network> bench_network(const GameDefinition& game) {
  NetworkSetting setting{game, Alignment::kTopLeft, {}};
  if (game.no_limit()) setting.raise_sizes = {50, 100, kAllInSize};
  constexpr std::uint64_t kSeed = 1;
  return Network::from_file(random_network(setting, kSeed, true));
}

std::shared_ptr<const Policy> bench_strategy(const GameDefinition& game) {
  const BettingAbstraction bets =
      game.no_limit() ? *BettingAbstraction::parse("50,100:100,all/100:all") : BettingAbstraction();
  const BettingTree tree = *BettingTree::build(game, bets);
  format::WeightFile file;
  file.kind = kStrategyKind;
  file.schema = kStrategySchema;
  file.source = "bench";
  file.tensors = strategy_tensors(tree, few_buckets(), by_hash);
  return std::make_shared<const StrategyPolicy>(Strategy::from_file(file));
}

}  // namespace trivium::poker
