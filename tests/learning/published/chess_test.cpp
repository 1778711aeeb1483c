// The published chess values are in the file as published, and the engine reads them.
#include "learning/published/chess.h"

#include <doctest/doctest.h>
#include <string>

#include "engine/chess/evaluation/features.h"
#include "engine/chess/evaluation/weights.h"
#include "models/format/linear.h"
#include "models/format/weight_file.h"
#include "tests/temporary_folder.h"

using namespace trivium::learning;
using namespace trivium;
using chess::FeatureGroup;

TEST_CASE("the file holds Q9 R5 B3 N3 P1 and a tenth of a pawn for a square of mobility, in both phases") {
  const TemporaryFolder folder;
  const auto path = write_with_card(folder.path(), published_chess({"1", "c"}, "published"), published_chess_card());
  const format::WeightFile file = format::read_weight_file(path);
  chess::require_weights(file);
  const std::vector<double> pawns = format::linear_weights(file);
  for (const std::size_t phase : {std::size_t{0}, chess::kFeatureCount}) {
    const auto at = [&](FeatureGroup group, int number = 0) { return pawns[phase + chess::feature_at(group, number)]; };
    CHECK(at(FeatureGroup::kPawn) == 1);
    CHECK(at(FeatureGroup::kKnight) == 3);
    CHECK(at(FeatureGroup::kBishop) == 3);
    CHECK(at(FeatureGroup::kRook) == 5);
    CHECK(at(FeatureGroup::kQueen) == 9);
    CHECK(at(FeatureGroup::kKnightMobility, 8) == doctest::Approx(0.8));
    CHECK(at(FeatureGroup::kQueenMobility, 27) == doctest::Approx(2.7));
    CHECK(at(FeatureGroup::kTempo) == 0);
  }
  CHECK(chess::Weights::load(path)->piece_value(chess::PieceType::kQueen) == 900);
}

TEST_CASE("the file and its card say that the values were not learned, and what stands for legal moves") {
  const format::WeightFile file = published_chess({"1", "c"}, "published");
  CHECK(file.manifest.find("published values, not learned") != std::string::npos);
  CHECK(file.manifest.find("stand for its legal moves") != std::string::npos);
  CHECK(published_chess_card().summary.find("not learned") != std::string::npos);
  CHECK(published_chess_card().method.find("It counts legal moves of all men; these features count") != std::string::npos);
}
