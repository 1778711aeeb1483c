#include "engine/connect6/weights.h"

#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "engine/connect6/value_patterns.h"
#include "models/format/linear.h"
#include "models/format/load_error.h"

namespace trivium::connect6 {

namespace {

constexpr std::string_view kLinesTensor = "lines";
constexpr std::string_view kMeetingsTensor = "meetings";

const std::vector<std::uint64_t> kLinesShape = {kLinePatterns};
const std::vector<std::uint64_t> kMeetingsShape = {kTacticCodes, kTacticCodes};

std::int32_t rounded(double log_odds, std::string_view feature, const std::string& source) {
  if (!(std::abs(log_odds) <= Weights::kMaxLogOdds)) {
    throw format::LoadError(
        fmt::format("{}: weight of '{}' is {:.6f}, expected at most {:g} in size", source, feature, log_odds, Weights::kMaxLogOdds));
  }
  return static_cast<std::int32_t>(std::lround(log_odds * Weights::kUnitsPerLogOdds));
}

/// The weights of all patterns; none where the file has the counts alone.
std::vector<double> pattern_weights(const format::WeightFile& file, std::size_t count_tensors) {
  if (file.tensors.size() == count_tensors) return {};
  std::vector<double> weights;
  for (const auto& [name, shape] : {std::pair(kLinesTensor, kLinesShape), std::pair(kMeetingsTensor, kMeetingsShape)}) {
    const format::Tensor& tensor = file.tensor(name);
    if (tensor.dims != shape) throw format::LoadError(fmt::format("{}: the tensor {} is {}", file.source, name, tensor.shape_text()));
    const std::span<const double> values = tensor.values<double>();
    weights.insert(weights.end(), values.begin(), values.end());
  }
  if (file.tensors.size() != count_tensors + 2) {
    throw format::LoadError(fmt::format("{}: {} tensors, expected {}", file.source, file.tensors.size(), count_tensors + 2));
  }
  return weights;
}

}  // namespace

std::shared_ptr<const Weights> Weights::load(const std::filesystem::path& path) { return from_file(format::read_weight_file(path)); }

std::shared_ptr<const Weights> Weights::from_file(const format::WeightFile& file) {
  file.expect(kWeightsKind, kWeightsSchema);
  if (file.feature_names != feature_names())
    throw format::LoadError(fmt::format("{}: its counts are not those of this program", file.source));
  const std::vector<double> counts = format::linear_weights(file);
  const std::vector<double> patterns = pattern_weights(file, format::linear_tensors(file.feature_names, counts).size());
  return from_log_odds(counts, file.source, patterns);
}

std::shared_ptr<const Weights> Weights::from_log_odds(std::span<const double> counts, std::string source,
                                                      std::span<const double> patterns) {
  if (counts.size() != kFeatureCount) {
    throw format::LoadError(fmt::format("{}: {} weights, expected {}", source, counts.size(), kFeatureCount));
  }
  if (!patterns.empty() && patterns.size() != kValuePatterns) {
    throw format::LoadError(fmt::format("{}: {} pattern weights, expected {}", source, patterns.size(), kValuePatterns));
  }
  std::shared_ptr<Weights> weights(new Weights);
  for (std::size_t k = 0; k < kFeatureCount; ++k) weights->units_[k] = rounded(counts[k], kFeatureNames[k], source);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    weights->patterns_.push_back(rounded(patterns[i], i < kLinePatterns ? kLinesTensor : kMeetingsTensor, source));
  }
  weights->source_ = std::move(source);
  return weights;
}

std::vector<format::Tensor> value_tensors(std::span<const double> counts, std::span<const double> patterns) {
  std::vector<format::Tensor> tensors = format::linear_tensors(feature_names(), counts);
  if (patterns.empty()) return tensors;
  tensors.push_back(format::make_tensor(std::string(kLinesTensor), kLinesShape, patterns.first(kLinePatterns)));
  tensors.push_back(format::make_tensor(std::string(kMeetingsTensor), kMeetingsShape, patterns.subspan(kLinePatterns)));
  return tensors;
}

}  // namespace trivium::connect6
