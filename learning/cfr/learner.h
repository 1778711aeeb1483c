// Monte Carlo counterfactual regret minimization (CFR) over a betting tree and buckets of hands. It
// trains the hold'em strategies.
//
// An iteration samples one deal (with public chance sampling: one board) from its own random stream
// and traverses the tree once for each player. A batch of iterations is divided into a fixed number
// of shards. Each shard has its own table, and the tables are merged at the end of the batch
// (shard_tables.h), so the result is the same for any number of threads. In an asynchronous run all
// threads share one table. This saves memory and waiting, but is not reproducible.
//
// Discounts give later iterations more weight: regrets and averages are multiplied by factors at
// the end of each epoch. Linear weighting gives epoch k the weight k. Discounted weighting is
// DCFR(1.5, 0, 2).
// Source: Brown and Sandholm 2019, "Solving Imperfect-Information Games via Discounted Regret
// Minimization".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/poker/policies/policy.h"
#include "engine/poker/strategy/betting_tree.h"
#include "learning/cfr/card_source.h"
#include "learning/cfr/shard_tables.h"
#include "learning/cfr/strategy_table.h"
#include "learning/harness/checkpoint.h"
#include "learning/harness/crew.h"

namespace trivium::learning::cfr {

/// How an iteration samples: sampled_walks.h has the first two, public_chance_walk.h the third.
enum class Sampler : std::uint8_t { kPure, kExternal, kPublicChance };
/// How iterations are weighted by their epoch.
enum class Weighting : std::uint8_t { kUniform, kLinear, kDiscounted };

/// Names of all enumerators, in order; text::named() finds one.
inline constexpr std::array<std::string_view, 3> kSamplerNames{"pure", "external", "public"};
inline constexpr std::array<std::string_view, 3> kWeightingNames{"uniform", "linear", "discounted"};

/// Returns the name of an enumerator.
std::string_view name_of(Sampler sampler) noexcept;
std::string_view name_of(Weighting weighting) noexcept;

struct SamplingSettings {
  Sampler sampler = Sampler::kExternal;
  Weighting weighting = Weighting::kLinear;
  std::uint64_t seed = 1;
  /// Iterations between merges, in [1, kMaxBatch], or [1, kMaxPublicBatch] with public chance
  /// sampling.
  std::uint64_t batch = 1U << 18U;
  /// Number of parts of a batch, and the maximum number of useful threads. If there are two or
  /// more, each has a copy of the table in memory. Ignored if `async` is set.
  std::size_t shards = 2;
  std::uint64_t epoch = 1'000'000;  ///< iterations between discounts, rounded up to whole batches
  /// Bound of regret-based pruning for external and public chance sampling, in chips; 0 for none.
  /// Actions whose regret is at most -prune_below (with public chance sampling: in every bucket on
  /// the board) are visited in 1 of 20 iterations, with weight 20.
  double prune_below = 0;
  bool async = false;       ///< all threads share one table; not reproducible
  std::size_t threads = 1;  ///< does not change the result unless `async` is set
  /// The processes that share the shards, or null if there is only this one. Not owned. Several
  /// need as many shards at least, and not `async`.
  ProcessGroup* processes = nullptr;

  Crew crew() const { return {threads, processes}; }
};

/// Maximum number of iterations between merges. Larger batches could overflow the average.
inline constexpr std::uint64_t kMaxBatch = 1U << 21U;
inline constexpr std::uint64_t kMaxPublicBatch = 1U << 11U;

/// Returns the default batch, which is long enough for the cost of merging to be small.
constexpr std::uint64_t default_batch(Sampler sampler) noexcept {
  return sampler == Sampler::kPublicChance ? 64 : 1U << 18U;
}

/// State of a training run. Not thread-safe, but uses several threads itself.
class Learner {
 public:
  /// Allocates bytes(). Throws std::invalid_argument for invalid settings or if `tree` and `cards`
  /// have different numbers of rounds, and std::length_error if the table would exceed
  /// TableLayout::kMaxEntries.
  Learner(SamplingSettings settings, std::shared_ptr<const poker::BettingTree> tree,
          std::shared_ptr<const CardSource> cards);

  /// Returns the bytes of a learner's tables if one table takes `table_bytes`.
  static std::size_t bytes(const SamplingSettings& settings, std::size_t table_bytes) noexcept;

  const SamplingSettings& settings() const noexcept { return settings_; }
  const poker::BettingTree& tree() const noexcept { return *tree_; }
  const CardSource& cards() const noexcept { return *cards_; }
  const TableLayout& layout() const noexcept { return layout_; }
  const StrategyTable& table() const noexcept { return tables_.common(); }
  std::uint64_t iterations() const noexcept { return batches_ * settings_.batch; }

  /// Runs one batch. An asynchronous run does several at once, at most up to the end of the epoch
  /// and until `iterations` in total are reached, but at least one. Others ignore `iterations`.
  void run_batch(std::uint64_t iterations);

  /// Sets `out` to the average strategy of a row, with one probability per action, which has the
  /// precision of a float. If the row was never reached, sets it to the current strategy, which is
  /// uniform at the start. Requires: `out` has an element for each action of the decision.
  void average(std::size_t decision, Bucket bucket, std::span<double> out) const noexcept;
  /// Returns the total weight with which a row was reached, in units of 1 / kWholeWeight; 0 if
  /// never.
  std::uint64_t weight(std::size_t decision, Bucket bucket) const noexcept;

  /// Returns a JSON object with everything that determines the result, for Checkpoint.
  std::string identity() const;
  static constexpr int kStateVersion = 2;
  /// Returns the state. Its step is the number of batches.
  Snapshot snapshot() const;
  /// Resumes from a state. Throws format::LoadError if its tables have other sizes.
  void restore(const StateReader& state);

 private:
  /// Runs the iterations [begin, end) on the table behind `access`. `board` is scratch memory.
  template <class Access>
  void walk(std::uint64_t begin, std::uint64_t end, Access access, DealtBoard& board) const;
  void run_deterministic_batch();
  void run_asynchronously(std::uint64_t batches);
  /// Returns the discount after the last batch; all factors are 1 within an epoch.
  Discount discount_due() const noexcept;
  /// Merges the shards, applies the discount and limits the numbers.
  void merge();
  /// Merges the shards of all processes; parameters and result as of ShardTables::merge().
  bool merge_processes(const Discount& discount, std::uint64_t rounding_seed);
  std::uint64_t batches_in_epoch() const noexcept;

  SamplingSettings settings_;
  std::shared_ptr<const poker::BettingTree> tree_;
  std::shared_ptr<const CardSource> cards_;
  TableLayout layout_;
  ShardTables tables_;
  std::uint64_t batches_ = 0;
};

/// Policy that plays the average strategy of a Learner. It measures a strategy during training,
/// without a file.
class LearnerPolicy final : public poker::Policy {
 public:
  /// Requires: `learner` outlives the policy and does not train during calls of distribution().
  explicit LearnerPolicy(const Learner& learner) : learner_(learner) {}

  std::string name() const override { return "cfr"; }
  /// Accepts only the game of the learner's tree.
  Status can_play(const poker::GameDefinition& game) const override;
  /// Maps bets that are not in the tree to sizes that are. If the betting of the tree is over, the
  /// policy checks or calls.
  void distribution(const poker::PublicState& state, std::span<const poker::Holding> holdings,
                    poker::ActionDistribution& out) const override;

 private:
  const Learner& learner_;
};

}  // namespace trivium::learning::cfr
