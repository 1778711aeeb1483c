#include "engine/core/busy_moves.h"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <vector>

namespace trivium {
namespace {

TEST_CASE("a move is busy during its claim, only at its depth and in its position") {
  BusyMoves busy;
  const BusyMoves::Key key = BusyMoves::key(99 << 16, 17, 12 << 8);
  CHECK_FALSE(busy.has(key));
  {
    const BusyMoves::Claim claim(&busy, key);
    CHECK(busy.has(key));
    CHECK_FALSE(busy.has(BusyMoves::key(98 << 16, 17, 12 << 8)));
    CHECK_FALSE(busy.has(BusyMoves::key(99 << 16, 18, 12 << 8)));
    CHECK_FALSE(busy.has(BusyMoves::key(99 << 16, 17, 20 << 8)));
    const BusyMoves::Claim nobody(nullptr, key);
  }
  CHECK_FALSE(busy.has(key));
}

TEST_CASE("of two claims in one slot the later one counts, also after the earlier one ends") {
  const auto places = [](BusyMoves::Key key) { return key >> 52; };
  const BusyMoves::Key one = BusyMoves::key(1, 0, 0);
  BusyMoves::Key other = 0;
  for (std::uint64_t position = 2; other == 0; ++position) {
    const BusyMoves::Key key = BusyMoves::key(position, 0, 0);
    if (places(key) == places(one)) other = key;
  }
  BusyMoves busy;
  std::optional<BusyMoves::Claim> earlier;
  earlier.emplace(&busy, one);
  const BusyMoves::Claim later(&busy, other);
  CHECK(busy.has(other));
  CHECK_FALSE(busy.has(one));
  earlier.reset();
  CHECK(busy.has(other));
}

TEST_CASE("busy moves are deferred once, in order") {
  std::vector<int> moves{0, 1, 2, 3, 4};
  std::vector<int> tried;
  std::size_t deferred = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    put_off_busy(moves, i, deferred, [](int move) { return move % 2 == 1 || move == 4; });
    tried.push_back(moves[i]);
  }
  CHECK(tried == std::vector<int>{0, 2, 1, 3, 4});
  CHECK(deferred == 3);
}

}  // namespace
}  // namespace trivium
