#include "learning/cfr/strategy_file.h"

#include <cstddef>
#include <doctest/doctest.h>
#include <memory>
#include <set>
#include <vector>

#include "engine/poker/strategy/strategy.h"
#include "learning/cfr/buckets/bucket_tables.h"
#include "learning/cfr/buckets/make_buckets.h"
#include "learning/cfr/card_source.h"
#include "tests/engine/poker/strategy/betting_support.h"

namespace trivium::learning::cfr {
namespace {

TEST_CASE("a strategy file has the learner's average in every row") {
  const poker::BucketData buckets = *buckets_without_clusters({poker::kPreflopClasses, 1, 1, 1});
  const auto tables = std::make_shared<const BucketTables>(poker::Buckets(buckets), 1);
  const auto tree =
      std::make_shared<const poker::BettingTree>(poker::tree_of(poker::game("limit"), ""));
  SamplingSettings settings;
  settings.batch = 1'000;
  Learner learner(settings, tree, bucket_source(tree->game(), tables, "test"));
  while (learner.iterations() < 20'000) learner.run_batch(20'000);
  const auto strategy = poker::Strategy::from_file(strategy_file(learner, buckets, {}));
  CHECK(strategy->tree().hash() == tree->hash());
  std::set<poker::Strategy::Row> different;
  for (std::size_t decision = 0; decision < tree->decisions(); ++decision) {
    const poker::BettingTree::Decision& node = tree->decision(decision);
    for (std::size_t bucket = 0; bucket < strategy->buckets().count(node.round); ++bucket) {
      std::vector<double> weights(node.actions);
      learner.average(decision, static_cast<Bucket>(bucket), weights);
      const poker::Strategy::Row row = strategy->row(decision, bucket);
      REQUIRE(row == poker::in_parts(weights));
      different.insert(row);
    }
  }
  CHECK(different.size() > 500);
}

}  // namespace
}  // namespace trivium::learning::cfr
