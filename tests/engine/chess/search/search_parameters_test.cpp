#include "engine/chess/search/search_parameters.h"

#include <cmath>
#include <string>
#include <string_view>

#include "doctest/doctest.h"

#include "tests/engine/parameter_table.h"

namespace trivium::chess {
namespace {

TEST_CASE("every parameter has a unique name and a default within its range") {
  check_table(search_parameter_table(), kSearch);
}

TEST_CASE("text changes only the parameters that it names, in order") {
  const auto changed =
      parse_search_parameters("null_move_depth=0,futility_base=77,null_move_depth=5");
  REQUIRE(changed);
  for (const SearchParameterInfo& each : search_parameter_table()) {
    CAPTURE(each.name);
    const int wanted = each.name == "null_move_depth" ? 5
                       : each.name == "futility_base" ? 77
                                                      : kSearch.*each.field;
    CHECK((*changed).*each.field == wanted);
  }
  CHECK(parse_search_parameters("")->null_move_depth == kSearch.null_move_depth);
}

TEST_CASE("a retired parameter is accepted with its only valid value") {
  CHECK(parse_search_parameters("null_verification_depth=0,null_move_depth=5")->null_move_depth ==
        5);
  CHECK(parse_search_parameters("null_verification_depth=12").error().code ==
        "search.parameter.retired");
}

TEST_CASE("an unknown name or a value out of range is rejected with what is accepted") {
  const auto refusal = [](std::string_view text) {
    const auto parsed = parse_search_parameters(text);
    return parsed ? std::string() : parsed.error().message;
  };
  CHECK(refusal("no_such=1")
            .starts_with("search parameters: 'no_such' is unknown; use NAME=VALUE,NAME=VALUE with "
                         "aspiration_from_depth, "));
  CHECK(refusal("futility_base=1,,")
            .starts_with("search parameters: '' is unknown; use NAME=VALUE,NAME=VALUE with "));
  CHECK(refusal("multicut=2") ==
        "search parameters: multicut is a whole number from 0 to 1, found '2'");
  CHECK(refusal("multicut=x") ==
        "search parameters: multicut is a whole number from 0 to 1, found 'x'");
  CHECK(refusal("multicut") ==
        "search parameters: multicut is a whole number from 0 to 1, found ''");
}

TEST_CASE("the table of reductions grows with both logarithms") {
  for (int depth = 1; depth < 64; ++depth) {
    for (int number = 1; number < 64; ++number) {
      const double exact = std::log2(depth) * std::log2(number);
      REQUIRE(std::abs(depth_and_number(depth, number) / 1024.0 - exact) < 0.02);
    }
  }
  CHECK(depth_and_number(200, 500) == depth_and_number(63, 63));
  CHECK(depth_and_number(0, 10) == 0);
}

}  // namespace
}  // namespace trivium::chess
