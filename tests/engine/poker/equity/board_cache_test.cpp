#include "engine/poker/equity/board_cache.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <thread>
#include <vector>

namespace trivium::poker {
namespace {

TEST_CASE("a value is created once until another one takes its slot") {
  BoardCache<std::uint64_t> cache(64);
  int made = 0;
  const auto get = [&](std::uint64_t cards) {
    return *cache.get(cards, [&] {
      ++made;
      return cards + 1;
    });
  };
  CHECK(get(0) == 1);
  CHECK(get(0) == 1);
  CHECK(made == 1);
  CHECK(get(7) == 8);
  CHECK(get(7) == 8);
  CHECK(get(0) == 1);
  CHECK(made == 2);
}

TEST_CASE("a value lives as long as it is used") {
  BoardCache<std::uint64_t> cache(1);
  const auto first = cache.get(1, [] { return std::uint64_t{10}; });
  CHECK(*cache.get(2, [] { return std::uint64_t{20}; }) == 20);
  CHECK(*first == 10);
  CHECK(*cache.get(1, [] { return std::uint64_t{11}; }) == 11);
}

TEST_CASE("every thread gets the value of the set that it asks for") {
  BoardCache<std::vector<std::uint64_t>> cache(8);
  std::array<std::size_t, 4> wrong{};
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < wrong.size(); ++thread) {
      threads.emplace_back([&, thread] {
        for (std::uint64_t i = 0; i < 20'000; ++i) {
          const std::uint64_t cards = i * (thread + 1) % 23;
          const auto value = cache.get(cards, [&] { return std::vector<std::uint64_t>(5, cards); });
          if (value->size() != 5 || value->front() != cards || value->back() != cards)
            ++wrong[thread];
        }
      });
    }
  }
  CHECK(wrong == std::array<std::size_t, 4>{});
}

}  // namespace
}  // namespace trivium::poker
