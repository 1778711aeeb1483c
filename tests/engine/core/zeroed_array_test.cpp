#include "engine/core/zeroed_array.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <utility>

using trivium::ZeroedArray;

TEST_CASE("an array begins as zeros and is zeros again when cleared") {
  ZeroedArray<std::uint64_t> array(1 << 20);
  CHECK(array.size() == 1 << 20);
  for (std::size_t i = 0; i < array.size(); i += 511) {
    REQUIRE(array[i] == 0);
    array[i] = i + 1;
  }
  array.clear();
  for (std::size_t i = 0; i < array.size(); i += 511) REQUIRE(array[i] == 0);
  array[5] = 7;
  CHECK(array[5] == 7);
}

TEST_CASE("an array that is assigned takes its elements along") {
  ZeroedArray<int> small(4);
  ZeroedArray<int> large(1000);
  large[999] = 9;
  small = std::move(large);
  CHECK(small.size() == 1000);
  CHECK(small[999] == 9);
}

TEST_CASE("more memory than there is, is refused") {
  CHECK_THROWS_AS(ZeroedArray<char>(std::numeric_limits<std::size_t>::max() / 4), std::bad_alloc);
}
