// Regrets and average strategy of a betting tree, as two flat arrays of 32-bit numbers.
//
// A row has the numbers of one decision and bucket. Rows are ordered by round, then bucket, then
// decision. A traversal has one bucket per player and round, so it uses few contiguous ranges of
// memory. Both arrays use the same offsets.
//
// A row is halved if its numbers become too large. This changes neither the current nor the average
// strategy, but earlier iterations then count less, as in discounted CFR. Very negative regrets are
// raised to a bound.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "engine/poker/strategy/betting_tree.h"
#include "learning/cfr/card_source.h"

namespace trivium::learning::cfr {

/// Offsets of a table's rows.
class TableLayout {
 public:
  /// Throws std::length_error if there are more than kMaxEntries entries, and std::invalid_argument
  /// if `tree` and `cards` have different numbers of rounds.
  TableLayout(const poker::BettingTree& tree, const CardSource& cards);

  /// Maximum number of entries: a snapshot must fit into a weight file.
  static constexpr std::size_t kMaxEntries = (std::size_t{1} << 27) - (std::size_t{1} << 20);

  /// Returns the number of entries of each array: the actions of all rows.
  std::size_t entries() const noexcept { return entries_; }
  /// Returns the bytes of a StrategyTable of this layout.
  std::size_t bytes() const noexcept { return kEntryBytes * entries_; }
  /// Static versions for use before a card source exists. `buckets` has the number of buckets by
  /// round.
  static std::size_t entries(const poker::BettingTree& tree,
                             std::span<const std::size_t> buckets) noexcept;
  static std::size_t bytes(const poker::BettingTree& tree,
                           std::span<const std::size_t> buckets) noexcept {
    return kEntryBytes * entries(tree, buckets);
  }
  /// Returns the base of a bucket's rows. The row of a decision begins at
  /// base(round, bucket) + its first edge, modulo 2^32.
  std::uint32_t base(int round, Bucket bucket) const noexcept {
    const auto r = static_cast<std::size_t>(round);
    return origin_[r] + bucket * stride_[r];
  }

 private:
  static constexpr std::size_t kEntryBytes = sizeof(float) + sizeof(std::uint32_t);

  std::array<std::uint32_t, poker::kMaxRounds> origin_{};
  std::array<std::uint32_t, poker::kMaxRounds> stride_{};
  std::size_t entries_ = 0;
};

/// Amount that a probability of 1 adds to an average strategy. Probabilities are rounded to
/// multiples of 1 / kWholeWeight.
inline constexpr std::uint32_t kWholeWeight = 256;

/// Bounds of the numbers between batches. With them, one batch cannot overflow an average.
inline constexpr float kMaxRegret = 0x1p28F;
inline constexpr std::uint32_t kMaxAverage = std::uint32_t{1} << 30;

/// Regrets and average strategy of all rows, indexed by the offsets of a TableLayout.
struct StrategyTable {
  /// Sets all entries to 0.
  explicit StrategyTable(const TableLayout& layout)
      : regrets(layout.entries()), average(layout.entries()) {}

  std::vector<float> regrets;          ///< in chips
  std::vector<std::uint32_t> average;  ///< sums of the strategies, in units of 1 / kWholeWeight
};

/// Factors applied at the end of an epoch, in (0, 1].
struct Discount {
  float above = 1;     ///< of positive regrets
  float below = 1;     ///< of negative regrets
  double average = 1;  ///< of the average strategy
};

/// Regret matching: sets `strategy` proportional to the positive regrets, or uniform if there are
/// none. Returns true if there are positive regrets.
inline bool match_regrets(const float* regrets, float* strategy, std::size_t actions) noexcept {
  constexpr float kNothing = 1e-30F;  // the reciprocals of much smaller sums overflow
  float sum = 0;
  for (std::size_t i = 0; i < actions; ++i) {
    strategy[i] = regrets[i] > 0 ? regrets[i] : 0;
    sum += strategy[i];
  }
  const bool some = sum > kNothing;
  const float scale = some ? 1 / sum : 0;
  const float uniform = 1 / static_cast<float>(actions);
  for (std::size_t i = 0; i < actions; ++i) strategy[i] = some ? strategy[i] * scale : uniform;
  return some;
}

/// Raises numbers below -bound to -bound, and halves the row if a number exceeds `bound`. `row` has
/// load(i) and store(i, value).
template <class Row, class Number>
void keep_in_bounds(Row& row, std::size_t actions, Number bound) noexcept {
  bool above = false;
  for (std::size_t i = 0; i < actions; ++i) {
    above |= row.load(i) > bound;
    if constexpr (std::is_floating_point_v<Number>) {
      if (row.load(i) < -bound) row.store(i, -bound);
    }
  }
  if (!above) return;
  for (std::size_t i = 0; i < actions; ++i) row.store(i, row.load(i) / 2);
}

}  // namespace trivium::learning::cfr
