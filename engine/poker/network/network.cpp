#include "engine/poker/network/network.h"

#include <algorithm>
#include <cmath>

#include "engine/poker/network/network_kernels.h"
#include "models/format/load_error.h"

namespace trivium::poker {

namespace {

constexpr std::string_view kGame = "game";
constexpr std::string_view kAlignment = "alignment";
constexpr std::string_view kSizes = "sizes";

constexpr std::size_t side_after(std::size_t side, const LayerShape& layer) {
  return (side - layer.kernel_size) / layer.stride + 1;
}
constexpr std::size_t kSide1 = side_after(kPlaneSide, kConvolution1);
constexpr std::size_t kSide2 = side_after(kSide1, kConvolution2);
constexpr std::size_t kSide3 = side_after(kSide2, kConvolution3);
static_assert(kSide1 == 7 && kSide2 == 3 && kSide3 == 2 &&
              kSide3 * kSide3 * kConvolution3.outputs == kHidden.inputs);

template <std::size_t Size>
void rectify(std::array<float, Size>& numbers) noexcept {
  for (float& number : numbers) number = std::max(number, 0.0F);
}

/// Fills each place of a picture with the biases. Pictures are ordered by row, column and channel.
template <std::size_t Size>
void begin_with(const std::vector<float>& biases, std::array<float, Size>& picture) noexcept {
  for (auto place = picture.begin(); place != picture.end();
       place += static_cast<std::ptrdiff_t>(biases.size())) {
    std::ranges::copy(biases, place);
  }
}

using Picture1 = std::array<float, kSide1 * kSide1 * kConvolution1.outputs>;
using Picture2 = std::array<float, kSide2 * kSide2 * kConvolution2.outputs>;
using Picture3 = std::array<float, kSide3 * kSide3 * kConvolution3.outputs>;

/// The first convolution, from each nonzero input to the places that see it, since most inputs are
/// 0.
void convolve_sparse(const EncodedState& state, const std::vector<float>& weights,
                     Picture1& out) noexcept {
  constexpr std::size_t kKernelSize = kConvolution1.kernel_size;
  constexpr std::size_t kStride = kConvolution1.stride;
  constexpr std::size_t kOutputs = kConvolution1.outputs;
  const auto first_seeing = [](std::size_t at) {
    return at < kKernelSize ? std::size_t{0} : (at - kKernelSize) / kStride + 1;
  };
  const auto last_seeing = [](std::size_t at) { return std::min(at / kStride, kSide1 - 1); };
  for (std::size_t plane = 0; plane < kPlanes; ++plane) {
    for (std::size_t y = 0; y < kPlaneSide; ++y) {
      const float* row = state.data() + plane * kPlaneSize + y * kPlaneSide;
      for (std::size_t x = 0; x < kPlaneSide; ++x) {
        if (row[x] == 0) continue;
        for (std::size_t at_y = first_seeing(y); at_y <= last_seeing(y); ++at_y) {
          for (std::size_t at_x = first_seeing(x); at_x <= last_seeing(x); ++at_x) {
            const std::size_t tap =
                (plane * kKernelSize + y - at_y * kStride) * kKernelSize + x - at_x * kStride;
            add_products<kOutputs, 1>({row + x}, 1, weights.data() + tap * kOutputs,
                                      {out.data() + (at_y * kSide1 + at_x) * kOutputs});
          }
        }
      }
    }
  }
}

/// A convolution of a whole picture, one row of places at a time.
template <const LayerShape& kLayer, std::size_t Side, std::size_t In, std::size_t Out>
void convolve(const std::array<float, In>& in, const std::vector<float>& weights,
              std::array<float, Out>& out) noexcept {
  constexpr std::size_t kPlaces = side_after(Side, kLayer);
  for (std::size_t at_y = 0; at_y < kPlaces; ++at_y) {
    for (std::size_t tap_y = 0; tap_y < kLayer.kernel_size; ++tap_y) {
      for (std::size_t tap_x = 0; tap_x < kLayer.kernel_size; ++tap_x) {
        std::array<const float*, kPlaces> inputs;
        std::array<float*, kPlaces> sums;
        for (std::size_t at_x = 0; at_x < kPlaces; ++at_x) {
          inputs[at_x] =
              in.data() + ((at_y * kLayer.stride + tap_y) * Side + at_x * kLayer.stride + tap_x) *
                              kLayer.inputs;
          sums[at_x] = out.data() + (at_y * kPlaces + at_x) * kLayer.outputs;
        }
        const float* tap =
            weights.data() + (tap_y * kLayer.kernel_size + tap_x) * kLayer.inputs * kLayer.outputs;
        add_products<kLayer.outputs, kPlaces>(inputs, kLayer.inputs, tap, sums);
      }
    }
  }
}

using HiddenUnits = std::array<float, kHidden.outputs>;

/// Returns an output of a head, whose weights are ordered by output.
double head_sum(const HiddenUnits& hidden, std::span<const float> weights, float bias) noexcept {
  double sum = bias;
  for (std::size_t i = 0; i < hidden.size(); ++i)
    sum += static_cast<double>(hidden[i]) * weights[i];
  return sum;
}

/// Returns e^x for x <= 0 with an error of 1e-15. Uses only additions and multiplications, so that
/// all machines agree.
double exponential(double x) noexcept {
  constexpr double kLog2 = 0.693147180559945309417232121458;
  constexpr double kMin = -700;
  constexpr int kTerms = 14;
  if (!(x >= kMin)) return 0;
  const double halvings = std::nearbyint(x / kLog2);
  const double rest = x - halvings * kLog2;
  double sum = 1;
  for (int term = kTerms; term > 0; --term) sum = 1 + sum * rest / term;
  return std::ldexp(sum, static_cast<int>(halvings));
}

/// If scores are not finite (in a file with absurd numbers), all probabilities are equal.
void softmax(std::span<double> scores) noexcept {
  const double highest = std::ranges::max(scores);
  double sum = 0;
  for (double& score : scores) sum += score = exponential(score - highest);
  for (double& score : scores)
    score = sum > 0 ? score / sum : 1 / static_cast<double>(scores.size());
}

std::vector<std::int32_t> raise_sizes_of(const format::WeightFile& file) {
  const format::Tensor* const tensor = file.find(kSizes);
  if (tensor == nullptr) return {};
  const std::span<const std::int32_t> sizes = tensor->values<std::int32_t>();
  std::vector<std::int32_t> sorted(sizes.begin(), sizes.end());
  std::ranges::sort(sorted);
  const bool fit =
      !sizes.empty() && sizes.size() <= kMaxRaiseSizes &&
      std::ranges::adjacent_find(sorted) == sorted.end() &&
      std::ranges::all_of(sizes, [](std::int32_t size) { return size > 0 || size == kAllInSize; });
  if (!fit)
    throw format::LoadError("weights.setting", "{}: expected 1 to {} different raise sizes",
                            file.source, kMaxRaiseSizes);
  return {sizes.begin(), sizes.end()};
}

NetworkSetting setting_of(const format::WeightFile& file) {
  NetworkSetting setting;
  setting.game = format::or_throw(parse_game_definition(file.tensor(kGame).text()), file.source);
  format::or_throw(encodable(setting.game), file.source);
  const std::optional<Alignment> alignment = alignment_named(file.tensor(kAlignment).text());
  if (!alignment)
    throw format::LoadError("weights.setting", "{}: its alignment is neither top-left nor centred",
                            file.source);
  setting.alignment = *alignment;
  setting.raise_sizes = raise_sizes_of(file);
  return setting;
}

/// Returns the index in memory of a weight of the file, by output and input.
using WeightPlace = std::size_t (*)(const LayerShape& layer, std::size_t output, std::size_t input);

std::size_t by_input(const LayerShape& layer, std::size_t output, std::size_t input) {
  return input * layer.outputs + output;
}
std::size_t by_output(const LayerShape& layer, std::size_t output, std::size_t input) {
  return output * layer.inputs + input;
}
/// The file orders inputs by channel, row and column.
std::size_t channel_last(const LayerShape& layer, std::size_t output, std::size_t input) {
  const std::size_t taps = layer.kernel_size * layer.kernel_size;
  return ((input % taps) * layer.inputs + input / taps) * layer.outputs + output;
}
/// The hidden units read the last picture, which the file also orders by channel, row and column,
/// and then single inputs.
std::size_t after_picture(const LayerShape& layer, std::size_t output, std::size_t input) {
  if (input >= kHidden.inputs) return by_input(layer, output, input);
  constexpr std::size_t kPlaces = kSide3 * kSide3;
  return ((input % kPlaces) * kConvolution3.outputs + input / kPlaces) * layer.outputs + output;
}

NetworkLayer layer_of(const format::WeightFile& file, const LayerShape& layer, WeightPlace place) {
  const std::string name(layer.name);
  const std::span<const float> weights = file.numbers<float>(name + ".weight", weight_shape(layer));
  const std::span<const float> biases = file.numbers<float>(name + ".bias", {layer.outputs});
  NetworkLayer numbers{std::vector<float>(weights.size()), {biases.begin(), biases.end()}};
  const std::size_t inputs = weights.size() / layer.outputs;
  for (std::size_t output = 0; output < layer.outputs; ++output) {
    for (std::size_t input = 0; input < inputs; ++input)
      numbers.weights[place(layer, output, input)] = weights[output * inputs + input];
  }
  return numbers;
}

}  // namespace

std::vector<std::uint64_t> weight_shape(const LayerShape& layer) {
  std::vector<std::uint64_t> shape{layer.outputs, layer.inputs};
  if (layer.kernel_size > 1) shape.insert(shape.end(), {layer.kernel_size, layer.kernel_size});
  return shape;
}

std::shared_ptr<const Network> Network::load(const std::filesystem::path& path) {
  return from_file(format::read_weight_file(path));
}

std::shared_ptr<const Network> Network::from_file(const format::WeightFile& file) {
  file.expect(kNetworkKind, kNetworkSchema);
  std::shared_ptr<Network> network(new Network());
  network->setting_ = setting_of(file);
  const auto read = [&](const LayerShape& layer, WeightPlace place) {
    return layer_of(file, layer, place);
  };
  network->convolution1_ = read(kConvolution1, by_input);
  network->convolution2_ = read(kConvolution2, channel_last);
  network->convolution3_ = read(kConvolution3, channel_last);
  LayerShape hidden = kHidden;
  if (file.find(kMemoryInput) != nullptr) {
    const std::span<const float> input =
        file.numbers<float>(kMemoryInput, {kMemorySums, kActionNumbers});
    network->memory_.emplace(input, file.numbers<float>(kMemoryState, {kMemorySums, kMemoryUnits}));
    hidden.inputs += kMemoryUnits;
  }
  network->hidden_ = read(hidden, after_picture);
  network->policy_ = read(kPolicy, by_output);
  if (file.find(std::string(kValue.name) + ".weight") != nullptr)
    network->value_ = read(kValue, by_output);
  const std::size_t sizes = network->setting_.raise_sizes.size();
  if (sizes > 0) network->size_ = read({kSizeLayer, sizes, kHidden.outputs}, by_output);
  network->source_ = file.source;
  network->sha256_ = file.sha256;
  return network;
}

MemoryUnits Network::remember(const EncodedBetting& betting) const noexcept {
  return memory_ ? memory_->after(betting) : MemoryUnits{};
}

NetworkAnswer Network::evaluate(const EncodedState& state,
                                const MemoryUnits& memory) const noexcept {
  Picture1 picture1;
  begin_with(convolution1_.biases, picture1);
  convolve_sparse(state, convolution1_.weights, picture1);
  rectify(picture1);
  Picture2 picture2;
  begin_with(convolution2_.biases, picture2);
  convolve<kConvolution2, kSide1>(picture1, convolution2_.weights, picture2);
  rectify(picture2);
  Picture3 picture3;
  begin_with(convolution3_.biases, picture3);
  convolve<kConvolution3, kSide2>(picture2, convolution3_.weights, picture3);
  rectify(picture3);
  HiddenUnits hidden;
  begin_with(hidden_.biases, hidden);
  add_products<kHidden.outputs, 1>({picture3.data()}, kHidden.inputs, hidden_.weights.data(),
                                   {hidden.data()});
  if (memory_) {
    const float* weights = hidden_.weights.data() + kHidden.inputs * kHidden.outputs;
    add_products<kHidden.outputs, 1>({memory.data()}, memory.size(), weights, {hidden.data()});
  }
  rectify(hidden);

  NetworkAnswer answer;
  const auto head = [&](const NetworkLayer& layer, std::span<double> out) {
    for (std::size_t i = 0; i < layer.biases.size(); ++i) {
      out[i] = head_sum(hidden, std::span(layer.weights).subspan(i * hidden.size(), hidden.size()),
                        layer.biases[i]);
    }
  };
  head(policy_, answer.actions);
  softmax(answer.actions);
  if (has_value()) {
    std::array<double, 2> scores{};  // scores of losing (0) and of winning
    head(value_, std::span(scores).subspan(1));
    softmax(scores);
    answer.win = scores[1];
  }
  if (!size_.biases.empty()) {
    head(size_, answer.raise_sizes);
    softmax(std::span(answer.raise_sizes).first(size_.biases.size()));
  }
  return answer;
}

std::vector<format::Tensor> setting_tensors(const NetworkSetting& setting) {
  std::vector<format::Tensor> tensors{
      format::text_tensor(std::string(kGame), write_game_definition(setting.game)),
      format::text_tensor(std::string(kAlignment), alignment_name(setting.alignment))};
  if (!setting.raise_sizes.empty()) {
    tensors.push_back(format::make_tensor<std::int32_t>(
        std::string(kSizes), {setting.raise_sizes.size()}, std::span(setting.raise_sizes)));
  }
  return tensors;
}

}  // namespace trivium::poker
