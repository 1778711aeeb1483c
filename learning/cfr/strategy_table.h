// Regrets and average strategy of a learner over a betting tree: two flat arrays of 32-bit numbers.
//
// Of a round the buckets come one after the other, and in a bucket all edges of the round as the tree numbers them. A walk has one bucket
// a player and round, so that it stays within a few contiguous stretches instead of touching a cache line for every decision. An offset
// is a place in the regrets; the average strategy has the same places.
// A row is scaled down where its numbers grow so large that single additions would be lost in a float: regret and average of a row have
// no unit, and what came earlier then counts less, as in discounted CFR.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/betting_tree.h"
#include "learning/cfr/card_source.h"

namespace trivium::learning::cfr {

/// Where a table's rows are.
class TableLayout {
 public:
  /// Throws std::length_error where there would be more than kMostEntries.
  TableLayout(const poker::BettingTree& tree, const CardSource& cards);

  static constexpr std::size_t kMostEntries = std::size_t{1} << 27;

  /// Regrets of all rows.
  std::size_t entries() const noexcept { return entries_; }
  /// Bytes that a StrategyTable of this layout takes; asked for before it is made.
  std::size_t bytes() const noexcept { return 2 * sizeof(float) * entries_; }
  /// The row of a decision begins at base(round, bucket) + its first edge.
  std::uint32_t base(int round, Bucket bucket) const noexcept {
    const auto r = static_cast<std::size_t>(round);
    return origin_[r] + bucket * stride_[r];
  }

 private:
  std::array<std::uint32_t, poker::kMaxRounds> origin_{};  // modulo 2^32: first edges are added
  std::array<std::uint32_t, poker::kMaxRounds> stride_{};
  std::size_t entries_ = 0;
};

class StrategyTable {
 public:
  /// All zero.
  explicit StrategyTable(const TableLayout& layout) : regrets_(layout.entries()), average_(layout.entries()) {}

  std::span<float> regrets() noexcept { return regrets_; }
  std::span<const float> regrets() const noexcept { return regrets_; }
  std::span<float> average() noexcept { return average_; }
  std::span<const float> average() const noexcept { return average_; }

 private:
  std::vector<float> regrets_;
  std::vector<float> average_;
};

}  // namespace trivium::learning::cfr
