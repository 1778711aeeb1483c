#include "learning/cfr/learner.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "engine/poker/policies/tree_answer.h"
#include "learning/cfr/pruning.h"
#include "learning/cfr/public_chance_walk.h"
#include "learning/cfr/sampled_walks.h"
#include "learning/cfr/table_access.h"
#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"

namespace trivium::learning::cfr {

namespace {

constexpr std::uint64_t kIterationStream = 0x63667269746572;
constexpr std::uint64_t kRoundingStream = 0x726F756E64;
constexpr std::size_t kMergedParts = 16;

/// Returns the factors at the end of epoch `k`, counted from 1.
Discount discount_after(Weighting weighting, double k) noexcept {
  if (weighting == Weighting::kUniform) return {};
  if (weighting == Weighting::kLinear)
    return {static_cast<float>(k / (k + 1)), static_cast<float>(k / (k + 1)), k / (k + 1)};
  const double power = k * std::sqrt(k);
  const double part = k / (k + 1);
  return {static_cast<float>(power / (power + 1)), 0.5F, part * part};
}

/// Returns `settings` if they are valid, so that errors are found before tables are allocated.
const SamplingSettings& checked(const SamplingSettings& settings) {
  const std::uint64_t maximum =
      settings.sampler == Sampler::kPublicChance ? kMaxPublicBatch : kMaxBatch;
  if (settings.batch == 0 || settings.batch > maximum)
    throw std::invalid_argument(fmt::format("a batch has 1 to {} iterations", maximum));
  if (settings.epoch == 0 || settings.shards == 0 || settings.threads == 0) {
    throw std::invalid_argument("epoch, shards and threads must be at least 1");
  }
  const std::size_t processes = settings.crew().size();
  if (processes > 1 && (settings.async || settings.shards < processes)) {
    throw std::invalid_argument(
        fmt::format("{} processes need at least {} shards, and a run that is not asynchronous",
                    processes, processes));
  }
  if (!(settings.prune_below >= 0))
    throw std::invalid_argument("pruning needs a bound of at least 0");
  return settings;
}

std::size_t shards_of(const SamplingSettings& settings) noexcept {
  return settings.async ? 1 : settings.shards;
}

}  // namespace

std::string_view name_of(Sampler sampler) noexcept {
  return kSamplerNames[static_cast<std::size_t>(sampler)];
}
std::string_view name_of(Weighting weighting) noexcept {
  return kWeightingNames[static_cast<std::size_t>(weighting)];
}

Learner::Learner(SamplingSettings settings, std::shared_ptr<const poker::BettingTree> tree,
                 std::shared_ptr<const CardSource> cards)
    : settings_(checked(settings)),
      tree_(std::move(tree)),
      cards_(std::move(cards)),
      layout_(*tree_, *cards_),
      tables_(layout_, shards_of(settings_), settings_.crew().own(shards_of(settings_))) {}

std::size_t Learner::bytes(const SamplingSettings& settings, std::size_t table_bytes) noexcept {
  const std::size_t shards = shards_of(settings);
  const Range own = settings.crew().own(shards);
  const std::size_t copies = shards > 1 ? own.end - own.begin : 0;
  return table_bytes * (copies + 1);  // and the common table
}

template <class Access>
void Learner::walk(std::uint64_t begin, std::uint64_t end, Access access, DealtBoard& board) const {
  PureWalk<Access> pure(*tree_, layout_, access);
  ExternalWalk<Access> external(*tree_, layout_, access);
  PublicChanceWalk<Access> vectors(*tree_, layout_, *cards_, access);
  for (std::uint64_t iteration = begin; iteration < end; ++iteration) {
    Rng rng = stream_rng(settings_.seed, kIterationStream, iteration);
    const Pruning pruning = Pruning::of(settings_.prune_below, iteration);
    if (settings_.sampler == Sampler::kPublicChance) {
      cards_->deal_board(rng, board);
      const BoardValues ends(board);
      for (int player = 0; player < 2; ++player) vectors(board, ends, player, pruning);
      continue;
    }
    const DealtHand hand = cards_->deal(rng);
    for (int player = 0; player < 2; ++player) {
      if (settings_.sampler == Sampler::kPure) {
        pure(hand, player, rng);
      } else {
        external(hand, player, pruning, rng);
      }
    }
  }
}

void Learner::run_deterministic_batch() {
  const std::uint64_t first = iterations();
  const Shards shards(tables_.shards(), settings_.crew());
  shards.run([&](std::size_t shard) {
    const Range range = shards.range(shard, settings_.batch);
    DealtBoard board;
    walk(first + range.begin, first + range.end, OwnAccess(tables_.begin(shard)), board);
  });
  ++batches_;
  merge();
}

void Learner::run_asynchronously(std::uint64_t batches) {
  std::atomic<std::uint64_t> next = 0;
  const std::uint64_t first = iterations();
  Shards(settings_.threads, settings_.threads).run([&](std::size_t) {
    DealtBoard board;
    for (std::uint64_t batch = next++; batch < batches; batch = next++) {
      const std::uint64_t begin = first + batch * settings_.batch;
      walk(begin, begin + settings_.batch, SharedAccess(tables_.common()), board);
    }
  });
  batches_ += batches;
}

std::uint64_t Learner::batches_in_epoch() const noexcept {
  return (settings_.epoch + settings_.batch - 1) / settings_.batch;
}

Discount Learner::discount_due() const noexcept {
  if (batches_ % batches_in_epoch() != 0) return {};
  return discount_after(settings_.weighting, static_cast<double>(batches_ / batches_in_epoch()));
}

void Learner::merge() {
  const Discount discount = discount_due();
  const std::uint64_t rounding_seed = stream_rng(settings_.seed, kRoundingStream, batches_)();
  std::atomic<bool> out_of_bounds = false;
  if (settings_.crew().size() > 1) {
    out_of_bounds = merge_processes(discount, rounding_seed);
  } else {
    const Shards parts(kMergedParts, settings_.threads);
    parts.run([&](std::size_t part) {
      const Range range = parts.range(part, layout_.entries());
      if (tables_.merge(range.begin, range.end, discount, rounding_seed)) out_of_bounds = true;
    });
  }
  if (out_of_bounds) keep_in_bounds(*tree_, *cards_, layout_, tables_.common());
}

// The sums of a part are passed on before the next part is added, so several processes add at the
// same time. The additions are those of ShardTables::merge(), in the same order.
bool Learner::merge_processes(const Discount& discount, std::uint64_t rounding_seed) {
  const Crew crew = settings_.crew();
  const bool is_last = crew.rank() + 1 == crew.size();
  bool out_of_bounds = false;
  for (std::size_t part = 0; part < kMergedParts; ++part) {
    const Range range = range_of(part, kMergedParts, layout_.entries());
    ShardTables::Changes changes = tables_.no_changes(range.begin, range.end);
    crew.take(changes);
    tables_.add_own(range.begin, changes);
    crew.pass(changes);
    if (is_last) out_of_bounds |= tables_.apply(range.begin, changes, discount, rounding_seed);
  }
  for (std::size_t part = 0; part < kMergedParts; ++part) {
    const Range range = range_of(part, kMergedParts, layout_.entries());
    tables_.share(crew, range.begin, range.end);
  }
  crew.share(out_of_bounds);
  return out_of_bounds;
}

void Learner::run_batch(std::uint64_t iterations) {
  constexpr std::uint64_t kAtOnce = 4;  // batches per thread
  if (!settings_.async) return run_deterministic_batch();
  const std::uint64_t to_epoch = batches_in_epoch() - batches_ % batches_in_epoch();
  const std::uint64_t left = iterations - std::min(iterations, this->iterations());
  const std::uint64_t to_end =
      std::max<std::uint64_t>((left + settings_.batch - 1) / settings_.batch, 1);
  run_asynchronously(std::min({to_epoch, to_end, kAtOnce * settings_.threads}));
  merge();
}

void Learner::average(std::size_t decision, Bucket bucket, std::span<double> out) const noexcept {
  const poker::BettingTree::Decision& node = tree_->decision(decision);
  assert(out.size() == node.actions);
  const std::uint32_t offset = layout_.base(node.round, bucket) + node.first_edge;
  const std::uint64_t sum = weight(decision, bucket);
  if (sum == 0) {
    std::array<float, poker::BettingTree::kMaxActions> current{};
    match_regrets(table().regrets.data() + offset, current.data(), node.actions);
    std::copy_n(current.begin(), out.size(), out.begin());
    return;
  }
  for (std::size_t i = 0; i < node.actions; ++i) {
    out[i] = static_cast<float>(static_cast<double>(table().average[offset + i]) /
                                static_cast<double>(sum));
  }
}

std::uint64_t Learner::weight(std::size_t decision, Bucket bucket) const noexcept {
  const poker::BettingTree::Decision& node = tree_->decision(decision);
  const std::span<const std::uint32_t> row =
      std::span(table().average)
          .subspan(layout_.base(node.round, bucket) + node.first_edge, node.actions);
  return std::accumulate(row.begin(), row.end(), std::uint64_t{0});
}

std::string Learner::identity() const {
  nlohmann::json identity{{"tree", fmt::format("{:016x}", tree_->hash())},
                          {"cards", cards_->identity()},
                          {"sampler", name_of(settings_.sampler)},
                          {"weighting", name_of(settings_.weighting)},
                          {"seed", settings_.seed},
                          {"batch", settings_.batch},
                          {"shards", settings_.shards},
                          {"epoch", settings_.epoch},
                          {"prune_below", settings_.prune_below},
                          {"async", settings_.async}};
  if (settings_.prune_below > 0) identity["explore_every"] = Pruning::kEvery;
  return identity.dump();
}

Snapshot Learner::snapshot() const {
  return {batches_,
          {format::make_tensor("average", table().average),
           format::make_tensor("regrets", table().regrets)}};
}

void Learner::restore(const StateReader& state) {
  std::ranges::copy(state.numbers<float>("regrets", layout_.entries()),
                    tables_.common().regrets.begin());
  std::ranges::copy(state.numbers<std::uint32_t>("average", layout_.entries()),
                    tables_.common().average.begin());
  batches_ = state.step();
}

Status LearnerPolicy::can_play(const poker::GameDefinition& game) const {
  if (game == learner_.tree().game()) return {};
  return Error{"poker.strategy.game", "this strategy is for another game"};
}

void LearnerPolicy::distribution(const poker::PublicState& state,
                                 std::span<const poker::Holding> holdings,
                                 poker::ActionDistribution& out) const {
  std::vector<std::uint16_t> buckets;
  for (const poker::Holding& holding : holdings)
    buckets.push_back(static_cast<std::uint16_t>(
        learner_.cards().bucket(state.betting.round(), holding, state.board)));
  const auto row = [&](std::size_t decision, std::uint16_t bucket, std::span<double> average) {
    learner_.average(decision, bucket, average);
  };
  poker::answer_by_tree(learner_.tree(), state, buckets, row, poker::Unanswered::kCalls, out);
}

}  // namespace trivium::learning::cfr
