#include "engine/poker/equity/run_outs.h"

#include <set>

#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

std::set<std::uint64_t> masks(const std::vector<RunOut>& ways) {
  std::set<std::uint64_t> result;
  for (const RunOut& way : ways) result.insert(way.mask);
  return result;
}

TEST_CASE("if there are few enough run-outs, all are listed once, without cards of the board") {
  const CardSet deck = game("nolimit").deck();
  const std::vector<Card> flop = cards("2c7d9h");
  const std::vector<RunOut> ways = run_outs(deck, flop, 2, 1176);
  CHECK(ways.size() == 1176);  // 49 over 2
  CHECK(masks(ways).size() == 1176);
  for (const RunOut& way : ways) {
    REQUIRE(std::popcount(way.mask) == 2);
    REQUIRE((way.mask >> flop[0] & 1) == 0);
  }
  CHECK(run_outs(deck, cards("2c7d9hJs5s"), 0, 10).size() == 1);
}

TEST_CASE("the sum of a run-out is the full board") {
  const std::vector<RunOut> ways = run_outs(game("leduc").deck(), {}, 1, 100);
  CHECK(ways.size() == 6);
  for (const RunOut& way : ways)
    CHECK(way.sum == CardSum(static_cast<Card>(std::countr_zero(way.mask))));
}

TEST_CASE("if there are too many run-outs, the same sample is used every time") {
  const CardSet deck = game("nolimit").deck();
  const std::vector<RunOut> ways = run_outs(deck, {}, 5, 1000);
  CHECK(ways.size() == 1000);
  CHECK(masks(ways).size() > 990);
  CHECK(masks(ways) == masks(run_outs(deck, {}, 5, 1000)));
  for (const RunOut& way : ways) REQUIRE(std::popcount(way.mask) == 5);
}

}  // namespace
}  // namespace trivium::poker
