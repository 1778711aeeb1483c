#include "engine/core/node_budget.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <thread>
#include <vector>

namespace trivium {
namespace {

using namespace std::chrono_literals;

/// Returns the number of nodes that `budget` still allows.
std::uint64_t visit(NodeBudget& budget) {
  const std::uint64_t before = budget.nodes();
  while (!budget.spent()) budget.count();
  return budget.nodes() - before;
}

TEST_CASE("a node limit is exact, however it is reached") {
  for (const std::uint64_t limit : {0, 1, 2, 127, 128, 129, 1000}) {
    CAPTURE(limit);
    NodeBudget before(limit);
    CHECK(visit(before) == limit);
    CHECK(before.nodes_left() == 0);

    NodeBudget after(limit);
    std::uint64_t allowed = 0;
    while (after.spend()) ++allowed;
    CHECK(allowed + 1 == std::max<std::uint64_t>(limit, 1));
    CHECK(after.nodes() == std::max<std::uint64_t>(limit, 1));
  }
}

TEST_CASE("counting several nodes at once reaches the limit as counting them one by one does") {
  NodeBudget budget(100);
  budget.count(99);
  CHECK_FALSE(budget.spent());
  CHECK(budget.nodes_left() == 1);
  budget.count(5);
  CHECK(budget.spent());
  CHECK(budget.nodes_left() == 0);
}

TEST_CASE("a budget without limits is never spent") {
  NodeBudget budget;
  budget.count(1'000'000'000'000);
  CHECK_FALSE(budget.spent());
  CHECK_FALSE(budget.spent_now());
  CHECK(budget.max_nodes() == NodeBudget::kUnlimited);
}

TEST_CASE("a stop is noticed within 128 nodes, or at once if requested") {
  for (const int before : {0, 1, 100, 127, 128, 500}) {
    CAPTURE(before);
    SearchControl control;
    NodeBudget budget(std::nullopt, &control);
    for (int i = 0; i < before; ++i) REQUIRE(budget.spend());
    NodeBudget eager = budget;
    control.stop();
    CHECK(visit(budget) <= NodeBudget::kPollInterval);
    CHECK(eager.spent_now());
  }
}

TEST_CASE("the end of the time is noticed within 128 nodes") {
  const SearchControl control(false, SearchControl::Clock::now() - 1h);
  NodeBudget late(std::nullopt, &control, {.maximum = 1min});
  CHECK(visit(late) == 0);
  NodeBudget early(std::nullopt, &control, {.maximum = 2h});
  for (int i = 0; i < 1000; ++i) REQUIRE(early.spend());
  early.set_deadline({.maximum = 1min});
  CHECK(visit(early) <= NodeBudget::kPollInterval);
}

TEST_CASE("a spent budget remains spent") {
  const SearchControl control(false, SearchControl::Clock::now() - 1h);
  NodeBudget budget(std::nullopt, &control, {.maximum = 1min});
  CHECK_FALSE(budget.was_spent());
  CHECK(budget.spent());
  budget.set_deadline({});
  CHECK(budget.was_spent());
  CHECK(budget.spent_now());
  CHECK_FALSE(budget.spend());
  CHECK(budget.nodes() == 0);
}

TEST_CASE("a sheltered budget ends only at its own nodes") {
  SearchControl control;
  control.stop();
  SharedBudget shared;
  shared.nodes = 5000;
  NodeBudget budget(1000, &control);
  budget.share(shared);
  budget.shelter(300);
  const std::uint64_t sheltered = visit(budget);
  CHECK(sheltered >= 300);
  CHECK(sheltered < 300 + NodeBudget::kPollInterval);

  NodeBudget few(40, &control);
  few.shelter(300);
  CHECK(visit(few) == 40);

  NodeBudget once(1000, &control);
  once.shelter(300);
  CHECK_FALSE(once.spent());
  once.shelter(0);
  CHECK(visit(once) <= NodeBudget::kPollInterval);
}

TEST_CASE("a phase is a separate budget whose nodes count in the whole") {
  const SearchControl control(false, SearchControl::Clock::now() - 1h);
  SharedBudget shared;
  NodeBudget whole(1000, &control, {.maximum = 2h});
  whole.share(shared);
  for (int i = 0; i < 200; ++i) REQUIRE(whole.spend());
  NodeBudget phase = whole;
  phase.set_deadline({.maximum = 1min});
  const std::uint64_t visited = visit(phase);
  CHECK(visited <= NodeBudget::kPollInterval);
  whole.resume_after(phase);
  CHECK(whole.nodes() == 200 + visited);
  CHECK(whole.all_nodes() == 200 + visited);
  CHECK(visit(whole) == 800 - visited);
  CHECK(shared.nodes == 1000);
}

TEST_CASE("a budget whose phase reached the limit is spent before it counts another node") {
  NodeBudget whole(5);
  NodeBudget phase = whole;
  CHECK(visit(phase) == 5);
  whole.resume_after(phase);
  CHECK(whole.was_spent());
  CHECK_FALSE(whole.spend());
  CHECK(whole.nodes() == 5);
}

TEST_CASE("threads that share a limit exceed it by at most 128 nodes for each but one") {
  constexpr std::size_t kThreads = 4;
  for (const std::uint64_t limit : {1, 100, 1000, 100'000}) {
    CAPTURE(limit);
    SharedBudget shared;
    std::vector<NodeBudget> budgets(kThreads, NodeBudget(limit));
    {
      std::vector<std::jthread> threads;
      for (NodeBudget& budget : budgets) {
        budget.share(shared);
        threads.emplace_back([&budget] { visit(budget); });
      }
    }
    std::uint64_t sum = 0;
    for (const NodeBudget& budget : budgets) sum += budget.nodes();
    CHECK(sum >= limit);
    CHECK(sum <= limit + (kThreads - 1) * NodeBudget::kPollInterval);
    CHECK(shared.nodes == sum);
  }
}

TEST_CASE("the shared stop ends every budget within 128 nodes") {
  SharedBudget shared;
  NodeBudget budget;
  budget.share(shared);
  for (int i = 0; i < 200; ++i) REQUIRE(budget.spend());
  shared.stop = true;
  CHECK(visit(budget) <= NodeBudget::kPollInterval);
}

}  // namespace
}  // namespace trivium
