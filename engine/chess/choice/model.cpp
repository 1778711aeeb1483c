#include "engine/chess/choice/model.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <optional>
#include <span>
#include <sstream>
#include <utility>

#include "engine/core/text.h"
#include "models/format/linear.h"
#include "models/format/load_error.h"

namespace trivium::chess {

namespace {

std::vector<double> errors_in(const format::WeightFile& file, std::size_t wanted) {
  const format::Tensor& tensor = file.tensor("errors");
  const std::span<const double> errors = tensor.values<double>();
  if (tensor.dims.size() != 1 || errors.size() != wanted) {
    throw format::LoadError(fmt::format("{}: the tensor errors is {}, not F64 [{}]", file.source, tensor.shape_text(), wanted));
  }
  if (std::ranges::any_of(errors, [](double error) { return error < 0; })) {
    throw format::LoadError(fmt::format("{}: a standard error is below 0", file.source));
  }
  return {errors.begin(), errors.end()};
}

std::vector<std::string> words_in(std::string_view text) {
  std::istringstream in{std::string(text)};
  return {std::istream_iterator<std::string>(in), {}};
}

}  // namespace

ChoiceModel ChoiceModel::load(const std::filesystem::path& path) { return from_file(format::read_weight_file(path)); }

ChoiceModel ChoiceModel::from_file(const format::WeightFile& file) {
  file.expect(kChoiceKind, kChoiceSchema);
  Result<Attributes> attributes = Attributes::named(words_in(file.tensor("attributes").text()));
  if (!attributes) throw format::LoadError(fmt::format("{}: {}", file.source, attributes.error().message));
  if (file.feature_names != attributes->names()) {
    throw format::LoadError(fmt::format("{}: its {} features are not the {} of these attributes here", file.source,
                                        file.feature_names.size(), attributes->size()));
  }
  const std::string_view far = file.tensor("lookahead").text();
  const std::optional<Lookahead> lookahead = lookahead_named(far);
  if (!lookahead) throw format::LoadError(fmt::format("{}: no lookahead is called {}", file.source, text::quoted(far, 40)));
  std::vector<double> errors = errors_in(file, attributes->size());
  return {*std::move(attributes), *lookahead, format::linear_weights(file), std::move(errors), file.source};
}

format::WeightFile ChoiceModel::to_file() const {
  format::WeightFile file;
  file.kind = kChoiceKind;
  file.schema = kChoiceSchema;
  file.feature_names = attributes.names();
  file.tensors = format::linear_tensors(file.feature_names, weights);
  file.tensors.push_back(format::text_tensor("attributes", fmt::format("{}", fmt::join(attributes.words(), " "))));
  file.tensors.push_back(format::text_tensor("lookahead", lookahead_name(lookahead)));
  file.tensors.push_back(format::make_tensor<double>("errors", {standard_errors.size()}, std::span(standard_errors)));
  return file;
}

}  // namespace trivium::chess
