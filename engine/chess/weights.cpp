#include "engine/chess/weights.h"

#include <cmath>
#include <utility>
#include <vector>

#include "models/format/linear.h"
#include "models/format/load_error.h"
#include "models/format/model_path.h"
#include "models/format/weight_file.h"

namespace trivium::chess {

std::shared_ptr<const Weights> Weights::load(const std::filesystem::path& path) {
  const format::WeightFile file = format::read_weight_file(path);
  file.expect(kWeightsKind, kWeightsSchema, feature_names());
  const std::vector<double> pawns = format::linear_weights(file);
  return from_pawns(pawns, path.string());
}

std::shared_ptr<const Weights> Weights::load_default() { return load(format::default_weights("chess")); }

std::shared_ptr<const Weights> Weights::from_pawns(std::span<const double> pawns, std::string source) {
  if (pawns.size() != kFeatureCount) {
    throw format::LoadError(source + ": " + std::to_string(pawns.size()) + " weights, expected " + std::to_string(kFeatureCount));
  }
  std::shared_ptr<Weights> weights(new Weights);
  for (std::size_t k = 0; k < kFeatureCount; ++k) {
    if (!(std::abs(pawns[k]) <= kMaxPawns)) {
      throw format::LoadError(source + ": weight of '" + std::string(kFeatures[k].name) + "' is " + std::to_string(pawns[k]) +
                              " pawns, expected at most " + std::to_string(static_cast<int>(kMaxPawns)) + " in size");
    }
    weights->units_[k] = static_cast<std::int32_t>(std::lround(pawns[k] * kUnitsPerPawn));
  }
  weights->source_ = std::move(source);
  return weights;
}

}  // namespace trivium::chess
