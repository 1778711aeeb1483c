#include "engine/connect6/search/search_parameters.h"

#include <string>
#include <string_view>

#include "doctest/doctest.h"

#include "tests/engine/parameter_table.h"

namespace trivium::connect6 {
namespace {

TEST_CASE("every parameter has a unique name and a default within its limits") {
  check_table(search_parameter_table(), kSearch);
}

TEST_CASE("text changes only the parameters that it names") {
  const auto changed = parse_search_parameters("leaf_nodes=0,inner_most=77");
  REQUIRE(changed);
  for (const Parameter<SearchParameters>& each : search_parameter_table()) {
    CAPTURE(each.name);
    CHECK((*changed).*each.field == (each.name == "leaf_nodes"   ? 0
                                     : each.name == "inner_most" ? 77
                                                                 : kSearch.*each.field));
  }
  const auto rejected = parse_search_parameters("probe_turns=21");
  REQUIRE(!rejected);
  CHECK(rejected.error().message ==
        "search parameters: probe_turns is a whole number from 0 to 20, found '21'");
}

}  // namespace
}  // namespace trivium::connect6
