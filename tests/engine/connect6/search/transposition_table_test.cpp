#include "engine/connect6/search/transposition_table.h"

#include <atomic>
#include <doctest/doctest.h>
#include <thread>
#include <vector>

#include "engine/core/rng.h"

namespace trivium::connect6 {
namespace {

TableEntry random_entry(Rng& rng) {
  const auto cell = [&rng] {
    return rng.below(10) == 0 ? kNoCell : static_cast<Cell>(rng.below(kMaxSize * kMaxSize));
  };
  TableEntry entry;
  entry.turn = {cell(), cell()};
  entry.value = static_cast<Value>(rng.below(2 * kWin)) - kWin;
  entry.depth = static_cast<Cost>(rng.below(2000));
  entry.bound = static_cast<Score::Bound>(rng.below(3));
  entry.cost = static_cast<Cost>(rng.below(kMaxCost));
  return entry;
}

bool same(const TableEntry& a, const TableEntry& b) {
  return a.turn == b.turn && a.value == b.value && a.depth == b.depth && a.bound == b.bound &&
         a.cost == b.cost;
}

TEST_CASE("the table returns what was stored last, until it is cleared") {
  TranspositionTable table(1);
  Rng rng(81);
  CHECK_FALSE(table.probe(0));
  for (int i = 0; i < 1000; ++i) {
    const TableEntry entry = random_entry(rng);
    const std::uint64_t key = rng();
    table.store(key, random_entry(rng));
    table.store(key, entry);
    const auto found = table.probe(key);
    REQUIRE(found);
    REQUIRE(same(*found, entry));
  }
  CHECK(table.used_per_mille() > 0);
  table.clear();
  CHECK(table.used_per_mille() == 0);
}

TEST_CASE("an evaluation without a turn does not replace a search result, one with a turn does") {
  TranspositionTable table(1);
  table.store(7, {{3, 4}, 50, 32, Score::Bound::kLower, 20});
  table.store(7, {{}, -20, 0, Score::Bound::kExact});
  CHECK(same(*table.probe(7), {{3, 4}, 50, 32, Score::Bound::kLower, 20}));
  table.store(7, {{5, 6}, kWin - 2, 0, Score::Bound::kLower});
  CHECK(table.probe(7)->turn == Turn{5, 6});
}

TEST_CASE("a full bucket replaces the shallowest entry, first those of earlier searches") {
  TranspositionTable table(1);
  const auto key = [](int i) { return static_cast<std::uint64_t>(i); };  // all in one bucket
  for (int i = 1; i <= 4; ++i) table.store(key(i), {{}, i, i * 10, Score::Bound::kExact});
  table.store(key(5), {{}, 5, 0, Score::Bound::kExact});
  CHECK_FALSE(table.probe(key(1)));
  for (int i = 2; i <= 5; ++i) CHECK(table.probe(key(i)));
  for (int search = 0; search < 3; ++search) table.new_search();
  table.store(key(6), {{}, 6, 0, Score::Bound::kExact});
  table.store(key(7), {{}, 7, 0, Score::Bound::kExact});
  CHECK(table.probe(key(6)));
  CHECK(table.probe(key(7)));
}

TEST_CASE("threads that write one bucket at the same time create no false entry") {
  TranspositionTable table(1);
  const auto entry_of = [](std::uint64_t key) {
    Rng rng(key);
    return random_entry(rng);
  };
  std::atomic<int> wrong = 0;
  std::vector<std::jthread> threads;
  for (std::uint64_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      Rng rng(thread);
      for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t key = std::uint64_t{rng.below(6)};
        table.store(key, entry_of(key));
        static_cast<void>(table.probe(std::uint64_t{rng.below(6)}));
        if (const auto other = table.probe(key); other && !same(*other, entry_of(key))) ++wrong;
      }
    });
  }
  threads.clear();
  CHECK(wrong == 0);
}

}  // namespace
}  // namespace trivium::connect6
