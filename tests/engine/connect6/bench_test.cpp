#include "engine/connect6/bench.h"

#include <doctest/doctest.h>

#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {

TEST_CASE("the bench does the same work every time") {
  const Knowledge knowledge{round_weights(), sample_patterns()};
  const BenchResult first = bench(knowledge);
  const BenchResult second = bench(knowledge);
  CHECK(first.signature == second.signature);
  CHECK(first.nodes == second.nodes);
  CHECK(first.nodes > 1000);
}

}  // namespace trivium::connect6
