#include "engine/poker/equity/combinations.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <set>
#include <vector>

namespace trivium::poker {
namespace {

TEST_CASE("all sets of a size are listed once, in lexicographic order") {
  const std::vector<Card> cards{3, 7, 9, 20, 51};
  for (std::size_t count = 0; count <= cards.size() + 1; ++count) {
    std::vector<std::vector<Card>> sets;
    for_each_set(cards, count,
                 [&](std::span<const Card> set) { sets.emplace_back(set.begin(), set.end()); });
    CHECK(sets.size() == combinations(cards.size(), count));
    CHECK(std::set<std::vector<Card>>(sets.begin(), sets.end()).size() == sets.size());
    CHECK(std::is_sorted(sets.begin(), sets.end()));
    for (const std::vector<Card>& set : sets) CHECK(set.size() == count);
  }
}

}  // namespace
}  // namespace trivium::poker
