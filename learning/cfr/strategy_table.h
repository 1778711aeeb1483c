// Regrets and average strategy of a learner over a betting tree: two flat arrays of 32-bit numbers.
//
// Of a round the buckets come one after the other, and in a bucket all edges of the round as the tree numbers them. A walk has one bucket
// a player and round, so that it stays within a few contiguous stretches instead of touching a cache line for every decision. An offset
// is a place in the regrets; the average strategy has the same places.
// A row is halved where its numbers grow so large that additions would be lost or overflow: regret and average of a row have no unit, and
// what came earlier then counts less, as in discounted CFR.
#pragma once

#include <array>
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
  /// Throws std::length_error where there would be more than kMostEntries, std::invalid_argument where the cards have fewer rounds.
  TableLayout(const poker::BettingTree& tree, const CardSource& cards);

  static constexpr std::size_t kMostEntries = std::size_t{1} << 27;

  /// Regrets of all rows.
  std::size_t entries() const noexcept { return entries_; }
  /// Bytes that a StrategyTable of this layout takes; to be asked for before it is made.
  std::size_t bytes() const noexcept { return kEntryBytes * entries_; }
  /// The same before there are cards: `buckets` are their counts by round.
  static std::size_t bytes(const poker::BettingTree& tree, std::span<const std::size_t> buckets) noexcept;
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

/// What probability 1 adds to an average strategy: smaller parts than one of so many are rounded.
inline constexpr std::uint32_t kWholeWeight = 256;

class StrategyTable {
 public:
  /// All zero.
  explicit StrategyTable(const TableLayout& layout) : regrets_(layout.entries()), average_(layout.entries()) {}

  /// In chips; between -kMostRegret and kMostRegret.
  std::span<float> regrets() noexcept { return regrets_; }
  std::span<const float> regrets() const noexcept { return regrets_; }
  /// Up to kMostAverage.
  std::span<std::uint32_t> average() noexcept { return average_; }
  std::span<const std::uint32_t> average() const noexcept { return average_; }

  /// Multiplies what is above zero, what is below, and the average.
  struct Discount {
    float above = 1;
    float below = 1;
    double average = 1;
  };
  void discount(const Discount& by, std::size_t begin, std::size_t end) noexcept;

 private:
  std::vector<float> regrets_;
  std::vector<std::uint32_t> average_;
};

/// Additions of a hundred are still exact to a tenth here.
inline constexpr float kMostRegret = 0x1p28F;
inline constexpr std::uint32_t kMostAverage = std::uint32_t{1} << 31;

/// Regret matching: `strategy` is in proportion to what `regrets` is above zero, uniform where nothing is.
inline void match_regrets(const float* regrets, float* strategy, std::size_t actions) noexcept {
  float sum = 0;
  for (std::size_t i = 0; i < actions; ++i) {
    strategy[i] = regrets[i] > 0 ? regrets[i] : 0;
    sum += strategy[i];
  }
  const float scale = sum > 0 ? 1 / sum : 0;
  const float uniform = 1 / static_cast<float>(actions);
  for (std::size_t i = 0; i < actions; ++i) strategy[i] = sum > 0 ? strategy[i] * scale : uniform;
}

/// Adds to a row of regrets; `regrets` has load(i) and store(i, value), so that the row may be shared by threads.
template <class Row>
void add_to_regrets(Row regrets, const float* more, std::size_t actions) noexcept {
  float largest = 0;
  for (std::size_t i = 0; i < actions; ++i) {
    const float sum = regrets.load(i) + more[i];
    const float kept = sum > -kMostRegret ? sum : -kMostRegret;
    largest = kept > largest ? kept : largest;
    regrets.store(i, kept);
  }
  if (largest <= kMostRegret) return;
  for (std::size_t i = 0; i < actions; ++i) regrets.store(i, regrets.load(i) / 2);
}

/// The same for the average; each of `more` is below 2^30.
template <class Row>
void add_to_average(Row average, const std::uint32_t* more, std::size_t actions) noexcept {
  std::uint32_t largest = 0;
  for (std::size_t i = 0; i < actions; ++i) {
    const std::uint32_t sum = average.load(i) + more[i];
    largest = sum > largest ? sum : largest;
    average.store(i, sum);
  }
  if (largest <= kMostAverage) return;
  for (std::size_t i = 0; i < actions; ++i) average.store(i, average.load(i) / 2);
}

}  // namespace trivium::learning::cfr
