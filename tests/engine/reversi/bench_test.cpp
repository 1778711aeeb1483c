#include "engine/reversi/bench.h"

#include <cstdint>
#include <doctest/doctest.h>

#include "tests/engine/reversi/sample_knowledge.h"

namespace trivium::reversi {
namespace {

TEST_CASE("the bench of Reversi has the same signature every time, and another for other weights") {
  const BenchResult first = bench({});
  std::uint64_t reached = 0;
  std::uint64_t positions = 0;
  const BenchResult second = bench({}, kSearch, [&](std::uint64_t done, std::uint64_t total) {
    CHECK(done >= reached);
    reached = done;
    positions = total;
  });
  CHECK(reached == positions);
  CHECK(reached == static_cast<std::uint64_t>(second.positions));
  CHECK(first.signature == second.signature);
  CHECK(first.nodes == second.nodes);
  CHECK(first.nodes > 1000);
  CHECK(bench(sample_knowledge()).signature != first.signature);
}

}  // namespace
}  // namespace trivium::reversi
