// What libtorch's net says of pictures, for tests: their sources cannot include its headers, which
// have a CHECK of their own.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/poker/network/encoder.h"
#include "engine/poker/network/network.h"
#include "learning/poker_cnn/torch/trainer.h"
#include "models/format/tensor.h"

namespace trivium::learning::poker_cnn {

/// Answers of a net with these parameters, by picture and betting. Throws format::LoadError where
/// the parameters are not those of such a net.
std::vector<poker::NetworkAnswer> torch_answers(const NetOptions& options,
                                                const std::vector<format::Tensor>& parameters,
                                                std::span<const poker::EncodedState> pictures,
                                                std::span<const poker::EncodedBetting> bettings);

/// The parameters of a net that nobody has trained.
std::vector<format::Tensor> drawn_parameters(const NetOptions& options, std::uint64_t seed);

}  // namespace trivium::learning::poker_cnn
