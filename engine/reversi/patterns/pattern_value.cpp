#include "engine/reversi/patterns/pattern_value.h"

#include <utility>

#include "engine/reversi/patterns/pattern_tensors.h"
#include "models/format/load_error.h"

namespace trivium::reversi {

namespace {

constexpr std::string_view kErrors = "errors";
constexpr std::string_view kPrefix = "value";

}  // namespace

std::shared_ptr<const PatternValue> PatternValue::load(const std::filesystem::path& path) {
  return from_file(format::read_weight_file(path));
}

std::shared_ptr<const PatternValue> PatternValue::from_file(const format::WeightFile& file) {
  file.expect(kValueKind, kValueSchema);
  PatternSet set = set_in(file, PatternUse::kValue);
  const format::Tensor* const measured = file.find(kSearchErrorsTensor);
  expect_tensors(file, set.tables().size() + (measured != nullptr ? 3 : 2));
  std::vector<std::int16_t> weights;
  weights.reserve(set.features());
  for (const PatternTable& table : set.tables()) append_table(file, kPrefix, table, weights);
  const auto stages = static_cast<std::uint64_t>(set.stages());
  const std::span<const double> errors = file.numbers<double>(kErrors, {stages});
  std::span<const double> search_errors;
  if (measured != nullptr) {
    const std::uint64_t depths = measured->dims.size() == 2 ? measured->dims[1] : 1;
    search_errors = file.numbers<double>(kSearchErrorsTensor, {stages, depths});
  }
  return from_weights(std::move(set), weights, errors, file.source, search_errors);
}

std::shared_ptr<const PatternValue> PatternValue::from_weights(
    PatternSet set, std::span<const std::int16_t> weights, std::span<const double> errors,
    std::string source, std::span<const double> search_errors) {
  if (set.use() != PatternUse::kValue || !PatternLayout::fits(set)) {
    throw format::LoadError("weights.definition",
                            "{}: its pattern set is not one for values of at most {} instances",
                            source, PatternLayout::kMaxInstances);
  }
  if (weights.size() != set.features()) {
    throw format::LoadError("weights.features", "{}: {} weights, expected {}", source,
                            weights.size(), set.features());
  }
  if (errors.size() != static_cast<std::size_t>(set.stages()) ||
      std::ranges::any_of(errors, [](double error) { return !(error > 0 && error <= kMaxScore); }))
    throw format::LoadError("weights.value", "{}: errors must be {} numbers above 0 and at most {}",
                            source, set.stages(), kMaxScore);
  const auto stages = static_cast<std::size_t>(set.stages());
  if (search_errors.size() % stages != 0 || search_errors.size() > kMaxProbCutDepths * stages ||
      std::ranges::any_of(search_errors,
                          [](double error) { return !(error >= 0 && error <= 2 * kMaxScore); }))
    throw format::LoadError(
        "weights.value",
        "{}: errors of searches must be numbers from 0 to {} for at most {} depths", source,
        2 * kMaxScore, kMaxProbCutDepths);
  return std::shared_ptr<const PatternValue>(
      new PatternValue(std::move(set), weights, errors, std::move(source), search_errors));
}

PatternValue::PatternValue(PatternSet set, std::span<const std::int16_t> weights,
                           std::span<const double> errors, std::string source,
                           std::span<const double> search_errors)
    : set_(std::move(set)),
      layout_(set_),
      weights_(weights.begin(), weights.end()),
      errors_(errors.begin(), errors.end()),
      search_errors_(search_errors.begin(), search_errors.end()),
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
      definition_tensor(set), format::make_tensor(std::string(kErrors), {errors.size()}, errors)};
  for (const PatternTable& table : set.tables())
    tensors.push_back(packed_table(kPrefix, table, weights));
  return tensors;
}

format::Tensor search_errors_tensor(std::span<const double> errors, int stages) {
  const auto rows = static_cast<std::uint64_t>(stages);
  return format::make_tensor(std::string(kSearchErrorsTensor), {rows, errors.size() / rows},
                             errors);
}

}  // namespace trivium::reversi
