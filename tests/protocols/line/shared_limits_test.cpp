// Limits that the sessions of one process share: simultaneous searches and memory.
#include <atomic>
#include <doctest/doctest.h>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "protocols/line/memory_budget.h"
#include "protocols/line/search_slots.h"

namespace trivium::line {
namespace {

TEST_CASE("slots are given first come, first served, never more than there are") {
  const auto slots = std::make_shared<SearchSlots>(2);
  std::vector<int> granted;
  std::vector<std::unique_ptr<SearchSlots::Claim>> claims;
  for (int i = 0; i < 5; ++i)
    claims.push_back(
        std::make_unique<SearchSlots::Claim>(slots, [&granted, i] { granted.push_back(i); }));
  CHECK(granted == std::vector{0, 1});
  CHECK(slots->running() == 2);
  CHECK(slots->waiting() == 3);
  claims[1].reset();
  CHECK(granted == std::vector{0, 1, 2});
  claims[0].reset();
  CHECK(granted == std::vector{0, 1, 2, 3});
  CHECK(slots->waiting() == 1);
  claims.clear();
  CHECK(slots->running() == 0);
  CHECK(slots->waiting() == 0);
  CHECK(slots->total() == granted.size());
}

TEST_CASE("a claim that leaves the queue is skipped") {
  const auto slots = std::make_shared<SearchSlots>(1);
  bool second = false;
  bool third = false;
  auto holder = std::make_unique<SearchSlots::Claim>(slots, [] {});
  auto leaving = std::make_unique<SearchSlots::Claim>(slots, [&second] { second = true; });
  const SearchSlots::Claim last(slots, [&third] { third = true; });
  leaving.reset();
  CHECK(slots->running() == 1);
  CHECK(!third);
  holder.reset();
  CHECK(!second);
  CHECK(third);
}

TEST_CASE(
    "a connection always has its part of the queue memory, and more if the others leave some") {
  const auto budget = std::make_shared<MemoryBudget>(1000, 5);  // 100 for each, 500 for all
  MemoryShare modest(budget);
  {
    MemoryShare greedy(budget);
    CHECK(greedy.take(600));
    CHECK_FALSE(greedy.take(1));
    CHECK(modest.take(100));
    CHECK_FALSE(modest.take(1));
    greedy.give_back(50);
    CHECK(modest.take(50));
    CHECK(budget->in_use() == 700);
  }
  CHECK(budget->in_use() == 150);
  modest.give_back(150);
  CHECK(budget->in_use() == 0);
  CHECK(modest.take(600));
}

TEST_CASE("a connection always has its part of the queue memory while another one needs too much") {
  const auto budget = std::make_shared<MemoryBudget>(1000, 5);
  MemoryShare greedy(budget);
  std::atomic<int> refusals = 0;
  const std::jthread asks([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) refusals += greedy.take(601) ? 0 : 1;
  });
  MemoryShare modest(budget);
  int taken = 0, asked = 0;
  for (; asked < 100'000 || refusals < 1000; ++asked) {
    if (!modest.take(100)) continue;
    ++taken;
    modest.give_back(100);
  }
  CHECK(taken == asked);
}

TEST_CASE("every share has a reserved part; only the rest is shared") {
  const auto budget = std::make_shared<MemoryBudget>(100, 4, 10);  // 60 to share
  MemoryShare first(budget);
  CHECK(first.resize(70));
  CHECK(budget->in_use() == 70);
  MemoryShare second(budget);
  CHECK(second.resize(10));
  CHECK(!second.resize(11));
  CHECK(second.max_size() == 10);
  CHECK(budget->in_use() == 80);
  CHECK(first.resize(50));
  CHECK(second.max_size() == 30);
  CHECK(second.resize(30));
  CHECK(!second.resize(31));
  CHECK(budget->in_use() == 80);
}

TEST_CASE("a share keeps its reserved part even if it uses less") {
  const auto budget = std::make_shared<MemoryBudget>(20, 2, 10);
  MemoryShare small(budget);
  CHECK(small.resize(1));
  MemoryShare other(budget);
  CHECK(!other.resize(11));
  CHECK(small.resize(10));
  CHECK(other.resize(10));
  CHECK(budget->in_use() == 20);
}

TEST_CASE("the memory of a share is available again after its end") {
  const auto budget = std::make_shared<MemoryBudget>(100, 2, 10);
  std::optional<MemoryShare> share(std::in_place, budget);
  CHECK(share->resize(90));
  share.reset();
  CHECK(budget->in_use() == 0);
  MemoryShare next(budget);
  CHECK(next.resize(90));
  MemoryShare unlimited(nullptr);
  CHECK(unlimited.resize(1 << 20));
}

}  // namespace
}  // namespace trivium::line
