// Searches of an Analyzer, as learners use them.
#include "engine/chess/analysis.h"

#include <algorithm>
#include <set>

#include "doctest/doctest.h"

#include "engine/chess/evaluation/evaluation.h"
#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

/// Returns the game after the moves of a line, which must be legal.
Game after(Game game, const std::vector<Move>& line) {
  for (const Move move : line) {
    REQUIRE(is_legal(game.position(), move));
    game.do_move(move);
  }
  return game;
}

TEST_CASE(
    "the value of a search is the evaluation at the end of its line, or the result of the game") {
  const auto weights = test_weights();
  Analyzer analyzer(4);
  analyzer.set_weights(weights);
  Rng rng(71);
  int evaluated = 0, ended = 0, other = 0;
  for (int i = 0; i < 150; ++i) {
    const Game game = random_game(rng, static_cast<int>(rng.below(120)));
    const Analyzer::Result result = analyzer.search(game, 3000, 0);
    REQUIRE_FALSE(result.line.empty());
    REQUIRE(result.depth > 0);
    const Game leaf = after(game, result.line);
    const bool same_side = leaf.position().side_to_move() == game.position().side_to_move();
    const Value there = evaluate(leaf.position(), *weights);
    if (result.value == (same_side ? there : -there) && !leaf.position().in_check())
      ++evaluated;
    else if (is_mate(result.value) ? leaf.end().has_value() : result.value == kDrawValue)
      ++ended;
    else
      ++other;
  }
  CHECK(evaluated > 120);
  CHECK(other == 0);
}

TEST_CASE("nodes and depth each limit a search") {
  Analyzer analyzer(4);
  analyzer.set_weights(test_weights());
  const Game game(position_of(kMiddlegame));
  CHECK(analyzer.search(game, 0, 6).depth == 6);
  analyzer.new_game();
  CHECK(analyzer.search(game, 777, 0).nodes <= 777);
  analyzer.new_game();
  CHECK(analyzer.search(game, 100000, 4).depth == 4);
  analyzer.new_game();
  const Analyzer::Result none = analyzer.search(game, 1, 0);
  CHECK(none.depth == 0);
  CHECK(none.nodes == 1);
  CHECK(is_legal(game.position(), none.line.at(0)));
}

TEST_CASE("after a new game a search does not depend on earlier searches") {
  const Game game(position_of(kMiddlegame));
  Analyzer analyzer(4);
  analyzer.set_weights(test_weights());
  const Analyzer::Result first = analyzer.search(game, 20000, 0);
  analyzer.search(Game(), 20000, 0);
  analyzer.new_game();
  const Analyzer::Result again = analyzer.search(game, 20000, 0);
  CHECK(again.value == first.value);
  CHECK(again.depth == first.depth);
  CHECK(again.line == first.line);
}

TEST_CASE("mate and stalemate have a value and no line") {
  Analyzer analyzer(1);
  analyzer.set_weights(test_weights());
  const Analyzer::Result mated =
      analyzer.search(Game(position_of("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")), 100, 0);
  CHECK(mated.value == mated_in(0));
  CHECK(mated.line.empty());
  CHECK(analyzer.search(Game(position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")), 100, 0).value ==
        kDrawValue);
}

TEST_CASE("visit_tree visits each position once, the root first, and at most the given number") {
  Analyzer analyzer(16);
  analyzer.set_weights(test_weights());
  const Game game(position_of(kMiddlegame));
  const Analyzer::Result result = analyzer.search(game, 0, 7);
  std::vector<std::uint64_t> keys;
  std::vector<TableEntry> entries;
  const auto note = [&](const Position& position, const TableEntry& entry) {
    keys.push_back(position.key());
    entries.push_back(entry);
  };
  analyzer.visit_tree(game, 1000000, note);
  REQUIRE(keys.size() > 100);
  CHECK(keys.front() == game.position().key());
  CHECK(entries.front().value == result.value);
  CHECK(std::set<std::uint64_t>(keys.begin(), keys.end()).size() == keys.size());
  CHECK(std::all_of(entries.begin(), entries.end(),
                    [](const TableEntry& entry) { return entry.depth >= 1; }));
  Game child = game;
  child.do_move(result.line.front());
  CHECK(std::find(keys.begin(), keys.end(), child.position().key()) != keys.end());

  const std::size_t all = keys.size();
  keys.clear();
  analyzer.visit_tree(game, 50, note);
  CHECK(keys.size() == std::min<std::size_t>(all, 50));
  analyzer.new_game();
  keys.clear();
  analyzer.visit_tree(game, 50, note);
  CHECK(keys.empty());
}

}  // namespace
}  // namespace trivium::chess
