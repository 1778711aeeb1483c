#include "engine/poker/bench_strategy.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "engine/core/rng.h"
#include "engine/poker/policies/strategy_policy.h"
#include "engine/poker/strategy/betting_tree.h"
#include "engine/poker/strategy/strategy.h"

namespace trivium::poker {

namespace {

constexpr std::size_t kBuckets = 6;

/// Centroids one behind the other: `step` more in each of the first `places` bytes.
template <class Point>
std::vector<Point> ladder(std::size_t places, std::size_t step) {
  std::vector<Point> points(kBuckets);
  for (std::size_t k = 0; k < kBuckets; ++k) std::fill_n(points[k].begin(), places, static_cast<std::uint8_t>((2 * k + 1) * step));
  return points;
}

BucketData few_buckets() {
  BucketData data;
  data.counts = {kPreflopClasses, kBuckets, kBuckets, kBuckets};
  data.preflop = BucketArray(kPreflopClasses, kPreflopClasses);
  for (std::size_t c = 0; c < kPreflopClasses; ++c) data.preflop.set(c, static_cast<std::uint16_t>(c));
  data.flop = BucketArray(kHoldingClasses[1], kBuckets);
  for (std::size_t c = 0; c < kHoldingClasses[1]; ++c) data.flop.set(c, static_cast<std::uint16_t>(c % kBuckets));
  data.turn = ladder<TurnPoint>(kEquityBins, kTurnRivers * kTurnScale / (2 * kBuckets));
  data.river = ladder<RiverPoint>(kOpponentClasses, kProfileUnits / (2 * kBuckets));
  for (std::size_t c = 0; c < kPreflopClasses; ++c) data.opponent_class.push_back(static_cast<std::uint8_t>(c % kOpponentClasses));
  return data;
}

void by_hash(std::size_t decision, std::size_t bucket, std::span<double> out) {
  std::uint64_t state = std::uint64_t{decision} << 32 | bucket;
  for (double& part : out) part = static_cast<double>(splitmix64(state) % 1000);
}

}  // namespace

std::shared_ptr<const Policy> bench_strategy(const GameDefinition& game) {
  const BettingAbstraction bets = game.no_limit() ? *BettingAbstraction::parse("50,100:100,all/100:all") : BettingAbstraction();
  const BettingTree tree = *BettingTree::build(game, bets);
  format::WeightFile file;
  file.kind = kStrategyKind;
  file.schema = kStrategySchema;
  file.source = "bench";
  file.tensors = strategy_tensors(tree, few_buckets(), by_hash);
  return std::make_shared<const StrategyPolicy>(Strategy::from_file(file));
}

}  // namespace trivium::poker
