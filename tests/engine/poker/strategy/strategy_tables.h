// Weight files of strategies over two kinds of holdings.
#pragma once

#include "engine/poker/strategy/strategy.h"
#include "models/format/weight_file.h"

namespace trivium::poker {

/// Buckets: before the flop pairs (1) and all others (0), later one bucket a round.
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

/// Returns the weight file of a strategy over these buckets.
inline format::WeightFile strategy_file(const BettingTree& tree, const AverageRow& average) {
  format::WeightFile file;
  file.kind = kStrategyKind;
  file.schema = kStrategySchema;
  file.tensors = strategy_tensors(tree, pairs_and_others(), average);
  file.source = "test.safetensors";
  return file;
}

}  // namespace trivium::poker
