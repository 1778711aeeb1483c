#include "engine/chess/choice/strength.h"

#include <doctest/doctest.h>
#include <span>

#include "models/format/load_error.h"
#include "tests/temporary_folder.h"

namespace trivium::chess {
namespace {

StrengthScale scale() {
  return {
      {{1000, 20, {16, 0.5, 0}, false}, {1400, 15, {64, 2, 0}, true}, {1500, 15, {64, 3, 0}, true}},
      {}};
}

}  // namespace

TEST_CASE("a scale is loaded as it was saved") {
  const TemporaryFolder folder;
  format::write_weight_file(folder.file("scale.safetensors"), scale().to_file());
  const StrengthScale read = StrengthScale::load(folder.file("scale.safetensors"));
  REQUIRE(read.levels.size() == 3);
  CHECK(read.minimum() == 1000);
  CHECK(read.maximum() == 1500);
  CHECK(read.levels[1].search == scale().levels[1].search);
  CHECK(read.levels[1].error == 15);
  CHECK(read.levels[1].anchored);
  CHECK_FALSE(read.levels[0].anchored);
  CHECK(read.source.ends_with("scale.safetensors"));
}

TEST_CASE(
    "between levels nodes and weight are interpolated logarithmically, and outside they are "
    "clamped") {
  CHECK(scale().at(1000) == SearchPart{16, 0.5, 0});
  CHECK(scale().at(1500) == SearchPart{64, 3, 0});
  CHECK(scale().at(200) == scale().at(1000));
  CHECK(scale().at(2900) == scale().at(1500));
  const SearchPart half = scale().at(1200);
  CHECK(half.nodes == 32);
  CHECK(half.weight == doctest::Approx(1));
  for (int elo = 1000; elo < 1500; elo += 10) {
    CHECK(scale().at(elo).nodes <= scale().at(elo + 10).nodes);
    CHECK(scale().at(elo).weight < scale().at(elo + 10).weight);
  }
}

TEST_CASE("an invalid scale is rejected with the reason") {
  const auto refused = [](auto&& spoil, const char* what) {
    StrengthScale bad = scale();
    spoil(bad);
    CHECK_THROWS_WITH_AS(static_cast<void>(StrengthScale::from_file(bad.to_file())),
                         doctest::Contains(what), format::LoadError);
  };
  refused([](StrengthScale& bad) { bad.levels[1].elo = 1000; }, "level 2 is not stronger");
  refused([](StrengthScale& bad) { bad.levels[2].search.nodes = 63; }, "level 3 searches less");
  refused([](StrengthScale& bad) { bad.levels[2].search.weight = 1; }, "level 3 searches less");
  refused([](StrengthScale& bad) { bad.levels[0].search.nodes = 0; }, "level 1 does not search");
  refused([](StrengthScale& bad) { bad.levels[0].error = -1; }, "level 1 has an error below 0");
  refused([](StrengthScale& bad) { bad.levels.resize(1); }, "at least two levels");
  format::WeightFile file = scale().to_file();
  file.tensors.pop_back();
  CHECK_THROWS_WITH_AS(static_cast<void>(StrengthScale::from_file(file)),
                       doctest::Contains("anchored"), format::LoadError);
  file = scale().to_file();
  const std::vector<double> one{1.0};
  file.tensors[2] = format::make_tensor<double>("nodes", {1}, std::span(one));
  CHECK_THROWS_WITH_AS(static_cast<void>(StrengthScale::from_file(file)),
                       doctest::Contains("the tensor nodes is F64 [1], not F64 [3]"),
                       format::LoadError);
  file.kind = "chess.choice";
  CHECK_THROWS_AS(static_cast<void>(StrengthScale::from_file(file)), format::LoadError);
}

}  // namespace trivium::chess
