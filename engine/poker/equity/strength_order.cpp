#include "engine/poker/equity/strength_order.h"

#include <algorithm>
#include <cstddef>

#include "engine/poker/equity/strength_sort.h"

namespace trivium::poker {

namespace {

// Minimum number of holdings for a radix sort; fewer are sorted by comparisons.
constexpr std::size_t kMinForDigits = 256;

}  // namespace

std::span<const RankedHolding> StrengthOrder::sort(const HoldingTable& table,
                                                   std::span<const CardSum> sums, CardSum board,
                                                   std::uint64_t dead) {
  numbers_.resize(table.size());
  hands_.resize(table.size());
  ranks_.resize(table.size());
  std::size_t count = 0;
  for (std::uint32_t number = 0; number < table.size(); ++number) {
    // Always written, but kept only if possible: a branch would often be mispredicted.
    numbers_[count] = number;
    hands_[count] = sums[number] + board;
    count += (table.mask(number) & dead) == 0 ? 1 : 0;
  }
  rank_hands(std::span(hands_).first(count), ranks_);
  ranked_.resize(count);
  for (std::size_t k = 0; k < count; ++k) ranked_[k] = {ranks_[k], numbers_[k]};
  if (count < kMinForDigits) {
    std::stable_sort(
        ranked_.begin(), ranked_.end(),
        [](const RankedHolding& a, const RankedHolding& b) { return a.rank < b.rank; });
  } else {
    other_.resize(count);
    sort_by_strength(ranked_, other_);
  }
  return ranked_;
}

}  // namespace trivium::poker
