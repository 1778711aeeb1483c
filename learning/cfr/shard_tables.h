// Several walks learn at once from one strategy, each in a table of its own, and what they added is put together afterwards.
//
// At the start of a batch each shard's table becomes a copy of the common one; its walks change the copy at once, so that they learn
// from each other as in a run without shards. At the end the common table gets the mean of the regrets that the shards have added and the
// sum of what they added to the average. The mean, because each shard has corrected the same mistakes: added up, the corrections overshoot,
// and a run that should come near an equilibrium swings about it. The shards are part of the result, the threads that do their work are
// not. A single shard walks in the common table itself and costs no copy.
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

  /// Memory of the common table and the copies, where one takes `table_bytes`.
  static std::size_t bytes(std::size_t table_bytes, std::size_t shards) noexcept;

  std::size_t shards() const noexcept { return copies_.empty() ? 1 : copies_.size(); }
  StrategyTable& common() noexcept { return common_; }
  const StrategyTable& common() const noexcept { return common_; }

  /// The table of a shard, equal to the common one. Several shards may begin at once.
  StrategyTable& begin(std::size_t shard);
  /// Puts entries [begin, end) of all shards together and discounts them. A discounted average is rounded up or down by chance, so that
  /// it is right in the mean and what was rarely met does not vanish epoch by epoch; `dice` is another number each time. Parts may be
  /// merged at once by several threads. Returns whether a number is out of bounds now.
  bool merge(std::size_t begin, std::size_t end, const Discount& discount, std::uint64_t dice) noexcept;

 private:
  StrategyTable common_;
  std::vector<StrategyTable> copies_;
};

/// Puts the rows of `table` in bounds.
void keep_in_bounds(const poker::BettingTree& tree, const CardSource& cards, const TableLayout& layout, StrategyTable& table) noexcept;

}  // namespace trivium::learning::cfr
