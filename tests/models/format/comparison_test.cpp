#include "models/format/comparison.h"

#include <doctest/doctest.h>
#include <span>
#include <string>
#include <vector>

namespace trivium::format {
namespace {

Tensor numbers(const std::string& name, const std::vector<double>& values) {
  return make_tensor<double>(name, {values.size()}, std::span(values));
}

WeightFile file() {
  WeightFile file;
  file.kind = "chess.linear";
  file.schema = 3;
  file.feature_names = {"pawn", "knight"};
  file.manifest =
      R"({"version": "1", "seed": 4, "figures": {"loss": 0.5}, "data": [{"name": "a"}]})";
  file.tensors = {numbers("a", {1, 2, 4}), numbers("b", {0})};
  return file;
}

TEST_CASE("files that differ in version, commit, command and order of tensors are equal") {
  WeightFile other = file();
  other.manifest = R"({"version": "2", "commit": "c", "command": "x", "data": [{"name": "a"}],)"
                   R"( "figures": {"loss": 0.5}, "seed": 4})";
  std::swap(other.tensors[0], other.tensors[1]);
  CHECK(compare(file(), other).equal());
}

TEST_CASE("zeros of different signs are equal") {
  WeightFile other = file();
  other.tensors[1] = numbers("b", {-0.0});
  CHECK(compare(file(), other).equal());
}

TEST_CASE("elements that differ are counted, with the largest differences") {
  WeightFile other = file();
  other.tensors[0] = numbers("a", {1, 2.5, 3});
  const Comparison comparison = compare(file(), other);
  REQUIRE(comparison.tensors.size() == 1);
  CHECK(comparison.fields.empty());
  const TensorDifference& difference = comparison.tensors[0];
  CHECK(difference.name == "a");
  CHECK(difference.elements == 3);
  CHECK(difference.differing == 2);
  CHECK(difference.largest_absolute == 1);
  CHECK(difference.largest_relative == 0.25);
}

TEST_CASE("a tensor of one file only, and one of another shape, are differences") {
  WeightFile other = file();
  other.tensors = {numbers("a", {1, 2}), numbers("c", {0})};
  const Comparison comparison = compare(file(), other);
  REQUIRE(comparison.tensors.size() == 3);
  CHECK(comparison.tensors[0].first == "F64 [3]");
  CHECK(comparison.tensors[0].second == "F64 [2]");
  CHECK(comparison.tensors[0].elements == 0);
  CHECK(comparison.tensors[1].second == "");
  CHECK(comparison.tensors[2].first == "");
}

TEST_CASE("kind, schema, features and each part of the manifest are compared") {
  WeightFile other = file();
  other.kind = "chess.other";
  other.schema = 4;
  other.feature_names[1] = "bishop";
  other.manifest = R"({"figures": {"loss": 0.25}, "data": [{"name": "b"}], "extra": []})";
  const Comparison comparison = compare(file(), other);
  std::vector<std::string> fields;
  for (const FieldDifference& difference : comparison.fields) fields.push_back(difference.field);
  CHECK(fields == std::vector<std::string>{"features[1]", "kind", "manifest.data[0].name",
                                           "manifest.extra", "manifest.figures.loss",
                                           "manifest.seed", "schema"});
  CHECK(comparison.fields[4].first == "0.5");
  CHECK(comparison.fields[4].second == "0.25");
  CHECK(comparison.fields[5].second == "");
}

}  // namespace
}  // namespace trivium::format
