#include "engine/connect6/evaluation/weights.h"

#include <cmath>
#include <utility>

#include "engine/connect6/patterns/value_patterns.h"
#include "models/format/linear.h"
#include "models/format/load_error.h"

namespace trivium::connect6 {

namespace {

constexpr std::string_view kLinesTensor = "lines";
constexpr std::string_view kMeetingsTensor = "meetings";

const std::vector<std::uint64_t> kLinesShape = {kLinePatterns};
const std::vector<std::uint64_t> kMeetingsShape = {kTacticCodes, kTacticCodes};
const std::vector<std::uint64_t> kDrawsShape = {2};

std::int32_t rounded(double log_odds, std::string_view feature, const std::string& source) {
  if (!(std::abs(log_odds) <= Weights::kMaxLogOdds)) {
    throw format::LoadError("weights.value",
                            "{}: weight of '{}' is {:.6f}, expected at most {:g} in size", source,
                            feature, log_odds, Weights::kMaxLogOdds);
  }
  return static_cast<std::int32_t>(std::lround(log_odds * Weights::kUnitsPerLogOdds));
}

/// Returns the weights of all patterns; empty if the file has no patterns.
std::vector<double> pattern_weights(const format::WeightFile& file) {
  if (file.find(kLinesTensor) == nullptr && file.find(kMeetingsTensor) == nullptr) return {};
  std::vector<double> weights;
  for (const auto& [name, shape] :
       {std::pair(kLinesTensor, kLinesShape), std::pair(kMeetingsTensor, kMeetingsShape)}) {
    const std::span<const double> values = file.numbers<double>(name, shape);
    weights.insert(weights.end(), values.begin(), values.end());
  }
  return weights;
}

std::optional<DrawModel> draw_model(const format::WeightFile& file) {
  if (file.find(kDrawsTensor) == nullptr) return std::nullopt;
  const std::span<const double> values = file.numbers<double>(kDrawsTensor, kDrawsShape);
  return DrawModel{values[0], values[1]};
}

}  // namespace

std::shared_ptr<const Weights> Weights::load(const std::filesystem::path& path) {
  return from_file(format::read_weight_file(path));
}

std::shared_ptr<const Weights> Weights::from_file(const format::WeightFile& file) {
  file.expect(kWeightsKind, kWeightsSchema);
  if (file.feature_names != feature_names())
    throw format::LoadError("weights.features", "{}: its features are not those of this program",
                            file.source);
  const std::vector<double> counts = format::linear_weights(file);
  const std::vector<double> patterns = pattern_weights(file);
  const std::optional<DrawModel> draws = draw_model(file);
  const std::size_t known = format::linear_tensors(file.feature_names, counts).size() +
                            (patterns.empty() ? 0 : 2) + (draws ? 1 : 0);
  if (file.tensors.size() != known) {
    throw format::LoadError("weights.tensors", "{}: {} tensors, expected {}", file.source,
                            file.tensors.size(), known);
  }
  return from_log_odds(counts, file.source, patterns, draws);
}

std::shared_ptr<const Weights> Weights::from_log_odds(std::span<const double> counts,
                                                      std::string source,
                                                      std::span<const double> patterns,
                                                      std::optional<DrawModel> draws) {
  if (counts.size() != kFeatureCount) {
    throw format::LoadError("weights.features", "{}: {} weights, expected {}", source,
                            counts.size(), kFeatureCount);
  }
  if (!patterns.empty() && patterns.size() != kValuePatterns) {
    throw format::LoadError("weights.features", "{}: {} pattern weights, expected {}", source,
                            patterns.size(), kValuePatterns);
  }
  if (draws && !draws->plausible()) {
    throw format::LoadError("weights.value",
                            "{}: draws with a level of {:g} and a slope of {:g}, "
                            "expected at most {:g} in size and no slope above 0",
                            source, draws->level, draws->slope, DrawModel::kMax);
  }
  std::shared_ptr<Weights> weights(new Weights);
  weights->draws_ = draws;
  for (std::size_t k = 0; k < kFeatureCount; ++k)
    weights->units_[k] = rounded(counts[k], kFeatureNames[k], source);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    weights->patterns_.push_back(
        rounded(patterns[i], i < kLinePatterns ? kLinesTensor : kMeetingsTensor, source));
  }
  weights->source_ = std::move(source);
  return weights;
}

std::vector<format::Tensor> value_tensors(std::span<const double> counts,
                                          std::span<const double> patterns) {
  std::vector<format::Tensor> tensors = format::linear_tensors(feature_names(), counts);
  if (patterns.empty()) return tensors;
  tensors.push_back(
      format::make_tensor(std::string(kLinesTensor), kLinesShape, patterns.first(kLinePatterns)));
  tensors.push_back(format::make_tensor(std::string(kMeetingsTensor), kMeetingsShape,
                                        patterns.subspan(kLinePatterns)));
  return tensors;
}

format::Tensor draws_tensor(const DrawModel& draws) {
  const std::array numbers = {draws.level, draws.slope};
  return format::make_tensor(std::string(kDrawsTensor), kDrawsShape,
                             std::span<const double>(numbers));
}

}  // namespace trivium::connect6
