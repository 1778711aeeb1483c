// Holdings in the order of what they make on a full board: chances and balances against ranges are running sums over it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/equity/holdings.h"
#include "engine/poker/rules/hand_rank.h"

namespace trivium::poker {

/// A holding and what it makes.
struct RankedHolding {
  HandRank rank;
  std::uint32_t number;
};

/// Keeps its memory from one board to the next. For one thread.
class StrengthOrder {
 public:
  /// The holdings of `table` that hold no card of `dead`, weakest first, equal ones by number; valid until the next call. `sums` are those
  /// of the holdings, `board` what all of them share.
  std::span<const RankedHolding> sort(const HoldingTable& table, std::span<const CardSum> sums, CardSum board, std::uint64_t dead);

 private:
  std::vector<std::uint32_t> numbers_;
  std::vector<CardSum> hands_;
  std::vector<HandRank> ranks_;
  std::vector<RankedHolding> ranked_;
  std::vector<RankedHolding> other_;
};

/// Where the holdings that tie with ranked[first] end.
inline std::size_t end_of_level(std::span<const RankedHolding> ranked, std::size_t first) noexcept {
  std::size_t last = first + 1;
  while (last < ranked.size() && ranked[last].rank == ranked[first].rank) ++last;
  return last;
}

}  // namespace trivium::poker
