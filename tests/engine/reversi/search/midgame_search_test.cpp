#include "engine/reversi/search/midgame_search.h"

#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>

#include "tests/engine/reversi/endgame/minimax.h"
#include "tests/engine/reversi/sample_knowledge.h"

namespace trivium::reversi {
namespace {

/// Value of the side to move by plain minimax, without windows, order and table.
Value plain_value(const Position& position, int depth, const Evaluator& evaluator) {
  if (position.over()) return kDisc * position.final_score();
  if (position.must_pass()) return -plain_value(position.passed(), depth, evaluator);
  if (depth == 0) return evaluator.value(position);
  Value best = -kInfinity;
  for (const Move move : legal_moves(position)) {
    Position after = position;
    after.do_move(move);
    best = std::max(best, -plain_value(after, depth - 1, evaluator));
  }
  return best;
}

/// Searches with an empty table of its own.
Value searched_value(const Position& position, int depth, Window window,
                     const Knowledge& knowledge = {}) {
  SearchTable table(1);
  NodeBudget unlimited;
  return MidgameSearch(knowledge, table, unlimited, nullptr, kSearch)
      .search(position, depth, window);
}

/// Checks that a search has the value of plain minimax, with whole, narrow and null windows.
void check_search(const Position& position, int depth, const Knowledge& knowledge) {
  const Value value = plain_value(position, depth, Evaluator(knowledge));
  CAPTURE(position.size());
  CAPTURE(depth);
  CHECK(searched_value(position, depth, {-kInfinity, kInfinity}, knowledge) == value);
  CHECK(searched_value(position, depth, {value - 1, value + 1}, knowledge) == value);
  for (const Value alpha : {value - 300, value - 1, value, value + 300}) {
    const Value found = searched_value(position, depth, {alpha, alpha + 1}, knowledge);
    if (value > alpha) CHECK((found > alpha && found <= value));
    if (value <= alpha) CHECK((found <= alpha && found >= value));
  }
}

TEST_CASE("the search has the value of plain minimax, by mobility on boards of every size") {
  Rng rng(1);
  for (const int size : kSizes) {
    for (int i = 0; i < 25; ++i)
      check_search(random_endgame(rng, size, size * size * (i + 5) / 36), 1 + i % 5, {});
  }
}

TEST_CASE("the search has the value of plain minimax, by patterns and with move probabilities") {
  const Knowledge knowledge = sample_knowledge();
  Rng rng(4);
  for (int i = 0; i < 25; ++i)
    check_search(random_endgame(rng, 8, 6 + 2 * i), 1 + i % 5, knowledge);
}

TEST_CASE("growing depths with one table have the values of plain minimax") {
  const Knowledge none;
  const Evaluator evaluator(none);
  Rng rng(2);
  for (int i = 0; i < 6; ++i) {
    const Position position = random_choice(rng, 8, 40);
    SearchTable table(1);
    NodeBudget unlimited;
    MidgameSearch search(none, table, unlimited, nullptr, kSearch);
    for (int depth = 1; depth <= 4; ++depth)
      CHECK(search.search(position, depth, {-kInfinity, kInfinity}) ==
            plain_value(position, depth, evaluator));
  }
}

TEST_CASE("a depth that reaches the end of the game gives the score") {
  Rng rng(3);
  for (const int size : kSizes) {
    for (int i = 0; i < 20; ++i) {
      const Position position = random_endgame(rng, size, 7);
      for (const int depth : {7, 8, 60})
        CHECK(searched_value(position, depth, {-kInfinity, kInfinity}) ==
              kDisc * minimax(position));
    }
  }
}

TEST_CASE("a spent budget ends the search, after exactly the nodes of its limit") {
  const Knowledge none;
  for (const std::uint64_t limit : {1, 2, 100, 1000}) {
    SearchTable table(1);
    NodeBudget budget(limit);
    MidgameSearch(none, table, budget, nullptr, kSearch)
        .search(Position::start(), 10, {-kInfinity, kInfinity});
    CHECK(budget.was_spent());
    CHECK(budget.nodes() == limit);
  }
}

TEST_CASE("progress is reported at large nodes, not below") {
  const Knowledge none;
  for (const int depth : {MidgameSearch::kReportDepth - 1, MidgameSearch::kReportDepth}) {
    SearchTable table(1);
    NodeBudget unlimited;
    int calls = 0;
    const StepProgress progress = [&](std::uint64_t done, std::uint64_t total) {
      CHECK(done == unlimited.nodes());
      CHECK(total == NodeBudget::kUnlimited);
      ++calls;
    };
    MidgameSearch(none, table, unlimited, nullptr, kSearch, &progress)
        .search(Position::start(), depth, {-kInfinity, kInfinity});
    CHECK((calls > 0) == (depth == MidgameSearch::kReportDepth));
  }
}

}  // namespace
}  // namespace trivium::reversi
