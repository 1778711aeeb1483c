// Knowledge with random weights and small pattern sets, for tests of what uses it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/reversi/evaluation/knowledge.h"

namespace trivium::reversi {

/// Returns new objects with the same weights in every call. If `search_error` is not 0, searches of
/// depths 3 to 8 have this error, in discs.
inline Knowledge sample_knowledge(double search_error = 0) {
  constexpr std::array kValueErrors = {20.0, 15.0, 10.0, 5.0};
  constexpr std::size_t kDepths = 6;
  const std::vector<double> search_errors(search_error > 0 ? kValueErrors.size() * kDepths : 0,
                                          search_error);
  Rng rng(17);
  PatternSet set = *PatternSet::parse(
      "stages 4\nshape edge a1 b1 c1 d1 e1 f1 g1 h1\nshape corner a1 b1 c1 a2 b2\n"
      "shape diagonal a4 b5 c6 d7 e8\nshape center d4 e4 d5\n");
  std::vector<std::int16_t> weights(set.features());
  for (std::int16_t& weight : weights)
    weight = static_cast<std::int16_t>(static_cast<int>(rng.below(801)) - 400);

  const PatternSet moves =
      *PatternSet::parse("use moves\nstages 2\nshape edge a1 b1 c1 d1\nflips 4\nsquare\n");
  std::vector<float> gammas(moves.features());
  for (float& gamma : gammas) gamma = static_cast<float>(0.5 + 2.0 * rng.unit());
  const std::vector<std::uint32_t> wins(moves.features(), 1);
  format::WeightFile file;
  file.kind = kMoveStrengthsKind;
  file.schema = kMoveStrengthsSchema;
  file.source = "sample";
  file.tensors = strength_tensors(moves, gammas, wins);
  return {
      PatternValue::from_weights(std::move(set), weights, kValueErrors, "sample", search_errors),
      MoveStrengths::from_file(file)};
}

}  // namespace trivium::reversi
