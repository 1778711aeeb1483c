#include "learning/cfr/strategy_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <string_view>

#include "engine/poker/strategy/strategy.h"
#include "learning/cfr/buckets/make_buckets.h"

namespace trivium::learning::cfr {

namespace {

/// Returns the number of rows of a round that the run reached.
std::size_t rows_met(const Learner& learner, int round, std::size_t buckets) {
  std::size_t met = 0;
  for (std::size_t decision = learner.tree().first_decision(round);
       decision < learner.tree().first_decision(round + 1); ++decision) {
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
      if (learner.weight(decision, static_cast<Bucket>(bucket)) > 0) ++met;
    }
  }
  return met;
}

/// Adds counts, parameters and figures of the run to `manifest`.
void describe(const Learner& learner, const poker::BucketCounts& counts, Manifest& manifest) {
  manifest.counts["iterations"] = static_cast<std::int64_t>(learner.iterations());
  const SamplingSettings& settings = learner.settings();
  const poker::BettingTree& tree = learner.tree();
  manifest.parameters["batch"] = static_cast<double>(settings.batch);
  manifest.parameters["epoch"] = static_cast<double>(settings.epoch);
  manifest.parameters["shards"] = static_cast<double>(settings.shards);
  manifest.parameters["prune_below"] = settings.prune_below;
  manifest.parameters["async"] = settings.async ? 1 : 0;
  manifest.counts["decisions"] = static_cast<std::int64_t>(tree.decisions());
  for (int round = 0; round < poker::kHoldemRounds; ++round) {
    const std::string_view name = round_name(round);
    const std::size_t buckets = counts[static_cast<std::size_t>(round)];
    const std::size_t rows =
        buckets * (tree.first_decision(round + 1) - tree.first_decision(round));
    manifest.counts[fmt::format("buckets.{}", name)] = static_cast<std::int64_t>(buckets);
    manifest.counts[fmt::format("infosets.{}", name)] = static_cast<std::int64_t>(rows);
    if (rows == 0) continue;
    manifest.figures[fmt::format("met.{}", name)] =
        static_cast<double>(rows_met(learner, round, buckets)) / static_cast<double>(rows);
  }
}

std::string_view what_buckets_are(const poker::BucketCounts& counts) {
  const bool later = std::ranges::any_of(std::span(counts).subspan(1),
                                         [](std::size_t buckets) { return buckets > 1; });
  if (later) return "Buckets are groups of hands with a similar future, clustered from dealt cards";
  return counts[0] > 1 ? "The player looks at its cards before the flop only"
                       : "The player never looks at its cards";
}

}  // namespace

format::WeightFile strategy_file(const Learner& learner, const poker::BucketData& buckets,
                                 Manifest manifest) {
  describe(learner, buckets.counts, manifest);
  const auto average = [&](std::size_t decision, std::size_t bucket, std::span<double> out) {
    learner.average(decision, static_cast<Bucket>(bucket), out);
  };
  return {.kind = std::string(poker::kStrategyKind),
          .schema = poker::kStrategySchema,
          .manifest = manifest.to_json(),
          .tensors = poker::strategy_tensors(learner.tree(), buckets, average)};
}

CardText strategy_card(const Learner& learner, const poker::BucketCounts& counts) {
  const poker::BettingTree& tree = learner.tree();
  const std::string game = tree.game().no_limit() ? "no-limit" : "limit";
  const std::string betting =
      tree.game().no_limit()
          ? fmt::format(" Its raises are `{}` (engine/poker/strategy/betting_abstraction.h).",
                        tree.abstraction().text())
          : "";
  return {
      fmt::format("A strategy for heads-up {} hold'em (`--policy cfr`): for each of {} decisions "
                  "and each bucket of hands, the probability of every action.{}",
                  game, tree.decisions(), betting),
      fmt::format("Monte Carlo counterfactual regret minimization. The strategy played against "
                  "itself in `iterations` deals (below); the file stores the average of its "
                  "strategies, in units of 1/255. {}. `met` is the share of a round's information "
                  "sets that the run reached. docs/learning/poker-cfr.md explains the method.",
                  what_buckets_are(counts)),
      fmt::format(
          "It plays only the game that its file states (blinds, stacks, number of raises). {}Hands "
          "in one bucket are played alike. Of earlier rounds only the betting is remembered. An "
          "opponent that knows the file can exploit it.",
          tree.game().no_limit() ? "Bets between its sizes are mapped to their neighbors. " : ""),
      {},
      fmt::format("Not measured. `trivium-lab poker match --game {0} --policy cfr:FILE --against "
                  "rule` and `trivium-lab poker lbr --game {0} --policy cfr:FILE` measure it.",
                  tree.game().no_limit() ? "nolimit" : "limit"),
      "None: only deals against itself, no games of humans or other programs."};
}

}  // namespace trivium::learning::cfr
