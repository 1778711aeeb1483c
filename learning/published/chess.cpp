#include "learning/published/chess.h"

#include <vector>

#include "engine/chess/evaluation/features.h"
#include "models/format/linear.h"

namespace trivium::learning {

namespace {

using chess::FeatureGroup;

/// Weights a unit in the paper's self-play experiment.
constexpr double kMaterial = 5.0;
constexpr double kMobility = 0.5;

/// In pawns, the same for middlegame and endgame.
double published_value(FeatureGroup group, int number) {
  switch (group) {
    case FeatureGroup::kPawn:
      return 1.0;
    case FeatureGroup::kKnight:
    case FeatureGroup::kBishop:
      return 3.0;
    case FeatureGroup::kRook:
      return 5.0;
    case FeatureGroup::kQueen:
      return 9.0;
    case FeatureGroup::kKnightMobility:
    case FeatureGroup::kBishopMobility:
    case FeatureGroup::kRookMobility:
    case FeatureGroup::kQueenMobility:
      return kMobility * number / kMaterial;
    default:
      return 0.0;
  }
}

}  // namespace

format::WeightFile published_chess(const ToolIdentity& tool, const std::string& command) {
  std::vector<double> values;
  values.reserve(chess::kParameterCount);
  for (std::size_t k = 0; k < chess::kParameterCount; ++k) {
    const auto feature = static_cast<chess::FeatureIndex>(k % chess::kFeatureCount);
    const FeatureGroup group = chess::group_of(feature);
    values.push_back(published_value(group, feature - chess::first_feature(group)));
  }

  Manifest manifest;
  manifest.tool = tool;
  manifest.command = command;
  manifest.origin = "published values, not learned: Wallbrink 2000 (paper 002); squares of four pieces stand for its legal moves";
  manifest.parameters = {{"material", kMaterial}, {"mobility", kMobility}};

  format::WeightFile file;
  file.kind = chess::kWeightsKind;
  file.schema = chess::kWeightsSchema;
  file.feature_names = chess::parameter_names();
  file.manifest = manifest.to_json();
  file.tensors = format::linear_tensors(file.feature_names, values);
  return file;
}

CardText published_chess_card() {
  return {
      "Published values, not learned: material and mobility as in Wallbrink's thesis of 2000 (paper 002), in pawns, written in the "
      "features of the linear chess evaluation.",
      "Material is Q9 R5 B3 N3 P1. The thesis weighs a unit of material with 5.0 and a legal move with 0.5, so a move is worth a tenth "
      "of a pawn. It counts legal moves of all men; these features count, for each knight, bishop, rook and queen, the squares it "
      "attacks in its mobility area (engine/chess/evaluation/feature_groups.h), with no regard to whose turn it is. Middlegame and endgame "
      "weights are equal, all other weights are 0. No data was used.",
      "Two of the evaluation's many terms: no king safety, no pawn structure, no phases of the game, no mobility of pawns and king. "
      "Mobility counts every square alike, so it likes an early queen. A yardstick for learned weights, not a strong player."};
}

}  // namespace trivium::learning
