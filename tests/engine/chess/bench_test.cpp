#include "engine/chess/bench.h"

#include <cstdint>
#include <vector>

#include "doctest/doctest.h"

#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

TEST_CASE(
    "the bench signature is reproducible and depends on the weights and the search parameters") {
  const BenchResult first = run_bench(test_weights(), SearchControl(), kSearch, 5);
  CHECK(first.nodes > 10000);
  CHECK(run_bench(test_weights(), SearchControl(), kSearch, 5).signature == first.signature);
  CHECK(run_bench(plain_weights("other", 1.1), SearchControl(), kSearch, 5).signature !=
        first.signature);
  SearchParameters other = kSearch;
  other.null_move_depth = 0;
  CHECK(run_bench(test_weights(), SearchControl(), other, 5).signature != first.signature);
}

TEST_CASE("the bench reports each of its positions") {
  std::vector<std::uint64_t> steps;
  std::uint64_t positions = 0;
  run_bench(test_weights(), SearchControl(), kSearch, 1,
            [&](std::uint64_t done, std::uint64_t total) {
              steps.push_back(done);
              positions = total;
            });
  REQUIRE(steps.size() == positions + 1);
  for (std::size_t i = 0; i < steps.size(); ++i) CHECK(steps[i] == i);
}

TEST_CASE("a stopped bench ends at once") {
  SearchControl control;
  control.stop();
  CHECK(run_bench(test_weights(), control).nodes == 0);
}

}  // namespace
}  // namespace trivium::chess
