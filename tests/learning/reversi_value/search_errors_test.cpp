#include "learning/reversi_value/search_errors.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "learning/harness/value_origin.h"
#include "tests/learning/reversi_value/random_games.h"

namespace trivium::learning::reversi_value {
namespace {

constexpr int kDepth = 4;
constexpr std::size_t kDepths = 2;  // 3 and 4
constexpr std::size_t kStages = 2;

std::shared_ptr<const reversi::PatternValue> random_corner_value() {
  reversi::PatternSet set =
      *reversi::PatternSet::parse("stages 2\nshape corner a1 b1 b2\nshape edge c1 d1 e1 f1\n");
  Rng rng(3);
  std::vector<std::int16_t> weights(set.features());
  for (std::int16_t& weight : weights)
    weight = static_cast<std::int16_t>(static_cast<int>(rng.below(801)) - 400);
  return reversi::PatternValue::from_weights(std::move(set), weights,
                                             std::vector<double>{20.0, 10.0}, "test");
}

format::WeightFile corner_file() {
  const auto value = random_corner_value();
  format::WeightFile file;
  file.kind = reversi::kValueKind;
  file.schema = reversi::kValueSchema;
  file.source = "value.safetensors";
  file.tensors = reversi::value_tensors(value->set(), value->weights(), value->errors());
  return file;
}

SearchErrorSums measured(std::size_t games, std::size_t threads, std::uint64_t seed = 1) {
  return measure_search_errors(random_games(60).games, random_corner_value(),
                               {.seed = seed, .games = games, .depth = kDepth, .threads = threads});
}

std::vector<double> squares(const SearchErrorSums& sums) {
  std::vector<double> numbers;
  for (const ErrorSums& each : sums) numbers.push_back(each.squared);
  return numbers;
}

TEST_CASE("errors of searches are the same for every number of threads, and differ by the seed") {
  const SearchErrorSums one = measured(20, 1);
  REQUIRE(one.size() == kStages * kDepths);
  CHECK(squares(one) == squares(measured(20, 3)));
  CHECK(squares(one) != squares(measured(20, 1, 2)));
  std::uint64_t positions = 0;
  for (std::size_t stage = 0; stage < kStages; ++stage) {
    CHECK(one[stage * kDepths].positions == one[stage * kDepths + 1].positions);
    positions += one[stage * kDepths].positions;
  }
  CHECK(positions == 20);
  CHECK(std::ranges::any_of(squares(one), [](double squared) { return squared > 0; }));
}

TEST_CASE("at most all games are used, and every game is reported once") {
  std::uint64_t done = 0;
  const SearchErrorSums sums = measure_search_errors(
      random_games(10).games, random_corner_value(), {.games = 100, .depth = 3},
      [&](std::uint64_t games) { CHECK(games == ++done); });
  CHECK(done == 10);
  CHECK(sums.size() == kStages);
}

TEST_CASE("a stage with too few positions has the error 0") {
  const ErrorSums few{kMinPositions - 1, 100, 100};
  const ErrorSums enough{kMinPositions, 4.0 * kMinPositions, 0};
  CHECK(search_errors_of({few, enough}) == std::vector<double>{0, 2});
}

TEST_CASE("the errors are added to the file of the value, whose other tensors stay") {
  const format::WeightFile before = corner_file();
  const DataSource from{"value.safetensors", "12", ""};
  Manifest manifest;
  manifest.command = "trivium-learn reversi probcut";
  manifest.data = {from};
  manifest.value = value_origin(before, from, reversi::kSearchErrorsTensor);
  const SearchErrorSums sums = measured(60, 2);
  const SearchErrorOptions options{.games = 60, .depth = kDepth};
  const format::WeightFile after = search_errors_file(before, sums, options, manifest);
  CHECK(after.tensors.size() == before.tensors.size() + 1);
  for (const format::Tensor& tensor : before.tensors) CHECK(after.tensor(tensor.name) == tensor);
  const auto value = reversi::PatternValue::from_file(after);
  CHECK(std::ranges::equal(value->search_errors(), search_errors_of(sums)));
  // A second measurement replaces the first one, and the origin stays.
  const format::WeightFile again = search_errors_file(after, sums, options, manifest);
  CHECK(again.tensors.size() == after.tensors.size());
  CHECK(again.manifest == after.manifest);
  CHECK(search_errors_card(*manifest.value, from, options).method.find("value.safetensors") !=
        std::string::npos);
}

TEST_CASE("the table of errors has a line for each depth") {
  const std::string csv = search_errors_csv(measured(20, 1), kDepth);
  CHECK(std::ranges::count(csv, '\n') == 1 + static_cast<std::ptrdiff_t>(kDepths));
  CHECK(csv.find("\n3,1,20,") != std::string::npos);
  CHECK(csv.find("\n4,2,20,") != std::string::npos);
}

}  // namespace
}  // namespace trivium::learning::reversi_value
