// Strategy tables of a batch: each shard learns in its own copy, and the changes are merged at the
// end.
//
// At the start of a batch each shard's table is a copy of the common one, and its walks update this
// copy. At the end the common table gets the mean of the shards' regret changes and the sum of
// their average-strategy changes. Regrets use the mean because all shards correct the same errors:
// a sum would overshoot, and the run would oscillate around the equilibrium. The number of shards
// changes the result, the number of threads does not. A single shard uses the common table without
// a copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/poker/strategy/betting_tree.h"
#include "learning/cfr/strategy_table.h"

namespace trivium::learning::cfr {

class ShardTables {
 public:
  ShardTables(const TableLayout& layout, std::size_t shards);

  /// Returns the memory of the common table and the copies if one takes `table_bytes`.
  static std::size_t bytes(std::size_t table_bytes, std::size_t shards) noexcept;

  std::size_t shards() const noexcept { return copies_.empty() ? 1 : copies_.size(); }
  StrategyTable& common() noexcept { return common_; }
  const StrategyTable& common() const noexcept { return common_; }

  /// Returns a shard's table, set equal to the common one. Thread-safe for different shards.
  StrategyTable& begin(std::size_t shard);
  /// Merges entries [begin, end) of all shards and discounts them. Discounted averages are rounded
  /// at random, so that the mean is right and rare rows do not vanish; `dice` must differ between
  /// calls. Thread-safe for disjoint ranges. Returns whether a number is out of bounds.
  bool merge(std::size_t begin, std::size_t end, const Discount& discount,
             std::uint64_t dice) noexcept;

 private:
  StrategyTable common_;
  std::vector<StrategyTable> copies_;
};

/// Limits the rows of `table` to their bounds.
void keep_in_bounds(const poker::BettingTree& tree, const CardSource& cards,
                    const TableLayout& layout, StrategyTable& table) noexcept;

}  // namespace trivium::learning::cfr
