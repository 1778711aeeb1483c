#include "engine/chess/search/transposition_table.h"

#include <thread>
#include <vector>

#include "doctest/doctest.h"

#include "engine/core/rng.h"

namespace trivium::chess {
namespace {

const Move kMove(make_square(4, 1), make_square(4, 3));

TEST_CASE("an entry is returned as it was stored") {
  TranspositionTable table(1);
  table.store(0x123456789ABCDEFULL, {kMove, -250, 31, 12, Bound::kUpper}, 0);
  const auto entry = table.probe(0x123456789ABCDEFULL, 0);
  REQUIRE(entry);
  CHECK(entry->move == kMove);
  CHECK(entry->value == -250);
  CHECK(entry->evaluation == 31);
  CHECK(entry->depth == 12);
  CHECK(entry->bound == Bound::kUpper);
  CHECK_FALSE(table.probe(0x123456789ABCDEEULL, 0));
}

TEST_CASE("the principal variation flag is stored independently of all other fields") {
  TranspositionTable table(1);
  table.store(3, {kMove, -250, 31, 12, Bound::kUpper, true}, 0);
  table.store(4, {kMove, -250, 31, 12, Bound::kUpper, false}, 0);
  CHECK(table.probe(3, 0)->was_pv);
  CHECK_FALSE(table.probe(4, 0)->was_pv);
  CHECK(table.probe(3, 0)->bound == Bound::kUpper);
  for (int searches = 0; searches < 40; ++searches) table.new_search();  // the age wraps around
  CHECK(table.probe(3, 0)->was_pv);
}

TEST_CASE("an entry refines an evaluation only on the side of its bound, and a mate never does") {
  const auto entry = [](Value value, Bound bound) { return TableEntry{kMove, value, 0, 5, bound}; };
  CHECK(refined(10, std::nullopt) == 10);
  CHECK(refined(10, entry(50, Bound::kExact)) == 50);
  CHECK(refined(10, entry(50, Bound::kLower)) == 50);
  CHECK(refined(10, entry(-50, Bound::kLower)) == 10);
  CHECK(refined(10, entry(-50, Bound::kUpper)) == -50);
  CHECK(refined(10, entry(50, Bound::kUpper)) == 10);
  CHECK(refined(10, entry(mate_in(3), Bound::kExact)) == 10);
}

TEST_CASE("a mate too far from the root is returned as a tablebase win") {
  TranspositionTable table(1);
  constexpr int kDeep = kMaxPly - 2, kFar = 20;
  // Mate in kFar plies from there.
  table.store(5, {kMove, mate_in(kDeep + 1), 0, 5, Bound::kExact}, kDeep + 1 - kFar);
  table.store(6, {kMove, mated_in(kDeep + 1), 0, 5, Bound::kExact}, kDeep + 1 - kFar);
  CHECK(table.probe(5, 0)->value == mate_in(kFar));
  CHECK(table.probe(5, kDeep)->value == kTableWin);
  CHECK(table.probe(6, 0)->value == mated_in(kFar));
  CHECK(table.probe(6, kDeep)->value == -kTableWin);
}

TEST_CASE("an entry without a bound answers no search, at any ply") {
  TranspositionTable table(1);
  for (const int ply : {0, 1, 50, kMaxPly - 1}) {
    const auto key = static_cast<std::uint64_t>(ply + 1) << 40;
    table.store(key, {Move(), kMateValue, 31, 0, Bound::kUpper}, ply);
    const TableEntry entry = *table.probe(key, ply);
    CHECK(entry.evaluation == 31);
    for (const Value alpha : {mated_in(ply), 0, kMateBound, mate_in(ply + 2)})
      CHECK_FALSE(cuts_off(entry, alpha, alpha + 1, 0));
  }
}

TEST_CASE("a mate keeps its distance from the position at every ply") {
  TranspositionTable table(1);
  table.store(1, {kMove, mate_in(7), kNoValue, 5, Bound::kExact}, 4);  // three plies from here
  CHECK(table.probe(1, 4)->value == mate_in(7));
  CHECK(table.probe(1, 10)->value == mate_in(13));
  table.store(2, {kMove, mated_in(6), kNoValue, 5, Bound::kExact}, 2);
  CHECK(table.probe(2, 0)->value == mated_in(4));
}

TEST_CASE("a shallow bound replaces a much deeper entry of an earlier search only") {
  TranspositionTable table(1);
  table.store(5, {kMove, 10, 0, 12, Bound::kExact}, 0);
  table.store(5, {Move(), 20, 0, 2, Bound::kLower}, 0);
  CHECK(table.probe(5, 0)->depth == 12);
  table.new_search();
  table.store(5, {Move(), 20, 0, 2, Bound::kLower}, 0);
  CHECK(table.probe(5, 0)->depth == 2);
  CHECK(table.probe(5, 0)->move == kMove);  // the move is kept
}

TEST_CASE("a full bucket replaces its shallowest entry first, old ones before new ones") {
  TranspositionTable table(1);
  // Keys that differ only in low bits share a bucket.
  for (std::uint64_t key = 1; key <= 4; ++key)
    table.store(key, {kMove, 0, 0, static_cast<int>(4 + key), Bound::kExact}, 0);
  table.store(9, {kMove, 0, 0, 1, Bound::kExact}, 0);
  CHECK_FALSE(table.probe(1, 0));
  CHECK(table.probe(2, 0));
  table.new_search();
  table.store(2, {kMove, 0, 0, 1, Bound::kExact}, 0);
  table.store(10, {kMove, 0, 0, 1, Bound::kExact}, 0);
  CHECK_FALSE(table.probe(9, 0));
  CHECK(table.probe(2, 0));
}

TEST_CASE("clear removes everything, and the sample counts the entries of this search") {
  TranspositionTable table(1);
  CHECK(table.used_per_mille() == 0);
  Rng rng(1);
  for (int i = 0; i < 200000; ++i) table.store(rng(), {kMove, 0, 0, 3, Bound::kExact}, 0);
  CHECK(table.used_per_mille() > 900);
  table.new_search();
  CHECK(table.used_per_mille() == 0);
  table.store(7, {kMove, 0, 0, 3, Bound::kExact}, 0);
  table.clear();
  CHECK_FALSE(table.probe(7, 0));
}

TEST_CASE("threads that write the same bucket never produce an entry that was not stored") {
  TranspositionTable table(1);
  std::vector<std::jthread> threads;
  std::atomic<int> wrong{0};
  for (std::uint64_t thread = 0; thread < 3; ++thread) {
    threads.emplace_back([&table, &wrong, thread] {
      Rng rng(thread);
      for (int i = 0; i < 100000; ++i) {
        const std::uint64_t key = rng.below(16);
        // Value, evaluation and depth are derived from the key.
        const int number = static_cast<int>(key) * 7 + 1;
        if (const auto entry = table.probe(key, 0))
          wrong += entry->value != number || entry->evaluation != -number || entry->depth != number;
        table.store(key, {kMove, number, -number, number, Bound::kExact}, 0);
      }
    });
  }
  threads.clear();
  CHECK(wrong == 0);
}

}  // namespace
}  // namespace trivium::chess
