#include "engine/reversi/endgame/search_table.h"

#include <cstdint>
#include <doctest/doctest.h>

#include "engine/core/rng.h"

namespace trivium::reversi {
namespace {

bool same(const TableEntry& a, const TableEntry& b) {
  return a.lower == b.lower && a.upper == b.upper && a.move == b.move && a.depth == b.depth;
}

TEST_CASE("the table returns what was stored") {
  SearchTable table(1);
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) {
    const auto value = [&rng] {
      return static_cast<Value>(rng.below(2 * kMaxValue + 1)) - kMaxValue;
    };
    const TableEntry entry{.lower = value(),
                           .upper = value(),
                           .move = static_cast<Move>(rng.below(kPass + 1)),
                           .depth = 1 + static_cast<int>(rng.below(60))};
    const std::uint64_t key = rng();
    table.store(key, entry);
    REQUIRE(table.probe(key));
    CHECK(same(*table.probe(key), entry));
  }
}

TEST_CASE("every entry differs from an empty slot") {
  const TableEntry smallest{.lower = -kMaxValue, .upper = -kMaxValue, .move = 0, .depth = 1};
  CHECK(TableCodec::pack(smallest) != 0);
}

TEST_CASE("a value inside the window is exact, and a bound outside") {
  CHECK(same(TableEntry::of(50, {0, 100}, 3, 2), {50, 50, 3, 2}));
  CHECK(same(TableEntry::of(0, {0, 100}, 3, 2), {-kMaxValue, 0, 3, 2}));
  CHECK(same(TableEntry::of(100, {0, 100}, 3, 2), {100, kMaxValue, 3, 2}));
}

TEST_CASE("bounds of the same depth are combined, and deeper ones stay") {
  SearchTable table(1);
  table.store(7, {.lower = 100, .move = 5, .depth = 4});
  table.store(7, {.upper = 300, .depth = 4});
  CHECK(same(*table.probe(7), {100, 300, 5, 4}));
  table.store(7, {.lower = -200, .upper = -200, .move = 6, .depth = 3});
  CHECK(same(*table.probe(7), {100, 300, 5, 4}));
  table.store(7, {.lower = -200, .move = 6, .depth = 5});
  CHECK(same(*table.probe(7), {-200, kMaxValue, 6, 5}));
}

TEST_CASE("of bounds that contradict each other, the new ones stay") {
  SearchTable table(1);
  table.store(7, {.lower = 100, .move = 5, .depth = 4});
  table.store(7, {.upper = 50, .depth = 4});
  CHECK(same(*table.probe(7), {-kMaxValue, 50, 5, 4}));
}

}  // namespace
}  // namespace trivium::reversi
