#include "tests/learning/poker_cnn/torch/torch_answers.h"

#include <algorithm>

#include "learning/poker_cnn/torch/net.h"

namespace trivium::learning::poker_cnn {

std::vector<poker::NetworkAnswer> torch_answers(const TrainerOptions& options,
                                                const std::vector<format::Tensor>& parameters,
                                                std::span<const poker::EncodedState> pictures,
                                                std::span<const poker::EncodedBetting> bettings) {
  const torch::NoGradGuard no_gradient;
  Net net(options, 0);
  net.take(parameters);
  constexpr auto kSide = static_cast<std::int64_t>(poker::kPlaneSide);
  torch::Tensor planes = torch::empty(
      {static_cast<std::int64_t>(pictures.size()), std::int64_t{poker::kPlanes}, kSide, kSide});
  float* place = planes.data_ptr<float>();
  for (const poker::EncodedState& picture : pictures) place = std::ranges::copy(picture, place).out;
  torch::Tensor actions =
      torch::zeros({std::int64_t{poker::kMaxActions}, static_cast<std::int64_t>(bettings.size()),
                    std::int64_t{poker::kActionNumbers}});
  for (std::size_t i = 0; i < bettings.size(); ++i) {
    for (std::size_t action = 0; action < bettings[i].count; ++action) {
      for (std::size_t k = 0; k < poker::kActionNumbers; ++k) {
        const std::size_t row = poker::kMaxActions - bettings[i].count + action;
        actions[static_cast<std::int64_t>(row)][static_cast<std::int64_t>(i)]
               [static_cast<std::int64_t>(k)] = bettings[i].actions[action][k];
      }
    }
  }
  const NetOutput output = net.forward(planes, actions);
  std::vector<poker::NetworkAnswer> answers(pictures.size());
  const torch::Tensor moves = torch::softmax(output.moves, 1);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto row = static_cast<std::int64_t>(i);
    const auto number = [row](const torch::Tensor& shares, std::size_t column) {
      return static_cast<double>(shares[row][static_cast<std::int64_t>(column)].item<float>());
    };
    for (std::size_t action = 0; action < poker::kNetworkActions; ++action)
      answers[i].actions[action] = number(moves, action);
    if (output.value.defined())
      answers[i].win = static_cast<double>(torch::sigmoid(output.value)[row].item<float>());
    if (!output.sizes.defined()) continue;
    const torch::Tensor sizes = torch::softmax(output.sizes, 1);
    for (std::size_t size = 0; size < options.raise_sizes.size(); ++size)
      answers[i].raise_sizes[size] = number(sizes, size);
  }
  return answers;
}

std::vector<format::Tensor> initial_parameters(const TrainerOptions& options, std::uint64_t seed) {
  return Net(options, seed).tensors();
}

}  // namespace trivium::learning::poker_cnn
