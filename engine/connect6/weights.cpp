#include "engine/connect6/weights.h"

#include <cmath>
#include <utility>
#include <vector>

#include "models/format/linear.h"
#include "models/format/load_error.h"
#include "models/format/weight_file.h"

namespace trivium::connect6 {

std::shared_ptr<const Weights> Weights::load(const std::filesystem::path& path) {
  const format::WeightFile file = format::read_weight_file(path);
  file.expect(kWeightsKind, kWeightsSchema, feature_names());
  return from_log_odds(format::linear_weights(file), path.string());
}

std::shared_ptr<const Weights> Weights::from_log_odds(std::span<const double> log_odds, std::string source) {
  if (log_odds.size() != kFeatureCount) {
    throw format::LoadError(source + ": " + std::to_string(log_odds.size()) + " weights, expected " + std::to_string(kFeatureCount));
  }
  std::shared_ptr<Weights> weights(new Weights);
  for (std::size_t k = 0; k < kFeatureCount; ++k) {
    if (!(std::abs(log_odds[k]) <= kMaxLogOdds)) {
      throw format::LoadError(source + ": weight of '" + std::string(kFeatureNames[k]) + "' is " + std::to_string(log_odds[k]) +
                              ", expected at most " + std::to_string(static_cast<int>(kMaxLogOdds)) + " in size");
    }
    weights->units_[k] = static_cast<std::int32_t>(std::lround(log_odds[k] * kUnitsPerLogOdds));
  }
  weights->source_ = std::move(source);
  return weights;
}

}  // namespace trivium::connect6
