#include "engine/connect6/bench.h"

#include <doctest/doctest.h>

#include "tests/environment_variable.h"

namespace trivium::connect6 {

TEST_CASE("the bench has the same signature every time") {
  // With the shipped weights: untrained ones order turns so badly that these depths take minutes.
  const EnvironmentVariable models("TRIVIUM_MODELS", TRIVIUM_SOURCE_DIR "/models");
  const Knowledge knowledge = load_knowledge();
  const BenchResult first = bench(knowledge);
  std::uint64_t reached = 0;
  std::uint64_t positions = 0;
  const BenchResult second =
      bench(knowledge, kSearch, [&](std::uint64_t done, std::uint64_t total) {
        CHECK(done >= reached);
        reached = done;
        positions = total;
      });
  CHECK(reached == positions);
  CHECK(reached == static_cast<std::uint64_t>(second.positions));
  CHECK(first.signature == second.signature);
  CHECK(first.nodes == second.nodes);
  CHECK(first.nodes > 1000);
}

}  // namespace trivium::connect6
