// Answers of libtorch's net, for tests. Sources of tests cannot include the headers of libtorch,
// which define a CHECK macro like doctest.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/poker/network/encoder.h"
#include "engine/poker/network/network.h"
#include "learning/poker_cnn/torch/trainer.h"
#include "models/format/tensor.h"

namespace trivium::learning::poker_cnn {

/// Returns the answers of a net with these parameters for each state with its betting. Throws
/// format::LoadError if the parameters do not fit `options`.
std::vector<poker::NetworkAnswer> torch_answers(const TrainerOptions& options,
                                                const std::vector<format::Tensor>& parameters,
                                                std::span<const poker::EncodedState> pictures,
                                                std::span<const poker::EncodedBetting> bettings);

/// Returns the initial parameters of a net.
std::vector<format::Tensor> initial_parameters(const TrainerOptions& options, std::uint64_t seed);

}  // namespace trivium::learning::poker_cnn
