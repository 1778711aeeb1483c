#include "learning/cfr/buckets/bucket_file.h"

#include <fmt/format.h>

namespace trivium::learning::cfr {

format::WeightFile buckets_file(const MadeBuckets& made, const BucketOptions& options,
                                Manifest manifest) {
  manifest.origin = "learned: clusters of holdings by how their strength may develop";
  manifest.seed = options.seed;
  manifest.counts = {{"sampled.boards", options.boards},
                     {"sampled.holdings_a_board", options.holdings},
                     {"sampled.flop_holdings", options.flop_holdings}};
  if (options.flops < poker::kBoardClasses[1])
    manifest.counts["sampled.flops"] = static_cast<std::int64_t>(options.flops);
  for (int round = 0; round < poker::kHoldemRounds; ++round) {
    const auto r = static_cast<std::size_t>(round);
    manifest.counts[fmt::format("buckets.{}", round_name(round))] =
        static_cast<std::int64_t>(made.data.counts[r]);
    manifest.figures[fmt::format("{}.distance", round_name(round))] = made.figures[r].distance;
    manifest.figures[fmt::format("{}.explained", round_name(round))] = made.figures[r].explained;
  }
  manifest.figures["river.explained_against_classes"] = made.against_classes.by_buckets;
  return {.kind = std::string(poker::kBucketsKind),
          .schema = poker::kBucketsSchema,
          .manifest = manifest.to_json(),
          .tensors = poker::to_tensors(made.data)};
}

CardText buckets_card() {
  return {
      "A card abstraction for strategies of heads-up hold'em: it states which hands share a "
      "bucket, in each of the four rounds.",
      "Buckets of the turn are clusters (k-means) of histograms of the equity on all rivers, "
      "under the earth mover's distance. Buckets of the flop are clusters of distributions over "
      "the turn's buckets, whose distances are those of their centroids; so hands that show their "
      "value early differ from those that show it late. Buckets of the river are clusters of "
      "equities against eight classes of the opponent's hands. `distance` is the mean distance, "
      "in equity, of a hand from the centroid of its bucket. `explained` is the share of the "
      "variance of equity that lies between buckets. Both are measured on deals that were not "
      "used for clustering.",
      "For two players with two cards each. A bucket does not remember earlier cards, so a "
      "strategy on these buckets has imperfect recall. Strength in play is measured only for the "
      "strategies that use them.",
      {},
      "The figures below state how well the buckets distinguish hands.",
      "Hands and boards dealt at random; no games."};
}

}  // namespace trivium::learning::cfr
