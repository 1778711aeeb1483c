#include "engine/chess/evaluation/weights.h"

#include <cmath>
#include <cstdlib>
#include <utility>

#include "engine/core/rng.h"
#include "models/format/linear.h"
#include "models/format/load_error.h"
#include "models/format/model_path.h"

namespace trivium::chess {

namespace {

std::int32_t to_units(double pawns, std::size_t parameter, const std::string& source) {
  if (!(std::abs(pawns) <= Weights::kMaxPawns)) {
    throw format::LoadError("weights.value",
                            "{}: the weight \"{}\" is {} pawns, expected at most {} in size",
                            source, parameter_names()[parameter], pawns, Weights::kMaxPawns);
  }
  return static_cast<std::int32_t>(std::lround(pawns * Weights::kUnitsPerPawn));
}

std::optional<ExpectationModel> model_in(const format::WeightFile& file) {
  if (file.find(kExpectationTensor) != nullptr) {
    const std::span<const double> numbers = file.numbers<double>(kExpectationTensor, {2});
    return ExpectationModel{numbers[0], numbers[1]};
  }
  const std::optional<double> scale = file.figure(kExpectationScale),
                              margin = file.figure(kExpectationDrawMargin);
  if (!scale || !margin) return std::nullopt;
  return ExpectationModel{*scale, *margin};
}

}  // namespace

format::Tensor expectation_tensor(const ExpectationModel& model) {
  const std::array numbers = {model.scale, model.draw_margin};
  return format::make_tensor(std::string(kExpectationTensor), {numbers.size()},
                             std::span<const double>(numbers));
}

void require_weights(const format::WeightFile& file) {
  file.expect(kWeightsKind, kWeightsSchema, parameter_names(), kExpectationTensor);
}

std::optional<ExpectationModel> stated_model(const format::WeightFile& file) {
  const std::optional<ExpectationModel> model = model_in(file);
  if (model && !plausible(*model)) {
    throw format::LoadError(
        "weights.value",
        "{}: the scale and the draw margin of its results are {} and {}, expected "
        "numbers above 0, at most {}",
        file.source, model->scale, model->draw_margin, kMaxModelNumber);
  }
  return model;
}

std::shared_ptr<const Weights> Weights::load(const std::filesystem::path& path) {
  return from_file(format::read_weight_file(path));
}

std::shared_ptr<const Weights> Weights::from_file(const format::WeightFile& file) {
  require_weights(file);
  return from_pawns(format::linear_weights(file), file.source, stated_model(file));
}

std::shared_ptr<const Weights> Weights::load_default() {
  return load(format::default_weights("chess"));
}

std::shared_ptr<const Weights> Weights::from_pawns(std::span<const double> pawns,
                                                   std::string source,
                                                   const std::optional<ExpectationModel>& model) {
  if (pawns.size() != kParameterCount) {
    throw format::LoadError("weights.count", "{}: {} weights, expected {}", source, pawns.size(),
                            kParameterCount);
  }
  std::shared_ptr<Weights> weights(new Weights);
  for (std::size_t k = 0; k < kFeatureCount; ++k) {
    weights->units_[k] = {to_units(pawns[k], k, source),
                          to_units(pawns[kFeatureCount + k], kFeatureCount + k, source)};
  }
  weights->prepare_placements();
  weights->prepare_fingerprint();
  weights->stated_model_ = model;
  weights->source_ = std::move(source);
  return weights;
}

void Weights::prepare_placements() noexcept {
  for (int type = 0; type < kPieceTypes; ++type) {
    std::int64_t sum = 0, seats = 0;
    for (const bool kings_on_same_half : {false, true}) {
      for (int square = 0; square < 64; ++square) {
        const Seat seat{static_cast<PieceType>(type), static_cast<Square>(square),
                        kings_on_same_half};
        if (!can_exist(seat)) continue;
        Tapered& placement = placements_[seat.index()];
        for (const FeatureIndex feature : seat_features(seat)) placement += units_[feature];
        sum += placement.middlegame() + placement.endgame();
        ++seats;
      }
    }
    if (static_cast<PieceType>(type) == PieceType::kKing) continue;
    const double centipawns =
        static_cast<double>(sum) / static_cast<double>(2 * seats * kUnitsPerCentipawn);
    piece_values_[static_cast<std::size_t>(type)] = static_cast<int>(std::lround(centipawns));
  }
}

void Weights::prepare_fingerprint() noexcept {
  std::uint64_t hash = 0;
  for (const Tapered weight : units_) {
    hash ^= (std::uint64_t{static_cast<std::uint32_t>(weight.middlegame())} << 32) |
            static_cast<std::uint32_t>(weight.endgame());
    hash = splitmix64(hash);
  }
  fingerprint_ = hash == 0 ? 1 : hash;
}

}  // namespace trivium::chess
