// Monte Carlo CFR over a betting tree and buckets; trains the hold'em strategies.
//
// An iteration is one deal (with public chance sampling: one board), walked once for each player,
// with its own random stream. A batch of iterations is divided into a fixed number of shards, each
// with its own table, merged at the end of the batch (shard_tables.h), so the result is the same
// for any number of threads. In an asynchronous run all threads share one table: no copies and no
// waiting, but not reproducible.
// Discounts weight the iterations: after epoch k the sums are multiplied so that later iterations
// count more. Linear: as if epoch k had weight k; discounted: DCFR(1.5, 0, 2). Source: Brown and
// Sandholm, "Solving imperfect-information games via discounted regret minimization" (AAAI 2019).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/poker/strategy/betting_tree.h"
#include "learning/cfr/card_source.h"
#include "learning/cfr/shard_tables.h"
#include "learning/cfr/strategy_table.h"
#include "learning/harness/checkpoint.h"

namespace trivium::learning::cfr {

enum class Sampler : std::uint8_t { kPure, kExternal, kPublicChance };
enum class Weighting : std::uint8_t { kUniform, kLinear, kDiscounted };

/// "pure", "external", "public"; "uniform", "linear", "discounted".
std::string_view name_of(Sampler sampler) noexcept;
std::string_view name_of(Weighting weighting) noexcept;
std::optional<Sampler> sampler_named(std::string_view name) noexcept;
std::optional<Weighting> weighting_named(std::string_view name) noexcept;

struct SamplingSettings {
  Sampler sampler = Sampler::kExternal;
  Weighting weighting = Weighting::kLinear;
  std::uint64_t seed = 1;
  std::uint64_t batch = 1U << 18U;  ///< iterations between merges; at most kMaxBatch, with public
                                    ///< chance sampling kMaxPublicBatch
  std::size_t shards =
      2;  ///< parts of a batch: maximum number of useful threads, and copies of the table in memory
  std::uint64_t epoch = 1'000'000;  ///< iterations between discounts, rounded up to whole batches
  /// Regret-based pruning for external and public chance sampling, in chips; 0: none. Actions whose
  /// regret (with public chance sampling: of all holdings) is below -prune_below are visited in 1
  /// of 20 walks with weight 20.
  double prune_below = 0;
  bool async = false;
  std::size_t threads = 1;  ///< does not change the result unless `async`
};

/// Maximum iterations between merges; more could overflow the average.
inline constexpr std::uint64_t kMaxBatch = 1U << 21U;
inline constexpr std::uint64_t kMaxPublicBatch = 1U << 11U;

/// Default batch, long enough that merging costs little.
constexpr std::uint64_t default_batch(Sampler sampler) noexcept {
  return sampler == Sampler::kPublicChance ? 64 : 1U << 18U;
}

class Learner {
 public:
  /// Allocates bytes(). Throws std::invalid_argument for invalid settings, std::length_error if the
  /// table would exceed TableLayout::kMaxEntries.
  Learner(SamplingSettings settings, std::shared_ptr<const poker::BettingTree> tree,
          std::shared_ptr<const CardSource> cards);

  /// Returns the memory of a learner's tables if one takes `table_bytes`.
  static std::size_t bytes(const SamplingSettings& settings, std::size_t table_bytes) noexcept;

  const SamplingSettings& settings() const noexcept { return settings_; }
  const poker::BettingTree& tree() const noexcept { return *tree_; }
  const CardSource& cards() const noexcept { return *cards_; }
  const TableLayout& layout() const noexcept { return layout_; }
  const StrategyTable& table() const noexcept { return tables_.common(); }
  std::uint64_t iterations() const noexcept { return batches_ * settings_.batch; }

  /// Runs one batch; asynchronously several, at most to the end of the epoch and to `iterations` in
  /// total.
  void run_batch(std::uint64_t iterations);
  /// Runs batches until at least `iterations` are done in total.
  void run_until(std::uint64_t iterations);

  /// Sets `out` to the average strategy of a row, one entry per action. A row that was never
  /// reached gives the current strategy, which is uniform at the start.
  void average(std::size_t decision, Bucket bucket, std::span<float> out) const noexcept;
  /// Returns the sum of weights with which a row was reached; 0: never.
  std::uint64_t weight(std::size_t decision, Bucket bucket) const noexcept;

  /// Returns JSON of everything that determines the result, for Checkpoint.
  std::string identity() const;
  static constexpr int kStateVersion = 2;
  /// Returns the state; its step is the number of batches.
  Snapshot snapshot() const;
  /// Resumes from a state. Throws format::LoadError if it does not fit.
  void restore(const StateReader& state);

 private:
  struct Scratch;

  template <class Access>
  void walk(std::uint64_t begin, std::uint64_t end, Access access, Scratch& scratch) const;
  void run_deterministic_batch();
  void run_asynchronously(std::uint64_t batches);
  Discount discount_due() const noexcept;
  void merge();
  std::uint64_t batches_in_epoch() const noexcept;

  SamplingSettings settings_;
  std::shared_ptr<const poker::BettingTree> tree_;
  std::shared_ptr<const CardSource> cards_;
  TableLayout layout_;
  ShardTables tables_;
  std::uint64_t batches_ = 0;
};

}  // namespace trivium::learning::cfr
