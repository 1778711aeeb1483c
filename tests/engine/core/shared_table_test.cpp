#include "engine/core/shared_table.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <stop_token>

namespace trivium {
namespace {

/// Entries are numbers from 1 to 999, which are also their values. A number below 10 does not
/// replace another.
struct NumberCodec {
  using Entry = int;

  static constexpr int kAgeShift = 32;
  static constexpr int kAgeCost = 100;

  static std::uint64_t pack(const int& entry) noexcept { return static_cast<std::uint64_t>(entry); }
  static int unpack(std::uint64_t data) noexcept { return static_cast<int>(data & 1023); }
  static int replacement_value(std::uint64_t data) noexcept { return unpack(data); }
  static std::uint64_t update(const int& entry, std::uint64_t, bool) noexcept {
    return entry < 10 ? 0 : pack(entry);
  }
};
using Table = SharedTable<NumberCodec>;

// Keys that differ only in low bits share a bucket.

TEST_CASE("an entry is found only under its own key") {
  Table table(1);
  CHECK_FALSE(table.probe(7));
  CHECK_FALSE(table.probe(0));  // empty slots match no key
  table.store(7, 100);
  CHECK(table.probe(7) == 100);
  CHECK_FALSE(table.probe(8));
  table.clear();
  CHECK_FALSE(table.probe(7));
}

TEST_CASE("a key takes its own slot, else the one with the lowest value") {
  Table table(1);
  for (std::uint64_t key = 1; key <= 4; ++key) table.store(key, static_cast<int>(10 * key));
  for (std::uint64_t key = 1; key <= 4; ++key)
    CHECK(table.probe(key) == static_cast<int>(10 * key));
  table.store(2, 25);
  table.store(9, 50);
  CHECK_FALSE(table.probe(1));
  CHECK(table.probe(2) == 25);
  CHECK(table.probe(9) == 50);
}

TEST_CASE("the codec decides what replaces an entry of the same key") {
  Table table(1);
  table.store(1, 500);
  table.store(1, 5);
  CHECK(table.probe(1) == 500);
  table.store(1, 20);
  CHECK(table.probe(1) == 20);
}

TEST_CASE("entries of earlier searches have lower values, even after the age wraps around") {
  Table table(1);
  for (int search = 0; search < 100; ++search) {
    table.new_search();
    table.clear();
    for (std::uint64_t key = 1; key <= 4; ++key) table.store(key, 200);
    table.new_search();
    table.store(3, 150);
    table.store(9, 110);
    CHECK_FALSE(table.probe(1));
    CHECK(table.probe(3) == 150);
    table.store(10, 105);
    table.store(11, 105);
    CHECK(table.probe(3) == 150);
  }
}

TEST_CASE("the share in use counts the slots written in this search") {
  Table table(1);
  CHECK(table.used_per_mille() == 0);
  constexpr std::uint64_t kBuckets = (1 << 20) / 64;
  for (std::uint64_t bucket = 0; bucket < kBuckets; ++bucket)
    table.store(bucket * (~std::uint64_t{0} / kBuckets) + bucket + 1, 50);
  CHECK(table.used_per_mille() == 250);
  table.new_search();
  CHECK(table.used_per_mille() == 0);
}

TEST_CASE("a table of any size uses all of its memory, and several threads allocate and clear it") {
  for (const int megabytes : {1, 3, 100}) {
    Table table(megabytes);
    CHECK(table.megabytes() == megabytes);
    table.store(~std::uint64_t{0}, 7);
    table.store(1, 8);
    table.warm_up(std::stop_token(), 3);
    CHECK(table.probe(~std::uint64_t{0}) == 7);
    CHECK(table.probe(1) == 8);
    table.clear(3);
    CHECK_FALSE(table.probe(~std::uint64_t{0}));
    CHECK_FALSE(table.probe(1));
  }
}

TEST_CASE("a table that is resized is empty and has the new size") {
  Table table(1);
  table.store(7, 100);
  table.resize(2);
  CHECK(table.megabytes() == 2);
  CHECK_FALSE(table.probe(7));
  table.store(7, 200);
  CHECK(table.probe(7) == 200);
}

}  // namespace
}  // namespace trivium
