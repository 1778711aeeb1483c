#include "engine/reversi/search/root_search.h"

#include <cstdint>
#include <doctest/doctest.h>
#include <optional>
#include <vector>

#include "engine/reversi/search/solve_estimate.h"
#include "tests/engine/reversi/endgame/minimax.h"

namespace trivium::reversi {
namespace {

struct RootResult {
  Move move = kPass;
  std::uint64_t nodes = 0;
  std::vector<Report<Move>> reports;
};

RootResult search_at_root(const Position& position, const Limits& limits,
                          const SearchParameters& parameters = kSearch) {
  const Knowledge none;
  SearchTable table(1);
  const SearchControl control;
  RootResult result;
  const ReportSink<Move> sink = [&result](const Report<Move>& report) {
    result.reports.push_back(report);
  };
  const SearchContext context{none, table, limits,  Deadline(), control,
                              sink, 1,     nullptr, parameters};
  RootSearch search(position, context);
  result.move = search.run();
  result.nodes = search.nodes();
  return result;
}

TEST_CASE("a node limit is exact for one thread, in the middle and at the end of a game") {
  Rng rng(1);
  for (const int empty : {50, 24, 20, 16}) {
    const Position position = random_choice(rng, 8, empty);
    for (const std::uint64_t nodes : {1, 10, 100, 1000, 9000}) {
      Limits limits;
      limits.nodes = nodes;
      const RootResult result = search_at_root(position, limits);
      CAPTURE(empty);
      CAPTURE(nodes);
      CHECK(result.nodes <= nodes);
      // A search that ends earlier has solved the position.
      if (result.nodes < nodes) CHECK(result.reports.back().depth == count(position.empty));
      CHECK(position.is_legal(result.move));
    }
  }
}

TEST_CASE("a position is solved as soon as the nodes probably suffice") {
  Rng rng(2);
  const Position position = random_choice(rng, 8, 12);
  Limits limits;
  limits.nodes = 4 * solving_nodes(12, kSearch.solve_reserve);
  const RootResult result = search_at_root(position, limits);
  REQUIRE_FALSE(result.reports.empty());
  CHECK(result.reports.back().depth == count(position.empty));
  CHECK(result.reports.back().score.bound == Score::Bound::kExact);
  CHECK(result.reports.back().score.value % kDisc == 0);
  for (const Report<Move>& report : result.reports)
    CHECK((report.depth < 10 || report.depth == count(position.empty)));
}

TEST_CASE("a depth limit below the number of empty squares ends the search at this depth") {
  Rng rng(3);
  const Position position = random_choice(rng, 8, 12);
  Limits limits;
  limits.depth = 3;
  const RootResult result = search_at_root(position, limits);
  REQUIRE_FALSE(result.reports.empty());
  CHECK(result.reports.back().depth == 3);
}

TEST_CASE("iterations with an aspiration window have the values of whole windows") {
  Rng rng(4);
  SearchParameters narrow;
  narrow.aspiration = 1;
  SearchParameters wide;
  wide.aspiration = kMaxValue;
  for (int i = 0; i < 10; ++i) {
    const Position position = random_choice(rng, 8, 45 - i);
    Limits limits;
    limits.depth = 5;
    const RootResult a = search_at_root(position, limits, narrow);
    const RootResult b = search_at_root(position, limits, wide);
    REQUIRE_FALSE(a.reports.empty());
    REQUIRE_FALSE(b.reports.empty());
    CHECK(a.reports.back().depth == 5);
    CHECK(a.reports.back().score == b.reports.back().score);
    CHECK(a.reports.back().score.bound == Score::Bound::kExact);
  }
}

}  // namespace
}  // namespace trivium::reversi
