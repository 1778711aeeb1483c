#include "engine/reversi/explain.h"

#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>

#include "engine/reversi/evaluation/evaluation.h"
#include "engine/reversi/patterns/pattern_value.h"
#include "engine/reversi/rules/diagram.h"
#include "tests/engine/reversi/endgame/minimax.h"
#include "tests/engine/reversi/rules/position_of.h"
#include "tests/engine/reversi/sample_knowledge.h"

namespace trivium::reversi {
namespace {

std::int64_t sum_of_units(const Explanation& explanation) {
  std::int64_t sum = explanation.rounding_units + explanation.limit_units;
  for (const ExplainedTerm& term : explanation.terms) sum += term.contribution_units;
  return sum;
}

TEST_CASE("the terms of a Reversi position sum to the value that the search uses") {
  Rng rng(1);
  for (const Knowledge& knowledge : {Knowledge(), sample_knowledge()}) {
    for (const int size : kSizes) {
      const Knowledge used = size == 8 ? knowledge : Knowledge();
      for (int i = 0; i < 20; ++i) {
        const Position position = random_endgame(rng, size, 2 + 2 * i);
        if (position.over()) continue;
        const Explanation explanation = explain(Game(position, Color::kWhite), knowledge);
        CHECK(explanation.score == Evaluator(used).value(position));
        CHECK(sum_of_units(explanation) == explanation.score * PatternValue::kUnitsPerDisc / kDisc);
        CHECK(explanation.moves.size() == legal_moves(position).size());
        CHECK(explanation.passes == position.must_pass());
        CHECK(explanation.black_discs == count(position.other));
      }
    }
  }
}

TEST_CASE("by mobility, a Reversi position has the terms moves and stable discs") {
  const Explanation explanation =
      explain(Game(position_of_rows("XXXOOO------------------"), Color::kBlack), {});
  REQUIRE(explanation.terms.size() == 2);
  CHECK(explanation.terms[0].name == "moves");
  CHECK(explanation.terms[0].count == 1);
  CHECK(explanation.terms[1].name == "stable discs");
  CHECK(explanation.terms[1].count == 3);
  CHECK(explanation.score == 4 * kMobilityUnit);
  CHECK(explanation.value_source.empty());
}

TEST_CASE("moves have their flips, replies, values and probabilities, the best value first") {
  const Explanation explanation = explain(Game(), sample_knowledge());
  REQUIRE(explanation.moves.size() == 4);
  double sum = 0;
  for (const ExplainedMove& move : explanation.moves) {
    CHECK(move.flips == 1);
    CHECK(move.replies == 3);
    REQUIRE(move.probability);
    sum += *move.probability;
  }
  CHECK(sum == doctest::Approx(1));
  CHECK(std::ranges::is_sorted(explanation.moves, std::ranges::greater(), &ExplainedMove::value));
}

TEST_CASE("of a finished Reversi game only the score is explained") {
  const Position over{
      .own = bit(0), .other = bit(7), .empty = board_squares(8) & ~bit(0) & ~bit(7)};
  const Explanation explanation = explain(Game(over, Color::kBlack), sample_knowledge());
  CHECK(explanation.over);
  CHECK(explanation.terms.empty());
  CHECK(explanation.moves.empty());
  CHECK(to_text(explanation) == "The game is over: a draw.\n");
  CHECK(planned_move(over, {}).move == kPass);
}

TEST_CASE("the planned move of Reversi is legal and reproducible") {
  const PlannedMove planned = planned_move(Position::start(), {}, 2000);
  CHECK(Position::start().is_legal(planned.move));
  CHECK(planned.nodes <= 2000);
  CHECK(planned_move(Position::start(), {}, 2000).score == planned.score);
  Rng rng(2);
  const Position endgame = random_choice(rng, 8, 8);
  const PlannedMove solved = planned_move(endgame, {});
  CHECK(solved.is_final);
  CHECK(solved.score.value == kDisc * minimax(endgame));
}

TEST_CASE("the board is drawn with the last move in brackets") {
  Game game(4);
  CHECK(board_text(game) ==
        "   a  b  c  d \n"
        " 1 .  .  .  . 1\n"
        " 2 .  O  X  . 2\n"
        " 3 .  X  O  . 3\n"
        " 4 .  .  .  . 4\n"
        "   a  b  c  d \n");
  game.do_move(square_of("b1"));
  CHECK(board_text(game).find(" 1 . [X] .  . 1\n") != std::string::npos);
}

TEST_CASE("units are printed as discs, exactly") {
  CHECK(units_text(0) == "0.0000");
  CHECK(units_text(1) == "0.0025");
  CHECK(units_text(-500) == "-1.2500");
  CHECK(units_text(25600) == "64.0000");
}

TEST_CASE("the text of an explanation has a row for each shape, and for each instance on demand") {
  const Explanation explanation = explain(Game(), sample_knowledge());
  const std::string text = to_text(explanation);
  CHECK(text.find("Black to move") != std::string::npos);
  CHECK(text.find("8 instances") != std::string::npos);
  CHECK(text.find("a1 b1 c1 d1 e1 f1 g1 h1") == std::string::npos);
  CHECK(to_text(explanation, true).find("a1 b1 c1 d1 e1 f1 g1 h1") != std::string::npos);
  CHECK(overview_text(explanation, planned_move(Position::start(), {}, 500))
            .find("Black would play: ") != std::string::npos);
}

}  // namespace
}  // namespace trivium::reversi
