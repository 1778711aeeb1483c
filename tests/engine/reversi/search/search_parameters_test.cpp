#include "engine/reversi/search/search_parameters.h"

#include <doctest/doctest.h>

#include "tests/engine/parameter_table.h"

namespace trivium::reversi {
namespace {

TEST_CASE("every parameter of Reversi has a unique name and a default within its limits") {
  check_table(search_parameter_table(), kSearch);
}

TEST_CASE("text changes only the parameters of Reversi that it names") {
  const auto changed = parse_search_parameters("aspiration=300,time_solved=0");
  REQUIRE(changed);
  CHECK(changed->aspiration == 300);
  CHECK(changed->time_solved == 0);
  CHECK(changed->time_begin == kSearch.time_begin);
  CHECK_FALSE(parse_search_parameters("aspiration=0"));
}

}  // namespace
}  // namespace trivium::reversi
