#include "engine/connect6/bench.h"

#include <doctest/doctest.h>

#include "tests/environment_variable.h"

namespace trivium::connect6 {

TEST_CASE("the bench does the same work every time") {
  // What ships: weights that nobody learned rank turns so badly that the same depths take minutes.
  const EnvironmentVariable told("TRIVIUM_MODELS", TRIVIUM_SOURCE_DIR "/models");
  const Knowledge knowledge = load_knowledge();
  const BenchResult first = bench(knowledge);
  const BenchResult second = bench(knowledge);
  CHECK(first.signature == second.signature);
  CHECK(first.nodes == second.nodes);
  CHECK(first.nodes > 1000);
}

}  // namespace trivium::connect6
