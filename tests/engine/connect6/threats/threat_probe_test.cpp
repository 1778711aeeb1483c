#include "engine/connect6/threats/threat_probe.h"

#include <doctest/doctest.h>

#include "engine/connect6/threats/solve.h"
#include "engine/core/node_budget.h"
#include "engine/core/rng.h"
#include "engine/core/search_control.h"
#include "tests/engine/connect6/reference.h"
#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {
namespace {

/// A probe without limits of its own other than those of each call.
struct Prober {
  SearchControl control;
  NodeBudget budget{std::nullopt, &control};
  ThreatProbe probe{budget};
};

ThreatProbe::Win probe(ThreatProbe& probe, const Board& board, int turns, int nodes) {
  LineFeatures lines(board);
  const LineFeatures before = lines;
  const auto win =
      probe.probe(lines, board.key(), board.to_move(), board.stones_left_in_turn(), turns, nodes);
  REQUIRE(lines == before);
  CHECK(probe.nodes() <= nodes);
  return win;
}

TEST_CASE("a win of six turns is found within six turns and enough nodes, not within fewer") {
  const Board board = board_after(
      "1. B[j11] 2. W[i11h11] 3. B[i7j13] 4. W[i10j12] 5. B[h10i12] 6. W[k10l10] 7. B[k7l7]");
  Prober prober;
  CHECK(probe(prober.probe, board, 4, 100'000).turns == 0);
  CHECK(probe(prober.probe, board, 6, 1).turns == 0);
  const auto win = probe(prober.probe, board, 6, 100'000);
  CHECK(win.turns == 6);
  CHECK(win.first.second != kNoCell);
}

TEST_CASE("the probe finds a win exactly where the solver proves one by double threats") {
  Rng rng(71);
  Prober prober;
  int won = 0;
  for (int i = 0; i < 400; ++i) {
    const Board board = reference::random_board(rng, 10, 6 + static_cast<int>(rng.below(24)), 6);
    const LineFeatures lines(board);
    if (board.over() || can_win(lines, board.to_move(), board.stones_left_in_turn())) continue;
    SolveLimits limits;
    limits.turns = 4;
    limits.singles = 0;
    const SolveResult solved = solve(board, limits);
    REQUIRE(solved.status != SolveStatus::kLimit);
    const auto win = probe(prober.probe, board, 4, 1'000'000);
    CAPTURE(i);
    REQUIRE((win.turns > 0) == (solved.status == SolveStatus::kProved));
    if (win.turns == 0) continue;
    REQUIRE(win.turns == solved.turns);
    REQUIRE(win.turns <= 4);
    ++won;
  }
  CHECK(won > 10);
}

TEST_CASE("either side may be the attacker, whichever is to move") {
  // White has three in a row twice, Black is to move.
  const Board board =
      board_after("1. B[j10] 2. W[c3d3] 3. B[k12s1] 4. W[e3c5] 5. B[a19s19] 6. W[d6e7]");
  LineFeatures lines(board);
  Prober prober;
  CHECK(prober.probe.probe(lines, board.key(), Stone::kWhite, 2, 6, 10'000).turns > 0);
  CHECK(prober.probe.probe(lines, board.key(), Stone::kBlack, 2, 6, 10'000).turns == 0);
}

TEST_CASE("a probe ends when the search is stopped, and does not remember that as a failure") {
  const Board board = board_after(
      "1. B[j11] 2. W[i11h11] 3. B[i7j13] 4. W[i10j12] 5. B[h10i12] 6. W[k10l10] 7. B[k7l7]");
  Prober prober;
  prober.control.stop();
  CHECK(probe(prober.probe, board, 6, 100'000).turns == 0);
  CHECK(prober.probe.nodes() == 0);

  NodeBudget endless;
  ThreatProbe again{endless};
  CHECK(probe(again, board, 6, 3).turns == 0);
  CHECK(probe(again, board, 6, 100'000).turns == 6);
}

}  // namespace
}  // namespace trivium::connect6
