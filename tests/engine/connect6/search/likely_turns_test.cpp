#include "engine/connect6/search/likely_turns.h"

#include <doctest/doctest.h>
#include <numeric>

#include "engine/connect6/explain.h"
#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {
namespace {

TEST_CASE("if nothing is certain, the ten most probable turns are listed in order") {
  const Knowledge knowledge{round_weights(), sample_patterns()};
  const LikelyTurns likely = likely_turns(board_after("1. B[j10] 2. W[i9k9]"), knowledge);
  CHECK(likely.winning_turn.first == kNoCell);
  CHECK(likely.parries.stones_needed() == 0);
  REQUIRE(likely.turns.size() == 10);
  for (std::size_t i = 1; i < likely.turns.size(); ++i)
    CHECK(likely.turns[i - 1].probability >= likely.turns[i].probability);
}

TEST_CASE("the first stone is in the center, as the search plays it") {
  for (const int size : {6, 19}) {
    const LikelyTurns likely = likely_turns(Board(size), {round_weights(), sample_patterns()});
    REQUIRE(likely.turns.size() == 1);
    CHECK(likely.turns[0].turn == Turn{Board(size).center(), kNoCell});
    CHECK(likely.turns[0].probability == 1.0);
  }
}

TEST_CASE("a certain result leaves no turns, and threats leave only turns that parry") {
  const Knowledge knowledge{round_weights(), sample_patterns()};
  const LikelyTurns won = likely_turns(
      board_after("1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10c6] 6. W[a9c9]"),
      knowledge);
  CHECK(name(won.winning_turn) == "h10i10");
  CHECK(won.turns.empty());

  const Board three_fours = board_after(
      "1. B[a1] 2. W[c3d3] 3. B[s1a19] 4. W[e3f3] 5. B[s19s3] 6. W[c8d8] 7. B[a5s5] 8. W[e8f8] 9. "
      "B[a12]");
  const LikelyTurns lost = likely_turns(three_fours, knowledge);
  CHECK(lost.parries.stones_needed() > 1);
  CHECK(lost.winning_turn.first == kNoCell);
  CHECK(lost.turns.empty());

  const LikelyTurns forced = likely_turns(
      board_after("1. B[j10] 2. W[a1s1] 3. B[k10l10] 4. W[a19s19] 5. B[m10c6]"), knowledge);
  REQUIRE(forced.turns.size() == 3);
  double sum = 0.0;
  for (const RatedTurn& rated : forced.turns) sum += rated.probability;
  CHECK(sum == doctest::Approx(1.0));
}

TEST_CASE("stone probabilities cover the empty cells and agree with explanations") {
  for (const auto& patterns : {sample_patterns(), std::shared_ptr<const PatternWeights>()}) {
    const Knowledge knowledge{round_weights(), patterns};
    for (const char* record :
         {"1. B[j10]", "1. B[j10] 2. W[i9k9]", "1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10]"}) {
      const Board board = board_after(record);
      const std::vector<double> probabilities = stone_probabilities(board, knowledge);
      REQUIRE(probabilities.size() == static_cast<std::size_t>(board.cells()));
      CHECK(std::accumulate(probabilities.begin(), probabilities.end(), 0.0) ==
            doctest::Approx(1.0));
      for (int cell = 0; cell < board.cells(); ++cell) {
        CHECK((probabilities[static_cast<std::size_t>(cell)] > 0.0) ==
              (board.at(static_cast<Cell>(cell)) == Stone::kEmpty));
      }
      for (const ExplainedCandidate& candidate : explain(board, knowledge).candidates) {
        const ExplainedStone& first = candidate.stones.front();
        CHECK(probabilities[first.cell] == doctest::Approx(first.probability));
      }
    }
  }
}

}  // namespace
}  // namespace trivium::connect6
