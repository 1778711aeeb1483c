// Searches whose threads share turns (engine/core/busy_moves.h).
#include <cstdint>
#include <doctest/doctest.h>
#include <memory>
#include <vector>

#include "engine/connect6/evaluation/position.h"
#include "engine/connect6/search/search.h"
#include "engine/core/busy_moves.h"
#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {
namespace {

/// Result of a search at the root.
struct Found {
  Turn turn;
  int value = 0;
  std::uint64_t nodes = 0;
};

Found search(const Board& board, BusyMoves* busy) {
  const auto weights = round_weights();
  const auto strengths = make_strengths(*weights, board.size());
  TranspositionTable table(1);
  Limits limits;
  limits.depth = 5;
  const SearchControl control;
  Found found;
  const ReportSink<Turn> report = [&found](const Report<Turn>& last) {
    found.value = last.score.value;
  };
  SearchThread search(board, *strengths,
                      {*weights, table, limits, Deadline(), control, report, 1, busy});
  found.turn = search.run();
  found.nodes = search.nodes();
  return found;
}

TEST_CASE("claims of a single thread change nothing, and stale claims change only the order") {
  const Board board = board_after("1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8]");
  const Found without = search(board, nullptr);
  BusyMoves busy;
  const Found with = search(board, &busy);
  CHECK(with.turn == without.turn);
  CHECK(with.value == without.value);
  CHECK(with.nodes == without.nodes);

  std::vector<std::unique_ptr<BusyMoves::Claim>> left_over;
  const std::uint64_t position = Position(board, *round_weights()).key();
  for (int i = 0; i < 64 * 64; ++i) {
    const auto near = [&board](int number) { return board.cell(6 + number / 8, 6 + number % 8); };
    const Turn turn = ordered(near(i / 64), near(i % 64));
    if (turn.second % 3 == 0) continue;  // not all, since then the order would stay
    left_over.push_back(
        std::make_unique<BusyMoves::Claim>(&busy, busy_key(position, turn, 5 * kSearch.step)));
  }
  const Found late = search(board, &busy);
  CHECK(late.turn == without.turn);  // none of the deferred turns is better
  CHECK(late.value == without.value);
}

}  // namespace
}  // namespace trivium::connect6
