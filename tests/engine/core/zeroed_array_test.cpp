#include "engine/core/zeroed_array.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <stop_token>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#include <vector>

using trivium::ZeroedArray;

namespace {

/// Returns the number of bytes of the array that occupy memory.
std::size_t resident_bytes(ZeroedArray<std::uint64_t>& array) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t bytes = array.size() * sizeof(std::uint64_t);
  std::vector<unsigned char> pages((bytes + page - 1) / page);
  REQUIRE(mincore(&array[0], bytes, pages.data()) == 0);
  return page *
         static_cast<std::size_t>(std::count_if(
             pages.begin(), pages.end(), [](unsigned char flags) { return (flags & 1) != 0; }));
}

/// True if the system allocates pages on demand.
bool can_take_memory() {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const taken =
      mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(taken != MAP_FAILED);
  const bool can = madvise(taken, page, MADV_POPULATE_WRITE) == 0;
  munmap(taken, page);
  return can;
}

}  // namespace

TEST_CASE("an array begins as zeros, and clear makes it zeros again") {
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

TEST_CASE("clear works for an array with pages locked in memory") {
  ZeroedArray<std::uint64_t> array(1024);
  REQUIRE(mlock(&array[0], array.size() * sizeof(std::uint64_t)) == 0);
  array[0] = 1;
  array[1023] = 2;
  array.clear();
  CHECK(array[0] == 0);
  CHECK(array[1023] == 0);
}

TEST_CASE("populate changes no element, and ends when stop is requested") {
  constexpr std::size_t kBytes = std::size_t{64} << 20;
  ZeroedArray<std::uint64_t> array(kBytes / sizeof(std::uint64_t));
  array[1 << 20] = 3;
  std::stop_source source;
  source.request_stop();
  array.populate(source.get_token());
  CHECK(resident_bytes(array) < kBytes / 4);
  array.populate({});
  if (can_take_memory()) {
    CHECK(resident_bytes(array) == kBytes);
  } else {
    MESSAGE("this kernel cannot allocate pages in advance (before Linux 5.14)");
  }
  CHECK(array[1 << 20] == 3);
  CHECK(array[array.size() - 1] == 0);
  array.clear();
  CHECK(array[1 << 20] == 0);
}

TEST_CASE("assignment moves the elements") {
  ZeroedArray<int> small(4);
  ZeroedArray<int> large(1000);
  large[999] = 9;
  small = std::move(large);
  CHECK(small.size() == 1000);
  CHECK(small[999] == 9);
}

TEST_CASE("a size beyond the available memory is rejected") {
  CHECK_THROWS_AS(ZeroedArray<char>(std::numeric_limits<std::size_t>::max() / 4), std::bad_alloc);
}
