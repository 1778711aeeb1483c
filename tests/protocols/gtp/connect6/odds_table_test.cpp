#include "protocols/gtp/connect6/odds_table.h"

#include "doctest/doctest.h"

#include "engine/connect6/rules/vertex.h"

namespace trivium::gtp {

using connect6::Cell;
using connect6::kDefaultSize;
using connect6::kNoCell;

TEST_CASE("the odds table has a line for each turn, without intervals if there were no playouts") {
  const auto cell = [](const char* vertex) {
    return *connect6::parse_gtp_vertex(vertex, kDefaultSize);
  };
  connect6::TurnOdds tried;
  tried.score.value = 20;
  tried.principal_variation = {{cell("K10"), cell("L11")}, {cell("A1"), kNoCell}};
  tried.belief =
      connect6::MoveBelief{{0.3, 0.1, 0.6}, {0.25, 0.05, 0.5}, {0.4, 0.15, 0.7}, 0.75, 42};
  connect6::TurnOdds won;
  won.score = {Score::Kind::kMate, Score::Bound::kExact, 2};
  won.principal_variation = {{cell("C3"), kNoCell}};
  CHECK(
      odds_table({tried, won}, kDefaultSize) ==
      "turn     best    loss (95%)          draw (95%)          win (95%)           pulls  value\n"
      "K10-L11   75.0%   30.0% (25.0-40.0)   10.0% (5.0-15.0)    60.0% (50.0-70.0)     42  +0.20\n"
      "C3       win in 2");
}

}  // namespace trivium::gtp
