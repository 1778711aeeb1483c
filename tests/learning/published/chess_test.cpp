// The published chess values are in the file as published, and the engine reads them.
#include "learning/published/chess.h"

#include <doctest/doctest.h>

#include "engine/chess/features.h"
#include "engine/chess/weights.h"
#include "models/format/linear.h"
#include "models/format/weight_file.h"
#include "tests/learning/temporary_folder.h"

using namespace trivium::learning;
using namespace trivium;

TEST_CASE("the file holds Q9 R5 B3 N3 P1 and a tenth of a pawn for a legal move") {
  const test::TemporaryFolder folder;
  const auto path = write_with_card(folder.path(), published_chess({"1", "c"}, "published"), published_chess_card());
  const format::WeightFile file = format::read_weight_file(path);
  file.expect("chess.linear", chess::kWeightsSchema, chess::feature_names());
  CHECK(file.feature_names == std::vector<std::string>{"pawn", "knight", "bishop", "rook", "queen", "mobility"});
  CHECK(format::linear_weights(file) == std::vector<double>{1, 3, 3, 5, 9, 0.1});
  CHECK(chess::Weights::load(path)->centipawns(chess::Feature::kQueen) == 900);
}

TEST_CASE("the file says of itself that its values were not learned") {
  const format::WeightFile file = published_chess({"1", "c"}, "published");
  CHECK(file.manifest.find("published values, not learned") != std::string::npos);
  CHECK(published_chess_card().summary.find("not learned") != std::string::npos);
}
