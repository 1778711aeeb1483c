#include "engine/poker/network/network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "engine/core/rng.h"
#include "engine/poker/bench_models.h"
#include "models/format/load_error.h"
#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

NetworkSetting setting_for(std::string_view played, std::vector<std::int32_t> sizes = {}) {
  return {game(played), Alignment::kTopLeft, std::move(sizes)};
}

/// Computes a layer by its definition in double precision; numbers are by channel, row and column.
std::vector<double> layer_by_definition(const format::WeightFile& file, const LayerShape& layer,
                                        const std::vector<double>& in, std::size_t side) {
  const auto weights = file.tensor(std::string(layer.name) + ".weight").values<float>();
  const auto biases = file.tensor(std::string(layer.name) + ".bias").values<float>();
  const std::size_t after = (side - layer.kernel_size) / layer.stride + 1;
  std::vector<double> out;
  for (std::size_t o = 0; o < layer.outputs; ++o) {
    for (std::size_t y = 0; y < after; ++y) {
      for (std::size_t x = 0; x < after; ++x) {
        double sum = biases[o];
        for (std::size_t i = 0; i < layer.inputs; ++i) {
          for (std::size_t ky = 0; ky < layer.kernel_size; ++ky) {
            for (std::size_t kx = 0; kx < layer.kernel_size; ++kx) {
              const double weight =
                  weights[((o * layer.inputs + i) * layer.kernel_size + ky) * layer.kernel_size +
                          kx];
              sum += weight * in[(i * side + y * layer.stride + ky) * side + x * layer.stride + kx];
            }
          }
        }
        out.push_back(sum);
      }
    }
  }
  return out;
}

std::vector<double> rectified(std::vector<double> numbers) {
  for (double& number : numbers) number = std::max(number, 0.0);
  return numbers;
}

std::vector<double> hidden_by_definition(const format::WeightFile& file,
                                         const EncodedState& state) {
  const std::vector<double> in(state.begin(), state.end());
  const auto first = rectified(layer_by_definition(file, kConvolution1, in, 17));
  const auto second = rectified(layer_by_definition(file, kConvolution2, first, 7));
  const auto third = rectified(layer_by_definition(file, kConvolution3, second, 3));
  return rectified(layer_by_definition(file, kHidden, third, 1));
}

std::vector<double> shares(std::vector<double> scores) {
  double sum = 0;
  for (double& score : scores) sum += score = std::exp(score);
  for (double& score : scores) score /= sum;
  return scores;
}

void check_close(std::span<const double> answer, std::span<const double> expected) {
  REQUIRE(answer.size() == expected.size());
  for (std::size_t i = 0; i < answer.size(); ++i) CHECK(std::abs(answer[i] - expected[i]) < 1e-6);
}

TEST_CASE("the output agrees with the definition of the layers, whichever planes are filled") {
  const format::WeightFile file = random_network(setting_for("nolimit", {50, 100, kAllInSize}));
  const auto network = Network::from_file(file);
  Rng rng(7);
  for (int round = 0; round < 20; ++round) {
    EncodedState state;
    // From an empty picture to a full one.
    for (float& number : state)
      number = rng.unit() < round / 19.0 ? static_cast<float>(rng.unit()) : 0.0F;
    const std::vector<double> hidden = hidden_by_definition(file, state);
    const NetworkAnswer answer = network->evaluate(state);
    check_close(answer.actions, shares(layer_by_definition(file, kPolicy, hidden, 1)));
    const double score = layer_by_definition(file, kValue, hidden, 1)[0];
    CHECK(std::abs(answer.win - 1 / (1 + std::exp(-score))) < 1e-6);
    check_close(std::span(answer.raise_sizes).first(3),
                shares(layer_by_definition(file, {kSizeLayer, 3, 256}, hidden, 1)));
  }
}

/// Computes the state of a gated recurrent unit by its definition in double precision.
std::vector<double> memory_by_definition(const format::WeightFile& file,
                                         const EncodedBetting& betting) {
  const auto input = file.tensor(std::string(kMemoryInput)).values<float>();
  const auto state = file.tensor(std::string(kMemoryState)).values<float>();
  const auto logistic = [](double x) { return 1 / (1 + std::exp(-x)); };
  std::vector<double> kept(kMemoryUnits);
  for (std::size_t action = 0; action < betting.count; ++action) {
    std::vector<double> input_sums(kMemorySums), state_sums(kMemorySums), next(kMemoryUnits);
    for (std::size_t sum = 0; sum < kMemorySums; ++sum) {
      for (std::size_t i = 0; i < kActionNumbers; ++i) {
        input_sums[sum] += static_cast<double>(input[sum * kActionNumbers + i]) *
                           static_cast<double>(betting.actions[action][i]);
      }
      for (std::size_t i = 0; i < kMemoryUnits; ++i)
        state_sums[sum] += static_cast<double>(state[sum * kMemoryUnits + i]) * kept[i];
    }
    for (std::size_t unit = 0; unit < kMemoryUnits; ++unit) {
      const double reset = logistic(input_sums[unit] + state_sums[unit]);
      const double update =
          logistic(input_sums[kMemoryUnits + unit] + state_sums[kMemoryUnits + unit]);
      const double candidate = std::tanh(input_sums[2 * kMemoryUnits + unit] +
                                         reset * state_sums[2 * kMemoryUnits + unit]);
      next[unit] = update * kept[unit] + (1 - update) * candidate;
    }
    kept = next;
  }
  return kept;
}

TEST_CASE("the memory agrees with its definition, and the hidden units read it") {
  const format::WeightFile file = random_network(setting_for("limit"), 3, true);
  const auto network = Network::from_file(file);
  REQUIRE(network->has_memory());
  Rng rng(8);
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{9}, kMaxActions}) {
    EncodedBetting betting;
    betting.count = count;
    // Far outside of real bettings, so that gates are fully closed and open.
    for (auto& action : betting.actions) {
      for (float& number : action) number = static_cast<float>(rng.unit() * 20 - 10);
    }
    const MemoryUnits memory = network->remember(betting);
    const std::vector<double> expected = memory_by_definition(file, betting);
    for (std::size_t unit = 0; unit < memory.size(); ++unit)
      CHECK(std::abs(static_cast<double>(memory[unit]) - expected[unit]) < 1e-4);

    EncodedState state;
    for (float& number : state) number = static_cast<float>(rng.unit());
    const std::vector<double> in(state.begin(), state.end());
    auto seen = rectified(layer_by_definition(file, kConvolution1, in, 17));
    seen = rectified(layer_by_definition(file, kConvolution2, seen, 7));
    seen = rectified(layer_by_definition(file, kConvolution3, seen, 3));
    seen.insert(seen.end(), memory.begin(), memory.end());
    LayerShape hidden = kHidden;
    hidden.inputs += kMemoryUnits;
    const std::vector<double> units = rectified(layer_by_definition(file, hidden, seen, 1));
    check_close(network->evaluate(state, memory).actions,
                shares(layer_by_definition(file, kPolicy, units, 1)));
  }
  CHECK_FALSE(Network::from_file(random_network(setting_for("limit")))->has_memory());
}

TEST_CASE("scores far apart give certainties and no errors") {
  format::WeightFile file = random_network(setting_for("limit"));
  const auto bias = std::ranges::find(file.tensors, "policy.bias", &format::Tensor::name);
  *bias = format::make_tensor<float>("policy.bias", {3}, std::array{-1e6F, 1e6F, 0.0F});
  const NetworkAnswer answer = Network::from_file(file)->evaluate(EncodedState{});
  CHECK(answer.actions == std::array{0.0, 1.0, 0.0});
}

TEST_CASE("numbers that overflow still give probabilities") {
  format::WeightFile file = random_network(setting_for("nolimit", {50, 100}));
  // All hidden units are infinite, and the heads add and subtract them.
  for (format::Tensor& tensor : file.tensors) {
    if (tensor.name != "convolution3.bias" && tensor.name != "hidden.weight") continue;
    const std::vector<float> absurd(tensor.values<float>().size(), 3e38F);
    tensor = format::make_tensor<float>(tensor.name, tensor.dims, absurd);
  }
  const NetworkAnswer answer = Network::from_file(file)->evaluate(EncodedState{});
  CHECK(std::accumulate(answer.actions.begin(), answer.actions.end(), 0.0) == doctest::Approx(1));
  CHECK(std::accumulate(answer.raise_sizes.begin(), answer.raise_sizes.end(), 0.0) ==
        doctest::Approx(1));
}

TEST_CASE("a file contains its game, alignment and raise sizes") {
  NetworkSetting setting = setting_for("nolimit", {50, 100, kAllInSize});
  setting.alignment = Alignment::kCentered;
  const auto network = Network::from_file(
      format::parse_weight_file(format::weight_file_bytes(random_network(setting)), "drawn"));
  CHECK(network->setting().game == game("nolimit"));
  CHECK(network->setting().alignment == Alignment::kCentered);
  CHECK(network->setting().raise_sizes == std::vector<std::int32_t>{50, 100, kAllInSize});
  CHECK(network->has_value());
}

/// Returns the error for a changed file.
template <class Change>
std::string load_error(const Change& change) {
  format::WeightFile file = random_network(setting_for("nolimit", {50, 100}));
  change(file);
  try {
    Network::from_file(file);
  } catch (const format::LoadError& error) {
    return error.what();
  }
  return "no error";
}

TEST_CASE("a file that is not a network is rejected with the reason") {
  const auto tensor = [](format::WeightFile& file, std::string_view name) {
    return std::ranges::find(file.tensors, name, &format::Tensor::name);
  };
  CHECK(load_error([](format::WeightFile&) {}) == "no error");
  CHECK(load_error([&](format::WeightFile& file) {
          file.tensors.erase(tensor(file, "hidden.weight"));
        }).find("hidden.weight") != std::string::npos);
  CHECK(load_error([&](format::WeightFile& file) {
          tensor(file, "policy.weight")->dims = {256, 3};
        }) == "drawn: the tensor policy.weight is F32 [256,3], not F32 [3,256]");
  CHECK(load_error([&](format::WeightFile& file) {
          file.tensors.push_back(
              format::make_tensor<float>(std::string(kMemoryInput), {1}, std::array{0.0F}));
          file.tensors.push_back(
              format::make_tensor<float>(std::string(kMemoryState), {1}, std::array{0.0F}));
        }) == "drawn: the tensor memory.weight_ih_l0 is F32 [1], not F32 [192,9]");
  CHECK(load_error([&](format::WeightFile& file) {
          *tensor(file, "alignment") = format::text_tensor("alignment", "left");
        }) == "drawn: its alignment is neither top-left nor centred");
  CHECK(load_error([&](format::WeightFile& file) {
          *tensor(file, "sizes") = format::make_tensor<std::int32_t>(
              "sizes", {2}, std::array<std::int32_t, 2>{100, 100});
        }) == "drawn: expected 1 to 16 different raise sizes");
  CHECK(load_error([&](format::WeightFile& file) {
          *tensor(file, "game") = format::text_tensor("game", write_game_definition(game("leduc")));
        }) == "drawn: a network can only play heads-up hold'em with a full deck");
  CHECK(load_error([](format::WeightFile& file) {
          file.kind = "poker.strategy";
        }).find("poker.cnn") != std::string::npos);
}

}  // namespace
}  // namespace trivium::poker
