#include "tools/match/record/number_set.h"

#include <doctest/doctest.h>
#include <set>

#include "engine/core/rng.h"

namespace trivium::match {
namespace {

TEST_CASE("a set of ranges behaves as a set of numbers") {
  Rng rng(1);
  for (int round = 0; round < 200; ++round) {
    NumberSet ranges;
    std::set<std::uint64_t> numbers;
    for (int i = 0; i < 40; ++i) {
      const std::uint64_t number = rng.below(60);
      ranges.add(number);
      numbers.insert(number);
      REQUIRE(ranges.size() == numbers.size());
      for (std::uint64_t from = 0; from < 62; ++from) {
        std::uint64_t missing = from;
        while (numbers.contains(missing)) ++missing;
        REQUIRE(ranges.contains(from) == numbers.contains(from));
        REQUIRE(ranges.first_missing(from) == missing);
      }
    }
  }
}

}  // namespace
}  // namespace trivium::match
