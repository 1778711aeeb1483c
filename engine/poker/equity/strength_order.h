// Sorts holdings by their rank on a full board. Chances and balances against ranges are running
// sums over this order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/equity/holdings.h"
#include "engine/poker/rules/hand_rank.h"

namespace trivium::poker {

/// Number of a holding and its rank.
struct RankedHolding {
  HandRank rank;
  std::uint32_t number;
};

/// Reuses its memory from board to board. Not thread-safe.
class StrengthOrder {
 public:
  /// Returns the holdings of `table` without cards in `dead`, weakest first, ties by number. Valid
  /// until the next call. `sums` has the cards of the holdings, `board` the common cards.
  std::span<const RankedHolding> sort(const HoldingTable& table, std::span<const CardSum> sums,
                                      CardSum board, std::uint64_t dead);

 private:
  std::vector<std::uint32_t> numbers_;
  std::vector<CardSum> hands_;
  std::vector<HandRank> ranks_;
  std::vector<RankedHolding> ranked_;
  std::vector<RankedHolding> other_;
};

/// Returns the end of the holdings that tie with ranked[first].
inline std::size_t end_of_level(std::span<const RankedHolding> ranked, std::size_t first) noexcept {
  std::size_t last = first + 1;
  while (last < ranked.size() && ranked[last].rank == ranked[first].rank) ++last;
  return last;
}

}  // namespace trivium::poker
