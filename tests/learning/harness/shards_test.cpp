// Shards: each runs once, and ranges and sums do not depend on the number of threads.
#include "learning/harness/shards.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "learning/harness/seeds.h"
#include "learning/harness/work_items.h"

using namespace trivium::learning;

TEST_CASE("the shards' ranges cover all items once, in order, and differ in size by at most one") {
  for (const std::size_t items : {0U, 1U, 6U, 7U, 8U, 100U}) {
    const Shards shards(7, 1);
    std::size_t covered = 0;
    for (std::size_t shard = 0; shard < 7; ++shard) {
      const Range range = shards.range(shard, items);
      CHECK(range.begin == covered);
      CHECK((range.end - range.begin == items / 7 || range.end - range.begin == items / 7 + 1));
      covered = range.end;
    }
    CHECK(covered == items);
  }
}

TEST_CASE("every shard runs once, whatever the number of threads") {
  for (const std::size_t threads : {1U, 2U, 5U, 64U}) {
    std::array<std::atomic<int>, 20> runs{};
    Shards(runs.size(), threads).run([&](std::size_t shard) { ++runs[shard]; });
    for (const auto& count : runs) CHECK(count == 1);
  }
}

TEST_CASE("a sum over shards has the same bits for any number of threads") {
  const auto sum = [](std::size_t threads) {
    const auto part = [](std::size_t shard) {
      double value = 0.0;
      for (int i = 1; i < 1000; ++i) value += std::sin(static_cast<double>(shard) * 1000 + i) / i;
      return value;
    };
    return Shards(64, threads).reduce(0.1, part, [](double& total, double more) {
      total = total * 1.0000001 + more;
    });
  };
  const double one = sum(1);
  for (const std::size_t threads : {2U, 3U, 8U}) CHECK(sum(threads) == one);
}

TEST_CASE(
    "a sum that is passed between processes, each with consecutive shards, has the same bits as in "
    "one process") {
  const auto part = [](std::size_t shard) { return std::sin(static_cast<double>(shard)) / 3; };
  const double alone =
      Shards(13, 2).reduce(0.1, part, [](double& sum, double more) { sum += more; });
  for (const std::size_t size : {1U, 2U, 4U, 13U, 20U}) {
    double sum = 0.1;
    for (std::size_t rank = 0; rank < size; ++rank) {
      const Range own = range_of(rank, size, 13);
      for (std::size_t shard = own.begin; shard < own.end; ++shard) sum += part(shard);
    }
    CHECK(sum == alone);
  }
  CHECK(Crew(2).own(13).begin == 0);
  CHECK(Crew(2).own(13).end == 13);
}

TEST_CASE("a sum adds fields, elements and the values of keys, and a class with += by that") {
  struct Maximum {
    int value = 0;
    Maximum& operator+=(const Maximum& more) {
      value = std::max(value, more.value);
      return *this;
    }
  };
  struct Sums {
    double sum = 0;
    std::vector<int> list;
    std::map<int, std::array<int, 2>> by_key;
    Maximum maximum;
    auto fields() noexcept { return std::tie(sum, list, by_key, maximum); }
  };
  const auto part = [](std::size_t shard) {
    const int number = static_cast<int>(shard) + 1;
    return Sums{0.5, {number, 2 * number}, {{number / 2, {1, number}}}, {number}};
  };
  const Sums all = Shards(3, 2).sum(Sums{1, {10, 10}, {}, {2}}, part);
  CHECK(all.sum == 2.5);
  CHECK(all.list == std::vector<int>{16, 22});
  CHECK(all.by_key == std::map<int, std::array<int, 2>>{{0, {1, 1}}, {1, {2, 5}}});
  CHECK(all.maximum.value == 3);
}

TEST_CASE("each shard sums its items in order, with its own copy of the adder") {
  const auto add = [last = std::size_t{0}](std::vector<std::size_t>& sums, std::size_t i) mutable {
    sums[0] += i;
    sums[1] += std::exchange(last, i);
  };
  std::uint64_t done = 0;
  const std::vector<std::size_t> sums =
      sum_of_items(10, Shards(3, 2), std::vector<std::size_t>(2), add,
                   [&done](std::uint64_t count) { done = count; });
  CHECK(sums == std::vector<std::size_t>{45, 3 + 9 + 15});  // items 0 to 3, 4 to 6 and 7 to 9
  CHECK(done == 10);
}

TEST_CASE("results are merged in the order of their shards and do not pile up") {
  struct Counted {
    explicit Counted(std::size_t shard, std::atomic<int>& count) : number(shard), alive(&count) {
      ++*alive;
    }
    Counted(Counted&& other) noexcept
        : number(other.number), alive(std::exchange(other.alive, nullptr)) {}
    ~Counted() {
      if (alive != nullptr) --*alive;
    }
    std::size_t number;
    std::atomic<int>* alive;
  };
  std::atomic<int> alive = 0;
  int maximum = 0;
  std::size_t next = 0;
  const auto work = [&](std::size_t shard) { return Counted(shard, alive); };
  const auto merge = [&](bool& in_order, const Counted& part) {
    in_order = in_order && part.number == next++;
    maximum = std::max(maximum, alive.load());
  };
  CHECK(Shards(10'000, 1).reduce(true, work, merge));
  CHECK(next == 10'000);
  CHECK(maximum == 1);
}

TEST_CASE("the exception of the lowest shard is rethrown") {
  for (const std::size_t threads : {1U, 4U}) {
    const auto work = [](std::size_t shard) {
      if (shard % 5 == 3) throw std::runtime_error("shard " + std::to_string(shard));
    };
    CHECK_THROWS_WITH(Shards(20, threads).run(work), "shard 3");
  }
}

TEST_CASE("zero shards or threads are rejected") {
  CHECK_THROWS_AS(Shards(0, 1), std::invalid_argument);
  CHECK_THROWS_AS(Shards(1, 0), std::invalid_argument);
}

TEST_CASE("streams of one seed differ by purpose and index and do not change") {
  CHECK(stream_seed(1, 2, 3) == stream_seed(1, 2, 3));
  CHECK(stream_seed(1, 2, 3) != stream_seed(1, 3, 2));
  CHECK(stream_seed(1, 2, 3) != stream_seed(1, 2, 4));
  CHECK(stream_seed(1, 2, 3) != stream_seed(2, 2, 3));
}

TEST_CASE("a held-out set has about its share and depends on the seed alone") {
  int held = 0;
  int in_both = 0;
  for (std::uint64_t item = 0; item < 10'000; ++item) {
    held += held_out(7, item, 0.1) ? 1 : 0;
    in_both += held_out(7, item, 0.1) && held_out(8, item, 0.1) ? 1 : 0;
  }
  CHECK(held > 880);  // four standard deviations around 1000
  CHECK(held < 1120);
  CHECK(in_both < 150);  // independent sets share one in a hundred
}

TEST_CASE(
    "folds have about the same size, each item is in one, and the first of ten equals a held-out "
    "tenth") {
  std::array<int, 11> sizes{};
  for (std::uint64_t item = 0; item < 10'000; ++item) {
    const std::size_t fold = fold_of(7, item, 10);
    REQUIRE(fold >= 1);
    REQUIRE(fold <= 10);
    ++sizes[fold];
    CHECK((fold == 1) == held_out(7, item, 0.1));
    CHECK(fold_of(7, item, 1000) <= 1000);
  }
  for (std::size_t fold = 1; fold <= 10; ++fold) {
    CHECK(sizes[fold] > 880);  // four standard deviations from 1000
    CHECK(sizes[fold] < 1120);
  }
}
