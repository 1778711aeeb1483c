// Strategy tables of a batch: each shard updates its own copy, and the changes are merged at the
// end. This makes parallel training reproducible.
//
// At the start of a batch each shard's table is a copy of the common one, and its traversals update
// this copy. At the end, the mean of the shards' regret changes and the sum of their changes of the
// average strategy are added to the common table. Regrets use the mean because all shards correct
// the same errors: a sum would overshoot, and the run would oscillate around the equilibrium. The
// number of shards changes the result, but the number of threads does not. A single shard uses the
// common table without a copy. Of several processes, each has the common table and the copies of
// its own shards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "engine/poker/strategy/betting_tree.h"
#include "learning/cfr/strategy_table.h"
#include "learning/harness/crew.h"

namespace trivium::learning::cfr {

class ShardTables {
 public:
  /// Allocates the common table and, for two or more shards, the copies of the shards `own` of this
  /// process. All entries are 0.
  ShardTables(const TableLayout& layout, std::size_t shards, Range own);

  std::size_t shards() const noexcept { return shards_; }
  StrategyTable& common() noexcept { return common_; }
  const StrategyTable& common() const noexcept { return common_; }

  /// Returns the table of a shard of this process after setting it equal to the common one.
  /// Thread-safe for different shards.
  StrategyTable& begin(std::size_t shard);
  /// Merges the entries [begin, end) of all shards and applies the discount. Discounted averages
  /// are rounded at random, so that their expectation is exact and small ones do not vanish.
  /// `rounding_seed` must differ between batches. Returns true if a number is out of bounds.
  /// Thread-safe for disjoint ranges. Requires: all shards are of this process.
  bool merge(std::size_t begin, std::size_t end, const Discount& discount,
             std::uint64_t rounding_seed);

  // merge() in steps, for several processes. Each adds the changes of its own shards to those of
  // the shards before.

  /// Changes of entries by some shards, from the first one on.
  struct Changes {
    std::vector<float> regrets;          ///< sums of the changes
    std::vector<std::uint32_t> average;  ///< the common entry and the sum of the changes

    auto fields() noexcept { return std::tie(regrets, average); }  ///< for Transfer
  };
  /// Returns the changes of the entries [begin, end) by no shard.
  Changes no_changes(std::size_t begin, std::size_t end) const;
  /// Adds the changes by the shards of this process. The first entry is `begin`.
  void add_own(std::size_t begin, Changes& changes) const noexcept;
  /// Sets the common entries from `begin` on, if `changes` are those of all shards. Result and
  /// parameters as of merge().
  bool apply(std::size_t begin, const Changes& changes, const Discount& discount,
             std::uint64_t rounding_seed) noexcept;
  /// Replaces the common entries [begin, end) by those of the last process.
  void share(Crew crew, std::size_t begin, std::size_t end);

 private:
  StrategyTable common_;
  std::size_t shards_;
  std::size_t first_;  ///< first shard of this process
  std::vector<StrategyTable>
      copies_;  ///< of the shards from first_ on; empty if there is one shard
};

/// Limits all rows of `table` to kMaxRegret and kMaxAverage (strategy_table.h).
void keep_in_bounds(const poker::BettingTree& tree, const CardSource& cards,
                    const TableLayout& layout, StrategyTable& table) noexcept;

}  // namespace trivium::learning::cfr
