// Linear weights are stored and found by feature name.
#include "models/format/linear.h"

#include <doctest/doctest.h>

#include "models/format/weight_file.h"

using namespace trivium::format;

namespace {

WeightFile file_of(const std::vector<std::string>& names, const std::vector<double>& weights) {
  WeightFile file;
  file.kind = "test.linear";
  file.schema = 1;
  file.feature_names = names;
  file.tensors = linear_tensors(names, weights);
  return parse_weight_file(weight_file_bytes(file), "memory");
}

}  // namespace

TEST_CASE("weights are returned in the order of the features, not of the file") {
  const std::vector<std::string> names{"queen", "open[1]", "open[2]", "open[3]", "bias", "a[0]"};
  const std::vector<double> weights{9.0, 0.1, 0.2, 0.3, -1.0, 4.0};
  const WeightFile file = file_of(names, weights);
  CHECK(linear_weights(file) == weights);
  CHECK(file.tensor("open").shape_text() == "F64 [3]");
  CHECK(file.tensor("queen").shape_text() == "F64 []");
  CHECK(file.tensor("a").shape_text() == "F64 [1]");
}

TEST_CASE("feature lists that could be stored in two ways are rejected") {
  const auto refused = [](const std::vector<std::string>& names) {
    const std::vector<double> weights(names.size());
    CHECK_THROWS_AS(linear_tensors(names, weights), LoadError);
  };
  refused({"a", "a"});
  refused({"a[0]", "b", "a[1]"});
  refused({"a[0]", "a[2]"});
  refused({"a[1]", "a[0]"});
  refused({"a", "a[0]"});
  refused({"a["});
  refused({"a[]"});
  refused({"a[01]"});
  refused({"a[1"});
  refused({"a[1]x"});
  refused({"[1]"});
  CHECK_THROWS_AS(linear_tensors({"a"}, {}), LoadError);
}

TEST_CASE("a feature without a weight is an error") {
  WeightFile file = file_of({"a", "b[0]", "b[1]"}, {1, 2, 3});
  file.feature_names = {"a", "b[0]", "b[1]", "b[2]"};
  CHECK_THROWS_AS(linear_weights(file), LoadError);
  file.feature_names = {"c"};
  CHECK_THROWS_AS(linear_weights(file), LoadError);
}
