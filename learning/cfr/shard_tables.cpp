#include "learning/cfr/shard_tables.h"

#include <algorithm>
#include <span>

#include "engine/core/rng.h"
#include "learning/cfr/table_access.h"

namespace trivium::learning::cfr {

namespace {

/// Returns `value` rounded to a neighboring integer at random, with expectation `value`.
std::uint32_t rounded(double value, std::uint64_t seed) noexcept {
  return static_cast<std::uint32_t>(value + static_cast<double>(splitmix64(seed) >> 11U) * 0x1p-53);
}

}  // namespace

ShardTables::ShardTables(const TableLayout& layout, std::size_t shards, Range own)
    : common_(layout), shards_(shards), first_(own.begin) {
  if (shards > 1) copies_.assign(own.end - own.begin, common_);
}

StrategyTable& ShardTables::begin(std::size_t shard) {
  if (copies_.empty()) return common_;
  StrategyTable& copy = copies_[shard - first_];
  copy = common_;
  return copy;
}

ShardTables::Changes ShardTables::no_changes(std::size_t begin, std::size_t end) const {
  const std::span<const std::uint32_t> average =
      std::span(common_.average).subspan(begin, end - begin);
  return {std::vector<float>(end - begin), {average.begin(), average.end()}};
}

void ShardTables::add_own(std::size_t begin, Changes& changes) const noexcept {
  for (const StrategyTable& copy : copies_) {
    for (std::size_t i = 0; i < changes.regrets.size(); ++i) {
      changes.regrets[i] += copy.regrets[begin + i] - common_.regrets[begin + i];
      changes.average[i] += copy.average[begin + i] - common_.average[begin + i];
    }
  }
}

bool ShardTables::apply(std::size_t begin, const Changes& changes, const Discount& discount,
                        std::uint64_t rounding_seed) noexcept {
  float* regrets = common_.regrets.data();
  std::uint32_t* average = common_.average.data();
  const float part = 1 / static_cast<float>(shards());
  bool out_of_bounds = false;
  for (std::size_t i = begin; i < begin + changes.regrets.size(); ++i) {
    float regret = regrets[i] + changes.regrets[i - begin] * part;
    std::uint32_t weight = changes.average[i - begin];
    regret *= regret > 0 ? discount.above : discount.below;
    if (discount.average < 1) weight = rounded(weight * discount.average, rounding_seed + i);
    out_of_bounds |= regret > kMaxRegret || regret < -kMaxRegret || weight > kMaxAverage;
    regrets[i] = regret;
    average[i] = weight;
  }
  return out_of_bounds;
}

bool ShardTables::merge(std::size_t begin, std::size_t end, const Discount& discount,
                        std::uint64_t rounding_seed) {
  constexpr std::size_t kAtOnce = 4096;  // entries whose changes stay in the cache
  bool out_of_bounds = false;
  for (; begin < end; begin += std::min(kAtOnce, end - begin)) {
    Changes changes = no_changes(begin, std::min(begin + kAtOnce, end));
    add_own(begin, changes);
    out_of_bounds |= apply(begin, changes, discount, rounding_seed);
  }
  return out_of_bounds;
}

void ShardTables::share(Crew crew, std::size_t begin, std::size_t end) {
  const auto share_part = [&](auto numbers) {
    const auto part = numbers.subspan(begin, end - begin);
    std::vector<typename decltype(part)::value_type> values(part.begin(), part.end());
    crew.share_along(values);
    std::ranges::copy(values, part.begin());
  };
  share_part(std::span(common_.regrets));
  share_part(std::span(common_.average));
}

void keep_in_bounds(const poker::BettingTree& tree, const CardSource& cards,
                    const TableLayout& layout, StrategyTable& table) noexcept {
  for (std::size_t decision = 0; decision < tree.decisions(); ++decision) {
    const poker::BettingTree::Decision& node = tree.decision(decision);
    for (Bucket bucket = 0; bucket < cards.buckets(node.round); ++bucket) {
      const std::uint32_t offset = layout.base(node.round, bucket) + node.first_edge;
      SharedRow regrets(table.regrets.data() + offset);
      SharedRow average(table.average.data() + offset);
      keep_in_bounds(regrets, node.actions, kMaxRegret);
      keep_in_bounds(average, node.actions, kMaxAverage);
    }
  }
}

}  // namespace trivium::learning::cfr
