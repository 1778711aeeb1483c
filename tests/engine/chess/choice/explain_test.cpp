#include "engine/chess/choice/explain.h"

#include <cmath>

#include "tests/engine/chess/choice/support.h"
#include "tests/engine/chess/plain_weights.h"

namespace trivium::chess {
namespace {

using doctest::Approx;

ChoiceModel greedy() {
  return {
      attributes_of({"material", "mobility"}), Lookahead::kOnePly, {0.5, 0.0}, {0, 0}, "greedy"};
}

}  // namespace

TEST_CASE("an explanation has the attributes, the probability of each move, and its reasons") {
  // The queen can capture a knight, a pawn, or nothing.
  const ChoiceExplanation explanation =
      explain_choice(position_of("4k3/8/8/3q4/8/1P3N2/8/4K3 b - - 0 1"), greedy());
  REQUIRE(explanation.attributes.size() == 2);
  CHECK(explanation.attributes[0].name == "material");
  CHECK(explanation.attributes[0].balance == -5);
  REQUIRE(explanation.moves.size() > 2);
  CHECK(explanation.moves[0].san == "Qxf3");
  CHECK(explanation.moves[1].san == "Qxb3");
  CHECK(explanation.moves[0].value - explanation.moves[1].value == Approx(0.5 * 2));
  CHECK(explanation.moves[0].chance / explanation.moves[1].chance == Approx(std::exp(0.5 * 2)));
  double sum = 0, weighed = 0;
  for (const ExpectedMove& move : explanation.moves) {
    sum += move.chance;
    REQUIRE(move.reasons.size() == 1);
    CHECK(move.reasons[0].name == "material");
    weighed += move.chance * move.reasons[0].worth;
  }
  CHECK(sum == Approx(1));
  CHECK(weighed == Approx(0).scale(1));
  CHECK(explanation.moves[0].reasons[0].worth > 0);
  const std::string text = to_text(explanation);
  CHECK(text.starts_with("greedy, looking 1-ply\n"));
  CHECK(text.find("\nQxf3") != std::string::npos);
}

TEST_CASE("the text states how far a player searches") {
  ChoiceModel seeker = greedy();
  seeker.search = {20, 1, 0};
  const ChoiceExplanation explanation =
      explain_choice(position_of("4k3/8/8/3q4/8/1P3N2/8/4K3 b - - 0 1"), seeker, plain_weights());
  CHECK(to_text(explanation)
            .starts_with("greedy, looking 1-ply, searching 20 nodes for each move\n"));
}

TEST_CASE("no moves are listed if the game is over") {
  const ChoiceExplanation explanation =
      explain_choice(position_of("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"), greedy());
  CHECK(explanation.moves.empty());
  CHECK(to_text(explanation).ends_with("the game is over: there is no move\n"));
}

}  // namespace trivium::chess
