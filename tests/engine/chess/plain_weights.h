// Simple weights for tests that need a chess player but not a strong one.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/evaluation/features.h"
#include "engine/chess/evaluation/weights.h"

namespace trivium::chess {

/// Pawns for Weights::from_pawns(), set feature by feature in both phases.
class WeightBuilder {
 public:
  WeightBuilder& set(FeatureGroup group, int number, double pawns) {
    return set(group, number, pawns, pawns);
  }
  WeightBuilder& set(FeatureGroup group, int number, double middlegame, double endgame) {
    pawns_[feature_at(group, number)] = middlegame;
    pawns_[kFeatureCount + feature_at(group, number)] = endgame;
    return *this;
  }
  const std::vector<double>& pawns() const { return pawns_; }

 private:
  std::vector<double> pawns_ = std::vector<double>(kParameterCount, 0.0);
};

/// Returns paper 002's material, Q9 R5 B3 N3 P1 (or another pawn value), and 0.1 pawns for each
/// square of mobility.
inline WeightBuilder plain_pawns(double pawn = 1) {
  WeightBuilder builder;
  constexpr double kMaterial[] = {0, 3, 3, 5, 9};
  for (int type = 0; type < 5; ++type) {
    builder.set(static_cast<FeatureGroup>(type), 0, type == 0 ? pawn : kMaterial[type]);
  }
  for (const FeatureGroup group : {"knight_mobility"_group, "bishop_mobility"_group,
                                   "rook_mobility"_group, "queen_mobility"_group}) {
    for (int number = 0; number < info(group).size; ++number)
      builder.set(group, number, 0.1 * number);
  }
  return builder;
}

inline std::shared_ptr<const Weights> plain_weights(std::string source = "test", double pawn = 1) {
  return Weights::from_pawns(plain_pawns(pawn).pawns(), std::move(source));
}

}  // namespace trivium::chess
