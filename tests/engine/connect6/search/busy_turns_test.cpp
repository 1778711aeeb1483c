#include "engine/connect6/search/busy_turns.h"

#include <doctest/doctest.h>
#include <memory>
#include <optional>
#include <vector>

#include "engine/connect6/evaluation/position.h"
#include "engine/connect6/search/search.h"
#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {
namespace {

TEST_CASE("a turn is busy during its claim, only at its depth and in its position") {
  BusyTurns busy;
  const Turn turn{17, 40};
  const BusyTurns::Key key = BusyTurns::key(99, turn, 12);
  CHECK_FALSE(busy.has(key));
  {
    const BusyTurns::Claim claim(&busy, key);
    CHECK(busy.has(key));
    CHECK_FALSE(busy.has(BusyTurns::key(98, turn, 12)));
    CHECK_FALSE(busy.has(BusyTurns::key(99, {17, 41}, 12)));
    CHECK_FALSE(busy.has(BusyTurns::key(99, {40, 17}, 12)));
    CHECK_FALSE(busy.has(BusyTurns::key(99, turn, 20)));
    const BusyTurns::Claim nobody(nullptr, key);
  }
  CHECK_FALSE(busy.has(key));
}

TEST_CASE("of two claims in one slot the later one counts, also after the earlier one ends") {
  const auto places = [](BusyTurns::Key key) { return key >> 52; };
  const BusyTurns::Key one = BusyTurns::key(1, {0, 1}, 12);
  BusyTurns::Key other = 0;
  for (std::uint64_t position = 2; other == 0; ++position) {
    const BusyTurns::Key key = BusyTurns::key(position, {0, 1}, 12);
    if (places(key) == places(one)) other = key;
  }
  BusyTurns busy;
  std::optional<BusyTurns::Claim> earlier;
  earlier.emplace(&busy, one);
  const BusyTurns::Claim later(&busy, other);
  CHECK(busy.has(other));
  CHECK_FALSE(busy.has(one));
  earlier.reset();
  CHECK(busy.has(other));
}

TEST_CASE("busy turns are deferred once, in order") {
  std::vector<int> turns{0, 1, 2, 3, 4};
  std::vector<int> tried;
  std::size_t deferred = 0;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    put_off_busy(turns, i, deferred, [](int turn) { return turn % 2 == 1 || turn == 4; });
    tried.push_back(turns[i]);
  }
  CHECK(tried == std::vector<int>{0, 2, 1, 3, 4});
  CHECK(deferred == 3);
}

/// Result of a search at the root.
struct Found {
  Turn turn;
  int value = 0;
  std::uint64_t nodes = 0;
};

Found search(const Board& board, BusyTurns* busy) {
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
  BusyTurns busy;
  const Found with = search(board, &busy);
  CHECK(with.turn == without.turn);
  CHECK(with.value == without.value);
  CHECK(with.nodes == without.nodes);

  std::vector<std::unique_ptr<BusyTurns::Claim>> left_over;
  const std::uint64_t position = Position(board, *round_weights()).key();
  for (int i = 0; i < 64 * 64; ++i) {
    const auto near = [&board](int number) { return board.cell(6 + number / 8, 6 + number % 8); };
    const Turn turn = ordered(near(i / 64), near(i % 64));
    if (turn.second % 3 == 0) continue;  // not all, since then the order would stay
    left_over.push_back(std::make_unique<BusyTurns::Claim>(
        &busy, BusyTurns::key(position, turn, 5 * kSearch.step)));
  }
  const Found late = search(board, &busy);
  CHECK(late.turn == without.turn);  // none of the deferred turns is better
  CHECK(late.value == without.value);
}

}  // namespace
}  // namespace trivium::connect6
