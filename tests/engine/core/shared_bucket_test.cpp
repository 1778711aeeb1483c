#include "engine/core/shared_bucket.h"

#include <doctest/doctest.h>

namespace trivium {
namespace {

int as_worth(std::uint64_t data) { return static_cast<int>(data); }

TEST_CASE("what was stored for a key is found under that key alone") {
  SharedBucket bucket{};
  CHECK(bucket.data_of(7) == 0);
  CHECK(bucket.data_of(0) == 0);  // empty slots are nobody's
  bucket.slot_for(7, as_worth).store(7, 100);
  CHECK(bucket.data_of(7) == 100);
  CHECK(bucket.data_of(8) == 0);
}

TEST_CASE("a key takes its own slot, else the one that is worth least") {
  SharedBucket bucket{};
  for (std::uint64_t key = 1; key <= 4; ++key) bucket.slot_for(key, as_worth).store(key, 10 * key);
  for (std::uint64_t key = 1; key <= 4; ++key) CHECK(bucket.data_of(key) == 10 * key);
  bucket.slot_for(2, as_worth).store(2, 5);
  bucket.slot_for(9, as_worth).store(9, 50);
  CHECK(bucket.data_of(2) == 0);
  CHECK(bucket.data_of(1) == 10);
  CHECK(bucket.data_of(9) == 50);
}

TEST_CASE("the share in use is that of the slots that count") {
  ZeroedArray<SharedBucket> buckets(500);
  for (std::size_t i = 0; i < buckets.size(); i += 2) buckets[i].slots[0].store(i, 1);
  CHECK(used_per_mille(buckets, [](std::uint64_t data) { return data == 1; }) == 125);
  CHECK(used_per_mille(buckets, [](std::uint64_t data) { return data == 2; }) == 0);
}

}  // namespace
}  // namespace trivium
