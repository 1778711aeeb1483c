#include "learning/cfr/buckets/round_table.h"

namespace trivium::learning::cfr {

using poker::Card;

RoundTable::RoundTable(int round, std::size_t buckets)
    : row_size_(row_size(round)),
      single_(buckets == 1),
      buckets_(places(round, buckets), buckets) {}

void RoundTable::fill(std::span<const Card> board,
                      std::span<const std::uint16_t, poker::kPairs> buckets) noexcept {
  if (single_) return;
  const BoardRow to = row(board);
  poker::for_each_pair(poker::bits_of(board), [&](Card high, Card low) {
    buckets_.set(to.place(high, low), buckets[poker::pair_number(high, low)]);
  });
}

}  // namespace trivium::learning::cfr
