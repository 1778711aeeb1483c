#include "engine/poker/bench.h"

#include <doctest/doctest.h>

namespace trivium::poker {
namespace {

// Both kernels run this: it is what keeps the players of all machines alike. A commit that changes it changes how the rule plays, and says
// so.
TEST_CASE("the bench signature is the same for every kernel and compiler") {
  const BenchResult result = bench();
  CHECK(result.hands == 1600);
  CHECK(result.signature == 0x4e43a0fa1910c76f);
}

}  // namespace
}  // namespace trivium::poker
