#include "engine/poker/equity/strength_order.h"

#include <algorithm>
#include <cstddef>
#include <doctest/doctest.h>
#include <span>
#include <utility>
#include <vector>

#include "tests/engine/poker/support.h"

namespace trivium::poker {

TEST_CASE("holdings without dead cards are sorted by strength, then by number") {
  for (const auto& [name, board] : {std::pair("limit", std::vector<Card>{3, 17, 18, 40, 51}),
                                    std::pair("leduc", std::vector<Card>{50})}) {
    const GameDefinition& played = game(name);
    const HoldingTable table(played);
    std::vector<CardSum> sums;
    for (std::size_t number = 0; number < table.size(); ++number) {
      sums.emplace_back(std::span(table[number]).first(static_cast<std::size_t>(table.cards())));
    }
    std::uint64_t dead = 0;
    for (const Card card : board) dead |= std::uint64_t{1} << card;
    std::vector<RankedHolding> slow;
    for (std::uint32_t number = 0; number < table.size(); ++number) {
      if ((table.mask(number) & dead) == 0)
        slow.push_back({rank_hand(sums[number] + CardSum(board)), number});
    }
    std::stable_sort(slow.begin(), slow.end(), [](const RankedHolding& a, const RankedHolding& b) {
      return a.rank < b.rank;
    });

    StrengthOrder order;
    const std::span<const RankedHolding> ranked = order.sort(table, sums, CardSum(board), dead);
    CHECK(std::equal(ranked.begin(), ranked.end(), slow.begin(), slow.end(),
                     [](const RankedHolding& a, const RankedHolding& b) {
                       return a.rank == b.rank && a.number == b.number;
                     }));
    CHECK(end_of_level(ranked, ranked.size() - 1) == ranked.size());
    CHECK(ranked[end_of_level(ranked, 0)].rank > ranked[0].rank);
  }
}

}  // namespace trivium::poker
