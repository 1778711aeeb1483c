// The values of paper 002 (Wallbrink 2000) in a file written by `trivium-learn published chess` of
// version 0.1.0.
#include <doctest/doctest.h>
#include <string>

#include "engine/chess/evaluation/features.h"
#include "engine/chess/evaluation/weights.h"
#include "models/format/linear.h"
#include "models/format/weight_file.h"

using namespace trivium;
using chess::FeatureGroup;
using chess::operator""_group;

TEST_CASE(
    "a file of version 0.1.0 is read: Q9 R5 B3 N3 P1 and a tenth of a pawn for a square of "
    "mobility, in both phases") {
  const std::string path =
      TRIVIUM_SOURCE_DIR "/tests/data/0.1.0/chess.linear-published.safetensors";
  const format::WeightFile file = format::read_weight_file(path);
  chess::require_weights(file);
  CHECK(file.manifest.find("published values, not learned") != std::string::npos);
  const std::vector<double> pawns = format::linear_weights(file);
  for (const std::size_t phase : {std::size_t{0}, chess::kFeatureCount}) {
    const auto at = [&](FeatureGroup group, int number = 0) {
      return pawns[phase + chess::feature_at(group, number)];
    };
    CHECK(at("pawn"_group) == 1);
    CHECK(at("knight"_group) == 3);
    CHECK(at("bishop"_group) == 3);
    CHECK(at("rook"_group) == 5);
    CHECK(at("queen"_group) == 9);
    CHECK(at("knight_mobility"_group, 8) == doctest::Approx(0.8));
    CHECK(at("queen_mobility"_group, 27) == doctest::Approx(2.7));
    CHECK(at("tempo"_group) == 0);
  }
  CHECK(chess::Weights::load(path)->piece_value(chess::PieceType::kQueen) == 900);
}
