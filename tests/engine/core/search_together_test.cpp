#include "engine/core/search_together.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <doctest/doctest.h>
#include <new>
#include <thread>

namespace trivium {
namespace {

/// A helper that runs until the search ends.
struct Waiting {
  std::atomic<int> calls = 0;
  bool is_short_of_memory = false;
};

/// Runs `lead` with two helpers, one of which is short of memory, and returns how often each was
/// called.
template <class Lead>
std::array<int, 2> calls_beside(SharedBudget& shared, const Lead& lead) {
  std::array<Waiting, 2> helpers;
  helpers[1].is_short_of_memory = true;
  const auto lead_when_helped = [&] {
    while (helpers[0].calls == 0 || helpers[1].calls == 0) std::this_thread::yield();
    lead();
  };
  try {
    search_together(shared, helpers.size(), lead_when_helped, [&](std::size_t i) {
      ++helpers[i].calls;
      if (helpers[i].is_short_of_memory) throw std::bad_alloc();
      while (!shared.stop) std::this_thread::yield();
    });
  } catch (const std::bad_alloc&) {
    helpers[0].calls += 10;
  }
  return {helpers[0].calls, helpers[1].calls};
}

TEST_CASE("helpers run beside the search and end with it, also without memory") {
  SharedBudget shared;
  CHECK(calls_beside(shared, [] {}) == std::array{1, 1});
  CHECK_FALSE(shared.stop);
}

TEST_CASE("an exception of the search ends the helpers and is passed on") {
  SharedBudget shared;
  CHECK(calls_beside(shared, [] { throw std::bad_alloc(); }) == std::array{11, 1});
}

}  // namespace
}  // namespace trivium
