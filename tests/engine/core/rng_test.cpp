#include "engine/core/rng.h"

#include <array>
#include <cstdlib>
#include <doctest/doctest.h>

using trivium::Rng;

TEST_CASE("splitmix64 gives its published stream for seed 1234567") {
  std::uint64_t state = 1234567;
  CHECK(trivium::splitmix64(state) == 6457827717110365317ULL);
  CHECK(trivium::splitmix64(state) == 3203168211198807973ULL);
  CHECK(trivium::splitmix64(state) == 9817491932198370423ULL);
}

TEST_CASE("equal seeds give equal streams and different seeds different ones") {
  Rng a(1), b(1), c(2);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t x = a();
    CHECK(x == b());
    differs |= x != c();
  }
  CHECK(differs);
}

TEST_CASE("a copy continues from the same position") {
  Rng a(5);
  a();
  Rng b = a;
  CHECK(a() == b());
}

TEST_CASE("below stays below its bound and is uniform") {
  Rng rng(9);
  std::array<int, 7> counts{};
  constexpr int kDraws = 70000;
  for (int i = 0; i < kDraws; ++i) {
    const std::uint32_t drawn = rng.below(7);
    REQUIRE(drawn < 7);
    ++counts[drawn];
  }
  // Five standard deviations of a binomial count with p = 1/7.
  for (const int count : counts) CHECK(std::abs(count - kDraws / 7) < 463);
  CHECK(rng.below(1) == 0);
}

TEST_CASE("unit lies in [0, 1) with mean one half") {
  Rng rng(3);
  double sum = 0;
  for (int i = 0; i < 100000; ++i) {
    const double x = rng.unit();
    REQUIRE(x >= 0);
    REQUIRE(x < 1);
    sum += x;
  }
  CHECK(sum / 100000 == doctest::Approx(0.5).epsilon(0.01));
}

TEST_CASE("the draws of shuffle() and draw_first() do not change") {
  constexpr std::array kSorted{0, 1, 2, 3, 4, 5, 6, 7};
  Rng rng(4);
  std::array<int, 8> items = kSorted;
  trivium::shuffle(items, rng);
  CHECK(items == std::array{5, 3, 1, 0, 4, 7, 6, 2});
  items = kSorted;
  trivium::draw_first(items, 3, rng);
  CHECK(items == std::array{5, 1, 4, 3, 2, 0, 6, 7});
}

TEST_CASE("draw_one takes the element of the next number below the size") {
  const std::array letters{'a', 'b', 'c', 'd', 'e'};
  Rng rng(3), same(3);
  for (int i = 0; i < 20; ++i) CHECK(trivium::draw_one(letters, rng) == letters[same.below(5)]);
}
