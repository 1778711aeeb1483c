#include "engine/reversi/patterns/pattern_value.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "models/format/load_error.h"
#include "models/format/packing.h"

namespace trivium::reversi {

namespace {

constexpr std::string_view kDefinition = "definition";
constexpr std::string_view kErrors = "errors";

std::string tensor_of(const PatternTable& table) { return "value." + table.name; }

}  // namespace

PatternSet set_in(const format::WeightFile& file, PatternUse use) {
  PatternSet set =
      format::or_throw(PatternSet::parse(file.tensor(kDefinition).text()), file.source);
  if (set.use() != use)
    throw format::LoadError("weights.definition",
                            fmt::format("{}: its pattern set is for another use", file.source));
  return set;
}

std::shared_ptr<const PatternValue> PatternValue::load(const std::filesystem::path& path) {
  return from_file(format::read_weight_file(path));
}

std::shared_ptr<const PatternValue> PatternValue::from_file(const format::WeightFile& file) {
  file.expect(kValueKind, kValueSchema);
  PatternSet set = set_in(file, PatternUse::kValue);
  if (file.tensors.size() != 2 + set.tables().size()) {
    throw format::LoadError("weights.tensors",
                            fmt::format("{}: {} tensors, the definition requires {}", file.source,
                                        file.tensors.size(), 2 + set.tables().size()));
  }
  std::vector<std::int16_t> weights;
  weights.reserve(set.features());
  for (const PatternTable& table : set.tables()) {
    const std::string name = tensor_of(table);
    const format::Tensor plain =
        format::unpacked(file.tensor(format::packed_name(name)), name, format::DType::kI16,
                         {table.stages, table.codes}, file.source);
    const std::span<const std::int16_t> values = plain.values<std::int16_t>();
    weights.insert(weights.end(), values.begin(), values.end());
  }
  const std::span<const double> errors =
      file.numbers<double>(kErrors, {static_cast<std::uint64_t>(set.stages())});
  return from_weights(std::move(set), weights, errors, file.source);
}

std::shared_ptr<const PatternValue> PatternValue::from_weights(
    PatternSet set, std::span<const std::int16_t> weights, std::span<const double> errors,
    std::string source) {
  if (set.use() != PatternUse::kValue || !PatternLayout::fits(set)) {
    throw format::LoadError(
        "weights.definition",
        fmt::format("{}: its pattern set is not one for values of at most {} instances", source,
                    PatternLayout::kMaxInstances));
  }
  if (weights.size() != set.features()) {
    throw format::LoadError("weights.features", fmt::format("{}: {} weights, expected {}", source,
                                                            weights.size(), set.features()));
  }
  if (errors.size() != static_cast<std::size_t>(set.stages()) ||
      std::ranges::any_of(errors, [](double error) { return !(error > 0 && error <= kMaxScore); }))
    throw format::LoadError(
        "weights.value", fmt::format("{}: errors must be {} numbers above 0 and at most {}", source,
                                     set.stages(), kMaxScore));
  return std::shared_ptr<const PatternValue>(
      new PatternValue(std::move(set), weights, errors, std::move(source)));
}

PatternValue::PatternValue(PatternSet set, std::span<const std::int16_t> weights,
                           std::span<const double> errors, std::string source)
    : set_(std::move(set)),
      layout_(set_),
      weights_(weights.begin(), weights.end()),
      errors_(errors.begin(), errors.end()),
      source_(std::move(source)) {
  by_code_.reserve(2 * static_cast<std::size_t>(set_.stages()) * layout_.codes());
  for (int stage = 0; stage < set_.stages(); ++stage)
    for (const bool swapped : {false, true})
      for (const auto& feature : layout_.features(swapped))
        by_code_.push_back(weights_[feature.at(stage)]);
}

std::vector<format::Tensor> value_tensors(const PatternSet& set,
                                          std::span<const std::int16_t> weights,
                                          std::span<const double> errors) {
  std::vector<format::Tensor> tensors = {
      format::text_tensor(std::string(kDefinition), set.text()),
      format::make_tensor(std::string(kErrors), {errors.size()}, errors)};
  for (const PatternTable& table : set.tables()) {
    tensors.push_back(
        format::packed(format::make_tensor(tensor_of(table), {table.stages, table.codes},
                                           weights.subspan(table.begin, table.features()))));
  }
  return tensors;
}

}  // namespace trivium::reversi
