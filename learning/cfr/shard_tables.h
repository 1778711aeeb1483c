// Strategy tables of a batch: each shard updates its own copy, and the changes are merged at the
// end. This makes parallel training reproducible.
//
// At the start of a batch each shard's table is a copy of the common one, and its traversals update
// this copy. At the end, the mean of the shards' regret changes and the sum of their changes of the
// average strategy are added to the common table. Regrets use the mean because all shards correct
// the same errors: a sum would overshoot, and the run would oscillate around the equilibrium. The
// number of shards changes the result, but the number of threads does not. A single shard uses the
// common table without a copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/poker/strategy/betting_tree.h"
#include "learning/cfr/strategy_table.h"

namespace trivium::learning::cfr {

class ShardTables {
 public:
  /// Allocates the common table and, for two or more shards, their copies. All entries are 0.
  ShardTables(const TableLayout& layout, std::size_t shards);

  /// Returns the bytes of the common table and the copies if one table takes `table_bytes`.
  static std::size_t bytes(std::size_t table_bytes, std::size_t shards) noexcept;

  std::size_t shards() const noexcept { return copies_.empty() ? 1 : copies_.size(); }
  StrategyTable& common() noexcept { return common_; }
  const StrategyTable& common() const noexcept { return common_; }

  /// Returns the table of a shard after setting it equal to the common one. Thread-safe for
  /// different shards.
  StrategyTable& begin(std::size_t shard);
  /// Merges the entries [begin, end) of all shards and applies the discount. Discounted averages
  /// are rounded at random, so that their expectation is exact and small ones do not vanish.
  /// `rounding_seed` must differ between batches. Returns true if a number is out of bounds.
  /// Thread-safe for disjoint ranges.
  bool merge(std::size_t begin, std::size_t end, const Discount& discount,
             std::uint64_t rounding_seed) noexcept;

 private:
  StrategyTable common_;
  std::vector<StrategyTable> copies_;  ///< by shard; empty if there is one shard
};

/// Limits all rows of `table` to kMaxRegret and kMaxAverage (strategy_table.h).
void keep_in_bounds(const poker::BettingTree& tree, const CardSource& cards,
                    const TableLayout& layout, StrategyTable& table) noexcept;

}  // namespace trivium::learning::cfr
