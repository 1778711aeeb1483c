// Endgames with known scores: the FFO test positions (data of Edax), and random ones solved by
// plain minimax.
#include "engine/reversi/search/endgame_solver.h"

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <string_view>

#include "tests/engine/reversi/endgame/minimax.h"
#include "tests/engine/reversi/rules/position_of.h"
#include "tests/engine/reversi/sample_knowledge.h"

namespace trivium::reversi {
namespace {

struct Known {
  std::string_view obf;
  int score;
};

constexpr std::array<Known, 5> kFfo1To5 = {{
    {"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X", 18},
    {"-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X", 10},
    {"----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X", 2},
    {"-XXXXXX-X-XXXOO-XOXXXOOXXXOXOOOX-OXOOXXX--OOOXXX--OOXX----XOXXO- X", 0},
    {"-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X", 32},
}};
/// FFO 40.
constexpr Known kFfo40 = {"O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38};
/// FFO 24, which needs more positions than one megabyte holds.
constexpr Known kFfo24 = {"--O--O-----OOOX--X-XOXOO--XXXOOOXXXXOOOOXXXOXXOOXXXXXX--XOXX-O-- O", 0};

EndgameResult solve(EndgameSolver& solver, const Position& position,
                    EndgameGoal goal = EndgameGoal::kScore) {
  NodeBudget unlimited;
  return solver.solve(position, goal, unlimited);
}

/// Final score of the side to move of `position` after `line`, which must end the game.
int score_after(Position position, const std::vector<Move>& line) {
  for (const Move move : line) {
    REQUIRE(position.is_legal(move));
    position.do_move(move);
  }
  REQUIRE(position.over());
  return line.size() % 2 == 0 ? position.final_score() : -position.final_score();
}

int sign(int score) { return (score > 0) - (score < 0); }

TEST_CASE("several threads find the known scores and a line that reaches them") {
  for (const bool has_knowledge : {false, true}) {
    EndgameSolver solver(1, has_knowledge ? sample_knowledge() : Knowledge{});
    for (const auto& [obf, score] : kFfo1To5) {
      CAPTURE(obf);
      const Position position = position_of(obf);
      NodeBudget unlimited;
      const EndgameResult result = solver.solve(position, EndgameGoal::kScore, unlimited, {}, 3);
      CHECK(result.lower == score);
      CHECK(result.upper == score);
      CHECK(score_after(position, result.line) == score);
    }
  }
}

TEST_CASE("several threads end at a node limit with bounds of the score") {
  EndgameSolver solver(1);
  NodeBudget budget(100'000);
  const EndgameResult result =
      solver.solve(position_of(kFfo40.obf), EndgameGoal::kScore, budget, {}, 3);
  CHECK(result.lower <= kFfo40.score);
  CHECK(result.upper >= kFfo40.score);
  CHECK(budget.was_spent());
  CHECK(result.nodes >= 100'000);
  CHECK(result.nodes < 110'000);
}

TEST_CASE("FFO 1 to 5 have their known scores, and the best line reaches them") {
  EndgameSolver solver(1);
  for (const auto& [obf, score] : kFfo1To5) {
    CAPTURE(obf);
    const Position position = position_of(obf);
    const EndgameResult result = solve(solver, position);
    CHECK(result.lower == score);
    CHECK(result.upper == score);
    CHECK(score_after(position, result.line) == score);
  }
}

TEST_CASE("score, winner and best line agree with minimax on boards of every size") {
  EndgameSolver solver(1);
  Rng rng(1);
  for (const int size : kSizes) {
    for (int i = 0; i < 60; ++i) {
      const Position position = random_endgame(rng, size, size == 4 ? 9 : 8);
      const int score = minimax(position);
      // The winner first, since the table answers the second question if it knows the score.
      const EndgameResult winner = solve(solver, position, EndgameGoal::kWinner);
      CHECK(winner.is_solved(EndgameGoal::kWinner));
      CHECK(winner.lower <= score);
      CHECK(winner.upper >= score);
      CHECK(sign(score_after(position, winner.line)) == sign(score));
      const EndgameResult result = solve(solver, position);
      CHECK(result.lower == score);
      CHECK(result.upper == score);
      CHECK(score_after(position, result.line) == score);
    }
  }
}

TEST_CASE("the winner of FFO 1 to 5 is found with fewer nodes than the score") {
  std::uint64_t winner_nodes = 0;
  std::uint64_t score_nodes = 0;
  for (const auto& [obf, score] : kFfo1To5) {
    const Position position = position_of(obf);
    EndgameSolver solver(1);
    const EndgameResult winner = solve(solver, position, EndgameGoal::kWinner);
    CHECK(winner.is_solved(EndgameGoal::kWinner));
    CHECK(sign(score_after(position, winner.line)) == sign(score));
    winner_nodes += winner.nodes;
    solver.clear();
    score_nodes += solve(solver, position).nodes;
  }
  CHECK(winner_nodes < score_nodes);
}

TEST_CASE("White wins on a board of 4 by 11 discs to 3, with two empty squares") {
  EndgameSolver solver(1);
  const Position start = Position::start(4);
  const EndgameResult result = solve(solver, start);
  CHECK(result.lower == -10);
  CHECK(result.upper == -10);
  CHECK(minimax(start) == -10);
  CHECK(score_after(start, result.line) == -10);
}

TEST_CASE("a finished game has its score and no line, and needs no node") {
  const Position over{
      .own = bit(0), .other = bit(7) | bit(56) | bit(63), .empty = ~0x8100000000000081ULL};
  EndgameSolver solver(1);
  for (const EndgameGoal goal : {EndgameGoal::kScore, EndgameGoal::kWinner}) {
    NodeBudget single_node(1);
    const EndgameResult result = solver.solve(over, goal, single_node);
    CHECK(result.lower == -62);
    CHECK(result.upper == -62);
    CHECK(result.line.empty());
    CHECK(result.nodes == 0);
  }
}

TEST_CASE("a forced pass is a move of the line") {
  const Position pass{.own = bit(1), .other = bit(0) | ~Bitboard{7}, .empty = bit(2)};
  REQUIRE(pass.must_pass());
  EndgameSolver solver(1);
  const EndgameResult result = solve(solver, pass);
  CHECK(result.lower == -64);
  CHECK(result.line == std::vector<Move>{kPass, 2});
}

TEST_CASE("a stop request ends the solver, and the bounds contain the score") {
  SearchControl control;
  control.stop();
  NodeBudget budget({}, &control);
  EndgameSolver solver(1);
  const EndgameResult result = solver.solve(position_of(kFfo40.obf), EndgameGoal::kScore, budget);
  CHECK_FALSE(result.is_solved(EndgameGoal::kScore));
  CHECK(result.lower <= kFfo40.score);
  CHECK(result.upper >= kFfo40.score);
  CHECK(result.line.empty());
  CHECK(result.nodes < 1000);
}

TEST_CASE("a node limit is exact, and ends the solver after the winner is known") {
  NodeBudget budget(100'000);
  EndgameSolver solver(1);
  const EndgameResult result = solver.solve(position_of(kFfo40.obf), EndgameGoal::kScore, budget);
  CHECK_FALSE(result.is_solved(EndgameGoal::kScore));
  CHECK(result.is_solved(EndgameGoal::kWinner));
  CHECK(result.lower > 0);
  CHECK(result.upper == 64);
  CHECK(result.nodes == 100'000);
}

TEST_CASE("a full table costs nodes but changes no result") {
  const Position position = position_of(kFfo24.obf);
  EndgameSolver small(1);
  EndgameSolver large(64);
  const EndgameResult result = solve(small, position);
  CHECK(result.lower == kFfo24.score);
  CHECK(result.upper == kFfo24.score);
  CHECK(result.nodes > solve(large, position).nodes);
}

TEST_CASE("a solved position is answered from the table, until it is cleared") {
  EndgameSolver solver(1);
  const Position position = position_of(kFfo1To5[0].obf);
  const std::uint64_t first = solve(solver, position).nodes;
  CHECK(solve(solver, position).nodes * 10 < first);
  solver.clear();
  CHECK(solve(solver, position).nodes == first);
}

TEST_CASE("knowledge changes the nodes of a board of 8, and no score") {
  Rng rng(2);
  EndgameSolver plain(1);
  EndgameSolver knowing(1, sample_knowledge());
  for (const int size : kSizes) {
    const Position position = random_endgame(rng, size, std::min(size * size - 4, 15));
    const EndgameResult expected = solve(plain, position);
    const EndgameResult result = solve(knowing, position);
    CHECK(result.lower == expected.lower);
    CHECK(result.upper == expected.upper);
    CHECK(score_after(position, result.line) == expected.lower);
    CHECK((result.nodes == expected.nodes) == (size != kDefaultSize));
  }
}

TEST_CASE("a node limit ends the searches with the evaluation before the winner is known") {
  constexpr std::uint64_t kLimit = 20'000;
  for (const bool has_knowledge : {false, true}) {
    NodeBudget budget(kLimit);
    EndgameSolver solver(1, has_knowledge ? sample_knowledge() : Knowledge{});
    const EndgameResult result = solver.solve(position_of(kFfo40.obf), EndgameGoal::kScore, budget);
    CHECK(result.nodes == kLimit);
    CHECK(result.is_solved(EndgameGoal::kWinner) == !has_knowledge);
    CHECK(result.line.empty());
  }
}

TEST_CASE("progress reports numbers of nodes that never decrease") {
  EndgameSolver solver(1);
  NodeBudget budget(50'000);
  std::uint64_t last = 0;
  int calls = 0;
  solver.solve(position_of(kFfo40.obf), EndgameGoal::kScore, budget,
               [&](std::uint64_t done, std::uint64_t total) {
                 CHECK(done >= last);
                 CHECK(total == 50'000);
                 last = done;
                 ++calls;
               });
  CHECK(calls > 0);
}

}  // namespace
}  // namespace trivium::reversi
