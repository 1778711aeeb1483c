#include "engine/poker/bench.h"

#include <doctest/doctest.h>

namespace trivium::poker {
namespace {

// Both kernels run this, so that all machines play alike. A commit that changes it changes how a
// policy plays, and states this.
TEST_CASE("the bench signature of a tenth of the hands is the same for every kernel and compiler") {
  std::uint64_t steps = 0;
  const BenchResult result = bench(10, [&](std::uint64_t done, std::uint64_t total) {
    CHECK(done == steps++);
    CHECK(done <= total);
  });
  CHECK(steps > 1);
  CHECK(result.hands == 203);
  CHECK(result.signature == 0xbd61bb5a5e790034);
}

TEST_CASE("the bench signature is the same for every kernel and compiler" *
          doctest::test_suite("long")) {
  const BenchResult result = bench();
  CHECK(result.hands == 2030);
  CHECK(result.signature == 0x1dbe33460b256c07);
}

}  // namespace
}  // namespace trivium::poker
