#include "learning/published/chess.h"

#include "engine/chess/features.h"
#include "models/format/linear.h"

namespace trivium::learning {

namespace {

/// Weights a unit in the paper's self-play experiment.
constexpr double kMaterial = 5.0;
constexpr double kMobility = 0.5;

/// In pawns.
double published_value(chess::Feature feature) {
  switch (feature) {
    case chess::Feature::kPawn:
      return 1.0;
    case chess::Feature::kKnight:
    case chess::Feature::kBishop:
      return 3.0;
    case chess::Feature::kRook:
      return 5.0;
    case chess::Feature::kQueen:
      return 9.0;
    case chess::Feature::kMobility:
      return kMobility / kMaterial;
  }
  return 0.0;
}

}  // namespace

format::WeightFile published_chess(const ToolIdentity& tool, const std::string& command) {
  std::vector<double> values;
  for (std::size_t i = 0; i < chess::kFeatureCount; ++i) values.push_back(published_value(static_cast<chess::Feature>(i)));

  Manifest manifest;
  manifest.tool = tool;
  manifest.command = command;
  manifest.origin = "published values, not learned: Wallbrink 2000 (paper 002)";
  manifest.parameters = {{"material", kMaterial}, {"mobility", kMobility}};

  format::WeightFile file;
  file.kind = chess::kWeightsKind;
  file.schema = chess::kWeightsSchema;
  file.feature_names = chess::feature_names();
  file.manifest = manifest.to_json();
  file.tensors = format::linear_tensors(file.feature_names, values);
  return file;
}

CardText published_chess_card() {
  return {
      "Published values, not learned: material and mobility as in Wallbrink's thesis of 2000 (paper 002), in pawns. The linear chess "
      "evaluation starts from them.",
      "Material is Q9 R5 B3 N3 P1. The thesis weighs a unit of material with 5.0 and a legal move with 0.5, so a legal move is worth "
      "a tenth of a pawn. No data was used.",
      "Two terms only: no king safety, no pawn structure, no phases of the game. Mobility counts every legal move alike, so it likes "
      "an early queen. A yardstick for learned weights, not a strong player."};
}

}  // namespace trivium::learning
