#include "engine/core/zeroed_array.h"

#include <chrono>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <stop_token>
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

TEST_CASE("taking the memory changes nothing in it, and ends when told to") {
  ZeroedArray<std::uint64_t> array(std::size_t{8} << 20);
  array[1 << 20] = 3;
  std::stop_source told;
  told.request_stop();
  const auto start = std::chrono::steady_clock::now();
  array.populate(told.get_token());
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::milliseconds(100));
  array.populate({});
  CHECK(array[1 << 20] == 3);
  CHECK(array[array.size() - 1] == 0);
  array.clear();
  CHECK(array[1 << 20] == 0);
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
