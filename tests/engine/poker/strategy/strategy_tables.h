// Strategies over two kinds of holdings, as weight files.
#pragma once

#include "engine/poker/strategy/strategy.h"
#include "models/format/weight_file.h"

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
