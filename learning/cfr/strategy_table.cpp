#include "learning/cfr/strategy_table.h"

#include <fmt/format.h>
#include <stdexcept>

namespace trivium::learning::cfr {

TableLayout::TableLayout(const poker::BettingTree& tree, const CardSource& cards) {
  const int rounds = tree.game().rounds;
  if (cards.rounds() != rounds) {
    throw std::invalid_argument(
        fmt::format("the cards have {} rounds, the betting tree {}", cards.rounds(), rounds));
  }
  for (int round = 0; round < rounds; ++round) {
    const auto r = static_cast<std::size_t>(round);
    const std::size_t edges = tree.edges_in_round(round);
    origin_[r] =
        static_cast<std::uint32_t>(entries_) - static_cast<std::uint32_t>(tree.first_edge(round));
    stride_[r] = static_cast<std::uint32_t>(edges);
    entries_ += edges * cards.buckets(round);
    if (entries_ > kMaxEntries)
      throw std::length_error(
          fmt::format("the strategy would have more than {} entries", kMaxEntries));
  }
}

std::size_t TableLayout::entries(const poker::BettingTree& tree,
                                 std::span<const std::size_t> buckets) noexcept {
  std::size_t entries = 0;
  for (std::size_t round = 0; round < buckets.size(); ++round)
    entries += buckets[round] * tree.edges_in_round(static_cast<int>(round));
  return entries;
}

}  // namespace trivium::learning::cfr
