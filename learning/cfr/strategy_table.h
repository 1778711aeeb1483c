// Regrets and average strategy over a betting tree: two flat arrays of 32-bit numbers.
//
// The numbers of a round are grouped by bucket, and in a bucket by the edges of the tree. A walk
// has one bucket per player and round, so it touches few contiguous ranges of memory. The same
// offset is used in both arrays.
// A row is halved when its numbers grow too large. This changes neither strategy, but earlier
// iterations then count less, as in discounted CFR.
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

/// Location of a table's rows.
class TableLayout {
 public:
  /// Throws std::length_error above kMaxEntries, std::invalid_argument if the cards have too few
  /// rounds.
  TableLayout(const poker::BettingTree& tree, const CardSource& cards);

  /// Maximum number of entries: a snapshot must fit into a weight file.
  static constexpr std::size_t kMaxEntries = (std::size_t{1} << 27) - (std::size_t{1} << 20);

  /// Regrets of all rows.
  std::size_t entries() const noexcept { return entries_; }
  /// Returns the bytes of a StrategyTable of this layout.
  std::size_t bytes() const noexcept { return kEntryBytes * entries_; }
  /// The same two before a card source exists: `buckets` are counts by round.
  static std::size_t entries(const poker::BettingTree& tree,
                             std::span<const std::size_t> buckets) noexcept;
  static std::size_t bytes(const poker::BettingTree& tree,
                           std::span<const std::size_t> buckets) noexcept {
    return kEntryBytes * entries(tree, buckets);
  }
  /// The row of a decision begins at base(round, bucket) + its first edge, modulo 2^32.
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

/// Units that probability 1 adds to an average strategy; probabilities are rounded to this scale.
inline constexpr std::uint32_t kWholeWeight = 256;

/// Bounds of the numbers between walks. Up to a million further additions fit without overflow.
inline constexpr float kMaxRegret = 0x1p28F;
inline constexpr std::uint32_t kMaxAverage = std::uint32_t{1} << 30;

class StrategyTable {
 public:
  /// All zero.
  explicit StrategyTable(const TableLayout& layout)
      : regrets_(layout.entries()), average_(layout.entries()) {}

  /// In chips.
  std::span<float> regrets() noexcept { return regrets_; }
  std::span<const float> regrets() const noexcept { return regrets_; }
  std::span<std::uint32_t> average() noexcept { return average_; }
  std::span<const std::uint32_t> average() const noexcept { return average_; }

 private:
  std::vector<float> regrets_;
  std::vector<std::uint32_t> average_;
};

/// Factors of positive regrets, of negative regrets, and of the average.
struct Discount {
  float above = 1;
  float below = 1;
  double average = 1;
};

/// Regret matching: sets `strategy` in proportion to positive regrets, uniform if there are none.
/// Returns whether there are any.
inline bool match_regrets(const float* regrets, float* strategy, std::size_t actions) noexcept {
  constexpr float kNothing = 1e-30F;  // less has no reciprocal
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

/// Halves a row if a number exceeds `most`, and raises numbers below -`most` to it; `row` has
/// load(i) and store(i, value).
template <class Row, class Number>
void keep_in_bounds(Row& row, std::size_t actions, Number most) noexcept {
  bool above = false;
  for (std::size_t i = 0; i < actions; ++i) {
    above |= row.load(i) > most;
    if constexpr (std::is_floating_point_v<Number>) {
      if (row.load(i) < -most) row.store(i, -most);
    }
  }
  if (!above) return;
  for (std::size_t i = 0; i < actions; ++i) row.store(i, row.load(i) / 2);
}

}  // namespace trivium::learning::cfr
