#include "learning/cfr/buckets/bucket_file.h"

#include <fmt/format.h>

namespace trivium::learning::cfr {

format::WeightFile buckets_file(const MadeBuckets& made, const BucketOptions& options, Manifest manifest) {
  manifest.origin = "learned: clusters of holdings by how their strength may develop";
  manifest.seed = options.seed;
  manifest.counts = {
      {"sampled.boards", options.boards}, {"sampled.holdings_a_board", options.holdings}, {"sampled.flop_holdings", options.flop_holdings}};
  if (options.flops < poker::kBoardClasses[1]) manifest.counts["sampled.flops"] = static_cast<std::int64_t>(options.flops);
  for (int round = 0; round < poker::kHoldemRounds; ++round) {
    const auto r = static_cast<std::size_t>(round);
    manifest.counts[fmt::format("buckets.{}", round_name(round))] = static_cast<std::int64_t>(made.data.counts[r]);
    manifest.figures[fmt::format("{}.distance", round_name(round))] = made.figures[r].distance;
    manifest.figures[fmt::format("{}.explained", round_name(round))] = made.figures[r].explained;
  }
  manifest.figures["river.explained_against_classes"] = made.against_classes.by_buckets;
  format::WeightFile file;
  file.kind = poker::kBucketsKind;
  file.schema = poker::kBucketsSchema;
  file.manifest = manifest.to_json();
  file.tensors = poker::to_tensors(made.data);
  return file;
}

CardText buckets_card() {
  return {
      "The card abstraction of a strategy for heads-up hold'em: which holdings share a bucket, in each of the four rounds.",
      "The turn's buckets are clusters (k-means) of histograms of the equity on all rivers under the earth mover's distance. The flop's "
      "are "
      "clusters of distributions over the turn's buckets, whose distances are those of their centroids, so that how early a holding "
      "shows its value counts too. The river's are clusters of equities against eight classes of the opponent's holdings. In the "
      "figures `distance` is the mean distance of a holding to its bucket's centroid in equity, `explained` the share of the variance "
      "of equity that lies between buckets, both on deals that no cluster was found on.",
      "They are for two players with two cards each. A bucket forgets which cards came before: a strategy on them has imperfect recall. "
      "Nothing was measured by play here; strategies that use them say how they do.",
      {},
      "The figures below describe how well buckets distinguish holdings.",
      "Holdings and boards dealt at random; no games."};
}

}  // namespace trivium::learning::cfr
