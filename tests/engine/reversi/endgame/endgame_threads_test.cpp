// Threads that search one endgame with a common table and common busy moves.
#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/core/busy_moves.h"
#include "engine/core/node_budget.h"
#include "engine/core/step_progress.h"
#include "engine/reversi/endgame/endgame_search.h"
#include "engine/reversi/endgame/search_table.h"
#include "tests/engine/reversi/rules/position_of.h"

namespace trivium::reversi {
namespace {

/// FFO 2 (data of Edax), with 14 empty squares.
constexpr std::string_view kFfo2 =
    "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X";
constexpr int kScore = 10;

TEST_CASE("threads that divide the moves of an endgame find its score") {
  const Position position = position_of(kFfo2);
  SearchTable table(1);
  BusyMoves busy;
  const StepProgress no_progress;
  std::array<int, 3> scores{};
  std::vector<std::jthread> threads;
  for (int& score : scores) {
    threads.emplace_back([&] {
      NodeBudget unlimited;
      score = EndgameSearch(table, unlimited, no_progress, &busy)
                  .search(position, {-kMaxScore, kMaxScore});
    });
  }
  threads.clear();
  for (const int score : scores) CHECK(score == kScore);
}

TEST_CASE("moves that stay busy are searched last and change no score") {
  const Position position = position_of(kFfo2);
  BusyMoves busy;
  const int empty = count(position.empty);
  const BusyMoves::Claim claim(
      &busy,
      BusyMoves::key(position.key(), std::uint64_t{first_square(position.moves())} << 32, empty));
  SearchTable table(1);
  NodeBudget unlimited;
  const StepProgress no_progress;
  CHECK(EndgameSearch(table, unlimited, no_progress, &busy)
            .search(position, {-kMaxScore, kMaxScore}) == kScore);
}

}  // namespace
}  // namespace trivium::reversi
