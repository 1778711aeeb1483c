#include "engine/chess/choice/model.h"

#include <cmath>
#include <span>

#include "models/format/load_error.h"
#include "tests/engine/chess/choice/support.h"
#include "tests/temporary_folder.h"

namespace trivium::chess {
namespace {

ChoiceModel sample() {
  return {
      attributes_of({"material", "attack"}), Lookahead::kQuiet2, {1.5, -0.25}, {0.125, 0.0}, {}};
}

void replace(format::WeightFile& file, format::Tensor tensor) {
  for (format::Tensor& one : file.tensors) {
    if (one.name == tensor.name) one = tensor;
  }
}

}  // namespace

TEST_CASE("a model is loaded as it was saved") {
  const TemporaryFolder folder;
  format::write_weight_file(folder.file("me.safetensors"), sample().to_file());
  const ChoiceModel read = ChoiceModel::load(folder.file("me.safetensors"));
  CHECK(read.attributes.names() == sample().attributes.names());
  CHECK(read.lookahead == Lookahead::kQuiet2);
  CHECK(read.weights == sample().weights);
  CHECK(read.standard_errors == sample().standard_errors);
  CHECK(read.source.ends_with("me.safetensors"));
}

TEST_CASE("a model that searches has the search in its file") {
  ChoiceModel model = sample();
  CHECK(ChoiceModel::from_file(model.to_file()).search == SearchPart());
  model.search = {400, 1.5, 0.125};
  CHECK(ChoiceModel::from_file(model.to_file()).search == model.search);
  for (const std::vector<double>& bad :
       {std::vector<double>{0, 1, 0}, {400, 1, -1}, {400, 1}, {NAN, 1, 0}}) {
    format::WeightFile file = model.to_file();
    replace(file, format::make_tensor<double>("search", {bad.size()}, std::span(bad)));
    CHECK_THROWS_WITH_AS(static_cast<void>(ChoiceModel::from_file(file)),
                         doctest::Contains("the tensor search"), format::LoadError);
  }
}

TEST_CASE("a file of another kind is rejected with the reason") {
  const auto refused = [](auto&& spoil, const char* what) {
    format::WeightFile file = sample().to_file();
    spoil(file);
    CHECK_THROWS_WITH_AS(static_cast<void>(ChoiceModel::from_file(file)), doctest::Contains(what),
                         format::LoadError);
  };
  const std::vector<double> one{1.0}, below{0.125, -1.0};
  refused([](format::WeightFile& file) { file.kind = "chess.linear"; }, "chess.linear");
  refused([](format::WeightFile& file) { file.feature_names.pop_back(); },
          "its 1 features are not the 2");
  refused(
      [](format::WeightFile& file) { replace(file, format::text_tensor("attributes", "beauty")); },
      "unknown attribute beauty");
  refused(
      [](format::WeightFile& file) { replace(file, format::text_tensor("lookahead", "3-ply")); },
      "unknown lookahead");
  refused(
      [&](format::WeightFile& file) {
        replace(file, format::make_tensor<double>("errors", {1}, std::span(one)));
      },
      "the tensor errors is F64 [1], not F64 [2]");
  refused(
      [](format::WeightFile& file) {
        std::erase_if(file.tensors,
                      [](const format::Tensor& tensor) { return tensor.name == "attack"; });
      },
      "no weight for the feature \"attack\"");
  refused(
      [&](format::WeightFile& file) {
        replace(file, format::make_tensor<double>("errors", {2}, std::span(below)));
      },
      "below 0");
  refused([](format::WeightFile& file) { file.tensors.pop_back(); }, "errors");
}

}  // namespace trivium::chess
