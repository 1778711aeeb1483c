#include "engine/chess/choice/model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "engine/core/text.h"
#include "models/format/linear.h"
#include "models/format/load_error.h"

namespace trivium::chess {

namespace {

std::span<const double> errors_in(const format::WeightFile& file, std::string_view name,
                                  const std::vector<std::uint64_t>& dims) {
  const std::span<const double> errors = file.numbers<double>(name, dims);
  if (std::ranges::any_of(errors, [](double error) { return error < 0; })) {
    throw format::LoadError("weights.value", "{}: a standard error is below 0", file.source);
  }
  return errors;
}

std::vector<std::vector<double>> rows_of(std::span<const double> values, std::size_t rows) {
  std::vector<std::vector<double>> all;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::span<const double> row =
        values.subspan(i * (values.size() / rows), values.size() / rows);
    all.emplace_back(row.begin(), row.end());
  }
  return all;
}

std::optional<ClassPart> classes_in(const format::WeightFile& file, std::size_t attributes) {
  const format::Tensor* const tree = file.find("classes");
  if (tree == nullptr) return std::nullopt;
  PositionClasses classes =
      format::or_throw(PositionClasses::parse(tree->text()), file.source + ": classes");
  const std::size_t count = classes.count();
  return ClassPart{std::move(classes),
                   rows_of(file.numbers<double>("class_weights", {count, attributes}), count),
                   rows_of(errors_in(file, "class_errors", {count, attributes}), count)};
}

format::Tensor row_tensor(std::string_view name, const std::vector<std::vector<double>>& rows) {
  std::vector<double> values;
  for (const std::vector<double>& row : rows) values.insert(values.end(), row.begin(), row.end());
  return format::make_tensor<double>(std::string(name), {rows.size(), rows.front().size()},
                                     std::span<const double>(values));
}

SearchPart search_in(const format::WeightFile& file) {
  const format::Tensor* const tensor = file.find("search");
  if (tensor == nullptr) return {};
  const std::span<const double> values = tensor->values<double>();
  if (values.size() != 3 || !(values[0] >= 1 && values[0] <= kMaxSearchNodes) ||
      !std::isfinite(values[1]) || !(values[2] >= 0)) {
    throw format::LoadError("weights.value",
                            "{}: the tensor search must have nodes, a weight and its error",
                            file.source);
  }
  return {static_cast<std::uint64_t>(values[0]), values[1], values[2]};
}

}  // namespace

ChoiceModel ChoiceModel::load(const std::filesystem::path& path) {
  return from_file(format::read_weight_file(path));
}

ChoiceModel ChoiceModel::from_file(const format::WeightFile& file) {
  file.expect(kChoiceKind, kChoiceSchema);
  Attributes attributes = format::or_throw(
      Attributes::named(text::words(file.tensor("attributes").text())), file.source);
  if (file.feature_names != attributes.names()) {
    throw format::LoadError("weights.features",
                            "{}: its {} features are not the {} of these attributes here",
                            file.source, file.feature_names.size(), attributes.size());
  }
  const std::string_view far = file.tensor("lookahead").text();
  const std::optional<Lookahead> lookahead = lookahead_named(far);
  if (!lookahead)
    throw format::LoadError("lookahead.unknown", "{}: unknown lookahead {}", file.source,
                            text::quoted(far, 40));
  const std::size_t size = attributes.size();
  const std::span<const double> errors = errors_in(file, "errors", {size});
  return {std::move(attributes),          *lookahead,  format::linear_weights(file),
          {errors.begin(), errors.end()}, file.source, search_in(file),
          classes_in(file, size)};
}

format::WeightFile ChoiceModel::to_file() const {
  format::WeightFile file;
  file.kind = kChoiceKind;
  file.schema = kChoiceSchema;
  file.feature_names = attributes.names();
  file.tensors = format::linear_tensors(file.feature_names, weights);
  file.tensors.push_back(format::text_tensor("attributes", text::joined(attributes.words(), " ")));
  file.tensors.push_back(format::text_tensor("lookahead", lookahead_name(lookahead)));
  file.tensors.push_back(
      format::make_tensor<double>("errors", {standard_errors.size()}, std::span(standard_errors)));
  if (search.nodes > 0) {
    const std::array part{static_cast<double>(search.nodes), search.weight, search.standard_error};
    file.tensors.push_back(
        format::make_tensor<double>("search", {part.size()}, std::span<const double>(part)));
  }
  if (by_class) {
    file.tensors.push_back(format::text_tensor("classes", by_class->classes.text()));
    file.tensors.push_back(row_tensor("class_weights", by_class->weights));
    file.tensors.push_back(row_tensor("class_errors", by_class->standard_errors));
  }
  return file;
}

std::span<const double> ChoiceModel::weights_in(const Position& position,
                                                std::size_t legal_moves) const noexcept {
  return by_class ? by_class->weights[by_class->classes.class_of(position, legal_moves)] : weights;
}

std::vector<double> values_of(const ChoiceModel& model, Position& position, const MoveList& moves) {
  MoveValues values;
  MoveValuer(model.attributes, model.lookahead)
      .value(position, moves, model.weights_in(position, moves.size()), values);
  return std::move(values.values);
}

}  // namespace trivium::chess
