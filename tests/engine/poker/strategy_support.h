// Strategies small enough to be told by a rule.
#pragma once

#include <doctest/doctest.h>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/poker/strategy.h"
#include "models/format/weight_file.h"
#include "tests/engine/poker/support.h"

namespace trivium::poker {

/// Before the flop pairs (bucket 1) and all others (bucket 0), later one bucket a round.
inline BucketData pairs_and_others() {
  BucketData data;
  data.counts = {2, 1, 1, 1};
  data.preflop = BucketArray(kPreflopClasses, 2);
  for (Card rank = 0; rank < kRanks; ++rank) {
    data.preflop.set(preflop_class(make_card(rank, 0), make_card(rank, 1)), 1);
  }
  data.flop = BucketArray(kHoldingClasses[1], 1);
  data.turn.resize(1);
  data.river.resize(1);
  data.opponent_class.resize(kPreflopClasses);
  return data;
}

inline BettingTree tree_of(const GameDefinition& played, std::string_view abstraction) {
  const Result<BettingAbstraction> sizes = BettingAbstraction::parse(abstraction);
  if (!sizes) FAIL(sizes.error().message);
  Result<BettingTree> tree = BettingTree::build(played, *sizes);
  if (!tree) FAIL(tree.error().message);
  return *std::move(tree);
}

inline constexpr std::string_view kFewBets = "50,100:100,all/100,all:all";

/// The weight file of a strategy over such buckets.
inline format::WeightFile strategy_file(const BettingTree& tree, const AverageRow& average) {
  format::WeightFile file;
  file.kind = kStrategyKind;
  file.schema = kStrategySchema;
  file.tensors = strategy_tensors(tree, pairs_and_others(), average);
  file.source = "test.safetensors";
  return file;
}

}  // namespace trivium::poker
