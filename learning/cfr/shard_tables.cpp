#include "learning/cfr/shard_tables.h"

#include "engine/core/rng.h"

namespace trivium::learning::cfr {

namespace {

/// A row of a table that only one thread uses.
template <class Number>
class PlainRow {
 public:
  explicit PlainRow(Number* row) noexcept : row_(row) {}
  Number load(std::size_t i) const noexcept { return row_[i]; }
  void store(std::size_t i, Number value) noexcept { row_[i] = value; }

 private:
  Number* row_;
};

/// Returns `value` rounded to a neighboring integer at random, with expectation `value`.
std::uint32_t rounded(double value, std::uint64_t seed) noexcept {
  return static_cast<std::uint32_t>(value + static_cast<double>(splitmix64(seed) >> 11U) * 0x1p-53);
}

}  // namespace

ShardTables::ShardTables(const TableLayout& layout, std::size_t shards) : common_(layout) {
  if (shards > 1) copies_.assign(shards, common_);
}

std::size_t ShardTables::bytes(std::size_t table_bytes, std::size_t shards) noexcept {
  return table_bytes * (shards > 1 ? shards + 1 : 1);
}

StrategyTable& ShardTables::begin(std::size_t shard) {
  if (copies_.empty()) return common_;
  copies_[shard] = common_;
  return copies_[shard];
}

bool ShardTables::merge(std::size_t begin, std::size_t end, const Discount& discount,
                        std::uint64_t rounding_seed) noexcept {
  float* regrets = common_.regrets().data();
  std::uint32_t* average = common_.average().data();
  const float part = 1 / static_cast<float>(shards());
  bool out_of_bounds = false;
  for (std::size_t i = begin; i < end; ++i) {
    const float old_regret = regrets[i];
    const std::uint32_t old_average = average[i];
    float more = 0;
    std::uint32_t weight = old_average;
    for (const StrategyTable& copy : copies_) {
      more += copy.regrets()[i] - old_regret;
      weight += copy.average()[i] - old_average;
    }
    float regret = old_regret + more * part;
    regret *= regret > 0 ? discount.above : discount.below;
    if (discount.average < 1) weight = rounded(weight * discount.average, rounding_seed + i);
    out_of_bounds |= regret > kMaxRegret || regret < -kMaxRegret || weight > kMaxAverage;
    regrets[i] = regret;
    average[i] = weight;
  }
  return out_of_bounds;
}

void keep_in_bounds(const poker::BettingTree& tree, const CardSource& cards,
                    const TableLayout& layout, StrategyTable& table) noexcept {
  for (std::size_t decision = 0; decision < tree.decisions(); ++decision) {
    const poker::BettingTree::Decision& node = tree.decision(decision);
    for (Bucket bucket = 0; bucket < cards.buckets(node.round); ++bucket) {
      const std::uint32_t offset = layout.base(node.round, bucket) + node.first_edge;
      PlainRow regrets(table.regrets().data() + offset);
      PlainRow average(table.average().data() + offset);
      keep_in_bounds(regrets, node.actions, kMaxRegret);
      keep_in_bounds(average, node.actions, kMaxAverage);
    }
  }
}

}  // namespace trivium::learning::cfr
