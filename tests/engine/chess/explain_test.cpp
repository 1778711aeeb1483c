#include "engine/chess/explain.h"

#include <array>
#include <string>

#include "doctest/doctest.h"

#include "engine/chess/evaluation.h"
#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

std::int32_t sum_of_rows(const Explanation& explanation) {
  std::int32_t sum = explanation.rounding_units + explanation.limit_units;
  for (const ExplainedTerm& term : explanation.terms) sum += term.contribution_units;
  return sum;
}

TEST_CASE("the rows of an explanation sum exactly to the score of the search") {
  // Weights with a fraction of a centipawn, so that rounding happens.
  constexpr std::array kPawns{1.0017, 3.1234, 3.3331, 5.0503, 9.7777, 0.0823};
  const auto weights = Weights::from_pawns(kPawns, "test");
  Rng rng(5);
  int rounded = 0;
  for (int game = 0; game < 300; ++game) {
    const Position position = random_game(rng, static_cast<int>(rng.below(150))).position();
    const Explanation explanation = explain(position, *weights);
    CHECK(sum_of_rows(explanation) == explanation.white_centipawns * Weights::kUnitsPerCentipawn);
    CHECK(explanation.score_centipawns == evaluate(position, *weights));
    CHECK(std::abs(explanation.rounding_units) <= Weights::kUnitsPerCentipawn / 2);
    CHECK(explanation.limit_units == 0);
    rounded += explanation.rounding_units != 0;
  }
  CHECK(rounded > 100);
}

TEST_CASE("an extra rook and nothing else is worth a rook and its mobility") {
  // White: king five moves, rook ten, castling not allowed. Black: king five.
  const Position position = position_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  CHECK(evaluate(position, *test_weights()) == 500 + 10 * (15 - 5));
  const Explanation explanation = explain(position, *test_weights());
  CHECK(explanation.terms[index(Feature::kRook)].contribution_units == 50000);
  CHECK(explanation.terms[index(Feature::kMobility)].white == 15);
  CHECK(explanation.rounding_units == 0);
}

TEST_CASE("the score changes sign with the side to move, to the last centipawn") {
  constexpr std::array kPawns{1.00005, 3.00005, 3.0, 5.0, 9.0, 0.10005};
  const auto weights = Weights::from_pawns(kPawns, "test");
  Rng rng(6);
  for (int game = 0; game < 100; ++game) {
    const Position position = random_game(rng, 60).position();
    if (position.in_check() || position.en_passant() != Square::kNone) continue;
    Position passed = position;
    Undo undo;
    passed.do_null_move(undo);
    CHECK(evaluate(passed, *weights) == -evaluate(position, *weights));
  }
}

TEST_CASE("a score beyond the limit is cut, and the explanation says by how much") {
  constexpr std::array kPawns{100.0, 100.0, 100.0, 100.0, 100.0, 0.0};
  const auto weights = Weights::from_pawns(kPawns, "test");
  const Position position = position_of("4k3/8/8/8/8/8/PPPP4/QQQQK3 b - - 0 1");
  CHECK(evaluate(position, *weights) == -kMaxEvaluation);
  const Explanation explanation = explain(position, *weights);
  CHECK(explanation.limit_units == (kMaxEvaluation - 80000) * Weights::kUnitsPerCentipawn);
  CHECK(sum_of_rows(explanation) == explanation.white_centipawns * Weights::kUnitsPerCentipawn);
}

TEST_CASE("the text has a row for each feature and names the weights") {
  const std::string text = to_text(explain(start_position(), *test_weights()));
  for (const FeatureInfo& feature : kFeatures) CHECK(text.find(feature.name) != std::string::npos);
  CHECK(text.find("weights: test") != std::string::npos);
  CHECK(text.find("rounding") == std::string::npos);
}

TEST_CASE("units are printed as exact centipawns") {
  CHECK(units_text(0) == "0.00");
  CHECK(units_text(1250) == "12.50");
  CHECK(units_text(-7) == "-0.07");
}

}  // namespace
}  // namespace trivium::chess
