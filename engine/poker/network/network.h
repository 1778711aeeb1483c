// The convolutional network of paper 004: reads its weight file (kind poker.cnn) and evaluates
// positions without any library.
//
// The layers are:
// - 16 planes of 17 x 17 as input (encoder.h)
// - three convolutions without padding or pooling: 32 of 5 x 5 with stride 2, 64 of 3 x 3 with
//   stride 2, and 64 of 2 x 2
// - 256 hidden units, rectified like the convolutions
// - the policy head with three outputs: fold, call, raise
// A file may have two more heads on the hidden units: the probability of winning the hand, and the
// probabilities of raise sizes, which the file lists as percentages of the pot. It may also have a
// memory of the betting (network_memory.h), which the hidden units read in addition to the last
// convolution. Sums are computed in a fixed order, without fused operations, so that all machines
// give the same numbers. Source: Tang, Xu and Tan 2020, section "model" (paper 004); the two heads
// and the memory, suggested by its last section, are ours.
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
/// Stands for all-in among the raise sizes, which are percentages of the pot after a call.
inline constexpr std::int32_t kAllInSize = -1;

/// Shape of a layer. Its tensors are NAME.weight and NAME.bias, shaped as in libtorch: [outputs,
/// inputs, height, width] or [outputs, inputs].
struct LayerShape {
  std::string_view name;
  std::size_t outputs = 0;
  std::size_t inputs = 0;
  std::size_t kernel_size = 1;  ///< width and height of the kernel; 1 without a convolution
  std::size_t stride = 1;
};
/// Returns the shape of the tensor NAME.weight.
std::vector<std::uint64_t> weight_shape(const LayerShape& layer);

inline constexpr LayerShape kConvolution1 = {"convolution1", 32, kPlanes, 5, 2};
inline constexpr LayerShape kConvolution2 = {"convolution2", 64, 32, 3, 2};
inline constexpr LayerShape kConvolution3 = {"convolution3", 64, 64, 2, 1};
inline constexpr LayerShape kHidden = {"hidden", 256, 256};
inline constexpr LayerShape kPolicy = {"policy", kNetworkActions, 256};
inline constexpr LayerShape kValue = {"value", 1, 256};
inline constexpr std::string_view kSizeLayer = "size";  ///< an output for each size, 256 inputs

struct NetworkAnswer {
  std::array<double, kNetworkActions> actions{};  ///< sum to 1
  double win = 0;  ///< probability of winning the hand; 0 without this head
  std::array<double, kMaxRaiseSizes> raise_sizes{};  ///< sum to 1; all 0 without this head
};

/// Contents of a file besides its layers.
struct NetworkSetting {
  GameDefinition game;  ///< satisfies encodable()
  Alignment alignment = Alignment::kTopLeft;
  std::vector<std::int32_t>
      raise_sizes;  ///< distinct, above 0 or kAllInSize; empty without this head
};

/// Numbers of a layer in the order of use. Weights are ordered by input, then by output, so that
/// the outputs of one input are adjacent; those of the heads by output, then by input. The inputs
/// of the first convolution are ordered by plane, row and column of the kernel, those of the others
/// by row, column and channel.
struct NetworkLayer {
  std::vector<float> weights;
  std::vector<float> biases;
};

/// Immutable, thread-safe.
class Network {
 public:
  /// Reads a file of this kind. Throws format::LoadError if it is of another kind, a layer is
  /// missing or has another shape, or the setting is invalid.
  static std::shared_ptr<const Network> load(const std::filesystem::path& path);
  /// Does the same with a file that was already read.
  static std::shared_ptr<const Network> from_file(const format::WeightFile& file);

  const NetworkSetting& setting() const noexcept { return setting_; }
  bool has_value() const noexcept { return !value_.weights.empty(); }
  /// Name of the file, for messages.
  const std::string& source() const noexcept { return source_; }
  /// SHA-256 of the file.
  const std::string& sha256() const noexcept { return sha256_; }

  bool has_memory() const noexcept { return memory_.has_value(); }
  /// Returns the state of the memory after the betting, the same for all holdings; zeros without a
  /// memory.
  MemoryUnits remember(const EncodedBetting& betting) const noexcept;
  /// Evaluates a position; does not allocate. `memory` is from remember(); ignored without a
  /// memory.
  NetworkAnswer evaluate(const EncodedState& state, const MemoryUnits& memory = {}) const noexcept;

 private:
  Network() = default;

  NetworkSetting setting_;
  NetworkLayer convolution1_, convolution2_, convolution3_, hidden_, policy_, value_, size_;
  std::optional<NetworkMemory> memory_;
  std::string source_;
  std::string sha256_;
};

/// Returns the tensors of a setting, to which a file adds its layers.
std::vector<format::Tensor> setting_tensors(const NetworkSetting& setting);

}  // namespace trivium::poker
