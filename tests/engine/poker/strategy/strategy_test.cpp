#include "engine/poker/strategy/strategy.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "engine/core/rng.h"
#include "models/format/load_error.h"
#include "models/format/packing.h"
#include "tests/engine/poker/strategy/strategy_support.h"
#include "tests/temporary_folder.h"

namespace trivium::poker {
namespace {

/// Returns numbers that are different for each decision, bucket and action.
void distinct_weights(std::size_t decision, std::size_t bucket, std::span<double> out) {
  for (std::size_t action = 0; action < out.size(); ++action) {
    out[action] = static_cast<double>((decision * 7 + bucket * 31 + action * action * 13) % 101);
  }
}

std::string fault_of(const std::function<void(format::WeightFile&)>& spoil) {
  format::WeightFile file = strategy_file(tree_of(game("nolimit"), kFewBets), distinct_weights);
  spoil(file);
  try {
    Strategy::from_file(file);
  } catch (const format::LoadError& error) {
    return error.what();
  }
  return "";
}

format::Tensor& tensor_of(format::WeightFile& file, const std::string& name) {
  return *std::find_if(file.tensors.begin(), file.tensors.end(),
                       [&](const format::Tensor& tensor) { return tensor.name == name; });
}

TEST_CASE("a strategy is unchanged after writing and reading, up to one part of 255") {
  const TemporaryFolder folder;
  for (const char* name : {"limit", "nolimit"}) {
    const BettingTree tree = tree_of(game(name), game(name).no_limit() ? kFewBets : "");
    const auto path =
        format::write_weight_file(folder.path(), strategy_file(tree, distinct_weights));
    const auto strategy = Strategy::load(path);
    CHECK(strategy->tree().hash() == tree.hash());
    CHECK(strategy->source() == path.string());
    for (std::size_t decision = 0; decision < tree.decisions(); ++decision) {
      for (std::size_t bucket = 0;
           bucket < strategy->buckets().count(tree.decision(decision).round); ++bucket) {
        std::array<double, BettingTree::kMaxActions> learned{};
        const std::span row = std::span(learned).first(tree.decision(decision).actions);
        distinct_weights(decision, bucket, row);
        const double sum = std::accumulate(row.begin(), row.end(), 0.0);
        const Strategy::Row read = strategy->row(decision, bucket);
        REQUIRE(std::accumulate(read.begin(), read.end(), 0U) == Strategy::kCertainty);
        for (std::size_t action = 0; action < row.size() && sum > 0; ++action) {
          REQUIRE(std::abs(row[action] / sum * Strategy::kCertainty - read[action]) < 1.0);
        }
      }
    }
  }
}

TEST_CASE("a round in which only a check is possible has no tensor") {
  GameDefinition checked = game("limit");
  checked.max_raises[3] = 0;
  const BettingTree tree = tree_of(checked, "");
  const format::WeightFile file = strategy_file(tree, distinct_weights);
  CHECK(std::ranges::none_of(file.tensors, [](const format::Tensor& tensor) {
    return tensor.name.starts_with("parts.river");
  }));
  const TemporaryFolder folder;
  const auto strategy = Strategy::load(format::write_weight_file(folder.path(), file));
  CHECK(strategy->row(tree.first_decision(3), 0)[0] == Strategy::kCertainty);
}

TEST_CASE("strategy_bytes() predicts the size of a strategy, and its tables are packed") {
  const BettingTree tree = tree_of(game("limit"), "");
  const std::size_t bytes = strategy_bytes(tree, pairs_and_others().counts);
  CHECK(bytes == 2 * (tree.edges_in_round(0) - tree.first_decision(1)) +
                     (tree.edges() - tree.edges_in_round(0)) -
                     (tree.decisions() - tree.first_decision(1)));
  std::size_t packed = 0;
  for (const format::Tensor& tensor : strategy_tensors(
           tree, pairs_and_others(), [](auto, auto, std::span<double> out) { out[0] = 1; })) {
    if (tensor.data.size() > 1000) FAIL(tensor.name);
    packed += tensor.data.size();
  }
  CHECK(packed < bytes);
}

TEST_CASE("parts sum to 255, are nearest to the shares, and are equal if nothing was learned") {
  CHECK(in_parts(std::vector<double>{0, 0, 0}) == Strategy::Row{85, 85, 85});
  CHECK(in_parts(std::vector<double>{0, 0}) == Strategy::Row{128, 127});
  CHECK(in_parts(std::vector<double>{3, 1}) == Strategy::Row{191, 64});
  CHECK(in_parts(std::vector<double>{1e-30, 1e30}) == Strategy::Row{0, 255});
  Rng rng(1);
  for (int i = 0; i < 2000; ++i) {
    std::vector<double> weights(2 + rng.below(BettingTree::kMaxActions - 1));
    for (double& weight : weights) weight = static_cast<double>(rng.below(1000));
    const Strategy::Row row = in_parts(weights);
    REQUIRE(std::accumulate(row.begin(), row.end(), 0U) == Strategy::kCertainty);
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (std::size_t k = 0; k < weights.size() && sum > 0; ++k) {
      REQUIRE(std::abs(weights[k] / sum * Strategy::kCertainty - row[k]) < 1.0);
    }
    REQUIRE(std::all_of(row.begin() + static_cast<std::ptrdiff_t>(weights.size()), row.end(),
                        [](std::uint8_t part) { return part == 0; }));
  }
}

TEST_CASE("a strategy file that does not match its contents is rejected with the reason") {
  const auto says = [](const std::string& message, std::string_view words) {
    CAPTURE(message);
    return message.find(words) != std::string::npos &&
           message.find("test.safetensors") != std::string::npos;
  };
  const auto bytes = [](std::string_view text) {
    const std::span raw(reinterpret_cast<const std::byte*>(text.data()), text.size());
    return std::vector<std::byte>(raw.begin(), raw.end());
  };
  CHECK(fault_of([](format::WeightFile&) {}).empty());
  CHECK(says(fault_of([](format::WeightFile& file) { file.kind = "poker.cnn"; }), "poker.cnn"));
  CHECK(says(fault_of([](format::WeightFile& file) { file.schema = 9; }), "9"));
  CHECK(says(fault_of([](format::WeightFile& file) {
               std::erase_if(file.tensors,
                             [](const auto& t) { return t.name == "parts.turn.zst"; });
             }),
             "parts.turn"));
  CHECK(says(fault_of([&](format::WeightFile& file) {
               tensor_of(file, "abstraction").data = bytes("50,,all");
             }),
             "round 1"));
  CHECK(says(fault_of([&](format::WeightFile& file) {
               tensor_of(file, "abstraction").data = bytes("100/all");
             }),
             "for a betting tree with hash"));
  CHECK(says(fault_of([&](format::WeightFile& file) {
               tensor_of(file, "abstraction").data = bytes("1,2,3,4,5,6,7,8,9,10,11,12");
             }),
             "more than 1000000 decisions"));
  CHECK(says(fault_of([&](format::WeightFile& file) {
               tensor_of(file, "game").data = bytes("GAMEDEF\nlimit\n");
             }),
             "GAMEDEF"));
  CHECK(says(fault_of([&](format::WeightFile& file) {
               tensor_of(file, "game").data = bytes(write_game_definition(game("leduc")));
             }),
             "not hold'em"));
  const auto much_more_than_one = [](format::WeightFile& file) {
    format::Tensor& river = tensor_of(file, "parts.river.zst");
    const std::uint64_t numbers = strategy_bytes(tree_of(game("nolimit"), kFewBets), {0, 0, 0, 1});
    const std::vector<std::uint8_t> parts(numbers, 200);
    river = format::packed(format::make_tensor<std::uint8_t>("parts.river", {numbers, 1}, parts));
  };
  CHECK(says(fault_of(much_more_than_one), "sum to more than 1"));
  CHECK(says(
      fault_of([](format::WeightFile& file) { tensor_of(file, "tree").data[0] ^= std::byte{1}; }),
      "for a betting tree with hash"));
  const auto one_number_more = [](format::WeightFile& file) {
    const std::uint64_t numbers =
        strategy_bytes(tree_of(game("nolimit"), kFewBets), {0, 0, 0, 1}) + 1;
    const std::vector<std::uint8_t> parts(numbers, 0);
    tensor_of(file, "parts.river.zst") =
        format::packed(format::make_tensor<std::uint8_t>("parts.river", {numbers, 1}, parts));
  };
  CHECK(says(fault_of(one_number_more), "not to U8 ["));
  CHECK(says(fault_of([](format::WeightFile& file) {
               tensor_of(file, "buckets.flop.zst").data.pop_back();
             }),
             "buckets.flop.zst"));
  CHECK(says(fault_of([](format::WeightFile& file) {
               tensor_of(file, "buckets.river").name = "buckets.sea";
             }),
             "buckets.river"));
}

}  // namespace
}  // namespace trivium::poker
