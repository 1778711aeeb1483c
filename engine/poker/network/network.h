// The convolutional network of paper 004 as a weight file of kind poker.cnn holds it, and what it says of a position: no library needed.
//
// 16 planes of 17 x 17, three convolutions without padding or pooling (32 of 5 x 5 by steps of 2,
// 64 of 3 x 3 by 2, 64 of 2 x 2), 256 hidden units, rectified throughout, and three answers: fold,
// call, raise. A file may have two heads more on the hidden units, the chance that the hand is won
// and the size of a raise among given parts of the pot, and a memory of the betting, which these
// units see beside the last picture. Sums are taken in one order, without fused operations, so that
// all kernels and all machines give the same numbers. Source: Tang, Xu and Tan 2020, section
// "model" (paper 004); the heads and the memory, which its last section wishes for, are ours.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/poker/network/encoder.h"
#include "engine/poker/network/network_memory.h"
#include "engine/poker/rules/game_definition.h"
#include "models/format/tensor.h"
#include "models/format/weight_file.h"

namespace trivium::poker {

inline constexpr std::string_view kNetworkKind = "poker.cnn";
inline constexpr int kNetworkSchema = 1;
inline constexpr std::size_t kNetworkActions = 3;  ///< fold, call, raise: the numbers of ActionType
inline constexpr std::size_t kMaxRaiseSizes = 16;
/// Stands for all-in among the sizes of raises, which are percents of the pot after a call.
inline constexpr std::int32_t kAllInSize = -1;

/// A layer's tensors are NAME.weight and NAME.bias, shaped as libtorch has them: [outputs, inputs, height, width] or [outputs, inputs].
struct LayerShape {
  std::string_view name;
  std::size_t outputs = 0;
  std::size_t inputs = 0;
  std::size_t side = 1;  ///< of the kernel; 1 where the layer is not a convolution
  std::size_t step = 1;
};
/// Of its tensor NAME.weight.
std::vector<std::uint64_t> weight_shape(const LayerShape& layer);

inline constexpr LayerShape kConvolution1 = {"convolution1", 32, kPlanes, 5, 2};
inline constexpr LayerShape kConvolution2 = {"convolution2", 64, 32, 3, 2};
inline constexpr LayerShape kConvolution3 = {"convolution3", 64, 64, 2, 1};
inline constexpr LayerShape kHidden = {"hidden", 256, 256};
inline constexpr LayerShape kPolicy = {"policy", kNetworkActions, 256};
inline constexpr LayerShape kValue = {"value", 1, 256};
inline constexpr std::string_view kSizeLayer = "size";  ///< as many outputs as there are sizes, 256 inputs

struct NetworkAnswer {
  std::array<double, kNetworkActions> actions{};     ///< sum to 1
  double win = 0;                                    ///< chance to win the hand; 0 where the file has no such head
  std::array<double, kMaxRaiseSizes> raise_sizes{};  ///< by size of the file, sum to 1; all 0 where the file has no such head
};

/// What a file says beside its layers.
struct NetworkSetting {
  GameDefinition game;  ///< encodable()
  Alignment alignment = Alignment::kTopLeft;
  std::vector<std::int32_t> raise_sizes;  ///< distinct, each above 0 or kAllInSize; none where there is no such head
};

/// A layer's numbers as they are used: by input, then by output, so that the outputs of one input lie side by side; the inputs of the later
/// convolutions by row and column of the kernel, then by channel. Heads by output.
struct NetworkLayer {
  std::vector<float> weights;
  std::vector<float> biases;
};

/// Immutable; any thread.
class Network {
 public:
  /// Reads a file of this kind. Throws format::LoadError when it is not one, or a layer is missing or has another shape.
  static std::shared_ptr<const Network> load(const std::filesystem::path& path);
  /// The same from a file that has been read.
  static std::shared_ptr<const Network> from_file(const format::WeightFile& file);

  const NetworkSetting& setting() const noexcept { return setting_; }
  bool has_value() const noexcept { return !value_.weights.empty(); }
  /// Where it came from, for messages: the file's name.
  const std::string& source() const noexcept { return source_; }

  bool has_memory() const noexcept { return memory_.has_value(); }
  /// What a network with a memory keeps of the betting, the same for all holdings; zeros without one.
  MemoryUnits remember(const EncodedBetting& betting) const noexcept;
  /// No allocation. `memory` is of remember(), and only looked at by a network that has one.
  NetworkAnswer evaluate(const EncodedState& state, const MemoryUnits& memory = {}) const noexcept;

 private:
  Network() = default;

  NetworkSetting setting_;
  NetworkLayer convolution1_, convolution2_, convolution3_, hidden_, policy_, value_, size_;
  std::optional<NetworkMemory> memory_;
  std::string source_;
};

/// The tensors that say a setting, for a file whose layers are added to them.
std::vector<format::Tensor> setting_tensors(const NetworkSetting& setting);

}  // namespace trivium::poker
