#include "learning/cfr/learner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <numeric>
#include <span>
#include <stdexcept>

#include "learning/cfr/sampled_run.h"
#include "learning/poker_measure/best_response/best_response.h"
#include "models/format/load_error.h"
#include "tests/engine/poker/strategy/betting_support.h"
#include "tests/temporary_folder.h"

namespace trivium::learning::cfr {
namespace {

std::shared_ptr<const poker::BettingTree> shared_tree(std::string_view name,
                                                      std::string_view sizes = "") {
  return std::make_shared<const poker::BettingTree>(poker::tree_of(poker::game(name), sizes));
}

Learner small_game(std::string_view name, SamplingSettings settings) {
  return {settings, shared_tree(name), rank_source(poker::game(name))};
}

/// Runs batches until at least `iterations` are done in total.
void run_until(Learner& learner, std::uint64_t iterations) {
  while (learner.iterations() < iterations) learner.run_batch(iterations);
}

/// Returns the exploitability after `iterations` iterations, in thousandths of the ante.
double exploitability_after(std::string_view name, SamplingSettings settings,
                            std::uint64_t iterations) {
  Learner learner = small_game(name, settings);
  run_until(learner, iterations);
  const Result<double> chips =
      poker_measure::exploitability(poker::game(name), LearnerPolicy(learner));
  if (!chips) FAIL(chips.error().message);
  return poker_measure::in_milli_blinds(poker::game(name), *chips);
}

struct Bound {
  Sampler sampler;
  Weighting weighting;
  std::uint64_t iterations;
  double kuhn, leduc;
};

/// Checks the exploitability after 1 / `part` of the iterations. The exploitability is inversely
/// proportional to the square root of the iterations, so the bounds are scaled.
void check_samplers(std::uint64_t part) {
  const double times = std::sqrt(static_cast<double>(part));
  for (const Bound& bound : {
           Bound{Sampler::kPure, Weighting::kUniform, 200'000 / part, 7 * times, 45 * times},
           Bound{Sampler::kPure, Weighting::kLinear, 200'000 / part, 7 * times, 45 * times},
           Bound{Sampler::kExternal, Weighting::kUniform, 200'000 / part, 7 * times, 45 * times},
           Bound{Sampler::kExternal, Weighting::kLinear, 200'000 / part, 7 * times, 45 * times},
           Bound{Sampler::kExternal, Weighting::kDiscounted, 200'000 / part, 7 * times, 45 * times},
           Bound{Sampler::kPublicChance, Weighting::kUniform, 10'000 / part, 7 * times, 45 * times},
           Bound{Sampler::kPublicChance, Weighting::kLinear, 10'000 / part, 7 * times, 45 * times},
       }) {
    SamplingSettings settings;
    settings.sampler = bound.sampler;
    settings.weighting = bound.weighting;
    settings.batch = bound.sampler == Sampler::kPublicChance ? 4 : 64;
    settings.epoch = bound.iterations / 100;
    CAPTURE(name_of(bound.sampler));
    CAPTURE(name_of(bound.weighting));
    CHECK(exploitability_after("kuhn", settings, bound.iterations) < bound.kuhn);
    CHECK(exploitability_after("leduc", settings, bound.iterations) < bound.leduc);
  }
}

TEST_CASE("every sampler and weighting approaches an equilibrium in Kuhn and Leduc") {
  check_samplers(10);
}

TEST_CASE("every sampler and weighting comes close to an equilibrium in Kuhn and Leduc" *
          doctest::test_suite("long")) {
  check_samplers(1);
}

bool equal(const Learner& a, const Learner& b) {
  return std::ranges::equal(a.table().regrets, b.table().regrets) &&
         std::ranges::equal(a.table().average, b.table().average);
}

/// Settings of a short run with discounts and pruning.
SamplingSettings short_run(Sampler sampler) {
  SamplingSettings settings;
  settings.sampler = sampler;
  settings.shards = 3;
  settings.batch = sampler == Sampler::kPublicChance ? 20 : 100;
  settings.epoch = 300;
  settings.prune_below = 20;
  return settings;
}

constexpr std::array kSamplers = {Sampler::kPure, Sampler::kExternal, Sampler::kPublicChance};

TEST_CASE("the result is the same for any number of threads") {
  for (const Sampler sampler : kSamplers) {
    SamplingSettings settings = short_run(sampler);
    Learner alone = small_game("leduc", settings);
    run_until(alone, 1'000);
    for (const std::size_t threads : {2, 3}) {
      settings.threads = threads;
      Learner together = small_game("leduc", settings);
      run_until(together, 1'000);
      CHECK(equal(alone, together));
    }
    settings.seed = 2;
    Learner other = small_game("leduc", settings);
    run_until(other, 1'000);
    CHECK_FALSE(equal(alone, other));
  }
}

TEST_CASE("a run resumed from a snapshot ends with the same bits") {
  for (const Sampler sampler : kSamplers) {
    Learner whole = small_game("leduc", short_run(sampler));
    run_until(whole, 1'000);
    Learner first = small_game("leduc", short_run(sampler));
    run_until(first, 400);
    Learner second = small_game("leduc", short_run(sampler));
    second.restore(first.snapshot());
    CHECK(second.iterations() == 400);
    run_until(second, 1'000);
    CHECK(equal(whole, second));
  }
}

TEST_CASE("restoring a snapshot of another game is an error") {
  const Learner kuhn = small_game("kuhn", short_run(Sampler::kPure));
  Learner leduc = small_game("leduc", short_run(Sampler::kPure));
  CHECK_THROWS_AS(leduc.restore(kuhn.snapshot()), format::LoadError);
  CHECK(kuhn.identity() != leduc.identity());
}

TEST_CASE("an asynchronous run converges") {
  for (const Sampler sampler : kSamplers) {
    SamplingSettings settings = short_run(sampler);
    settings.epoch = 5'000;
    settings.prune_below = 0;
    settings.async = true;
    settings.threads = 2;
    CAPTURE(name_of(sampler));
    CHECK(exploitability_after("kuhn", settings,
                               sampler == Sampler::kPublicChance ? 5'000 : 50'000) < 20);
  }
}

/// True if pruning changes the result.
bool pruning_matters(SamplingSettings settings, std::uint64_t iterations) {
  Learner with = small_game("leduc", settings);
  run_until(with, iterations);
  settings.prune_below = 0;
  Learner without = small_game("leduc", settings);
  run_until(without, iterations);
  return !equal(with, without);
}

SamplingSettings pruned_run(Sampler sampler) {
  SamplingSettings settings;
  const bool is_public = sampler == Sampler::kPublicChance;
  settings.sampler = sampler;
  settings.batch = is_public ? 20 : 1'000;
  settings.shards = 1;
  settings.epoch = is_public ? 400 : 4'000;
  settings.prune_below = 100;
  return settings;
}

TEST_CASE("pruning skips actions") {
  CHECK(pruning_matters(pruned_run(SamplingSettings{}.sampler), 50'000));
  CHECK(pruning_matters(pruned_run(Sampler::kPublicChance), 5'000));
}

TEST_CASE("a run with pruning converges" * doctest::test_suite("long")) {
  // The first value is 32. Without the weight of prunable actions it would be 172.
  CHECK(exploitability_after("leduc", pruned_run(SamplingSettings{}.sampler), 400'000) < 60);
  CHECK(exploitability_after("leduc", pruned_run(Sampler::kPublicChance), 20'000) < 60);
}

TEST_CASE("the average of a row that was never reached is uniform") {
  const Learner learner = small_game("kuhn", {});
  std::array<double, 2> row{};
  learner.average(0, 2, row);
  CHECK(row == std::array{0.5, 0.5});
  CHECK(learner.weight(0, 2) == 0);
}

TEST_CASE("bytes() states the memory of a table before it is allocated") {
  const auto tree = shared_tree("limit");
  const TableLayout layout(*tree, *card_blind_source(poker::game("limit")));
  CHECK(layout.entries() == tree->edges());
  const StrategyTable table(layout);
  CHECK(layout.bytes() ==
        std::span(table.regrets).size_bytes() + std::span(table.average).size_bytes());
  CHECK(Learner::bytes({}, layout.bytes()) ==
        3 * layout.bytes());  // two shards and the common table
}

TEST_CASE("rows of a table do not overlap and fill it") {
  const auto tree = shared_tree("leduc");
  const auto cards = rank_source(poker::game("leduc"));
  const TableLayout layout(*tree, *cards);
  std::vector<int> used(layout.entries());
  for (std::size_t decision = 0; decision < tree->decisions(); ++decision) {
    const poker::BettingTree::Decision& node = tree->decision(decision);
    for (Bucket bucket = 0; bucket < cards->buckets(node.round); ++bucket) {
      for (std::uint32_t i = 0; i < node.actions; ++i)
        ++used.at(layout.base(node.round, bucket) + node.first_edge + i);
    }
  }
  CHECK(std::ranges::count(used, 1) == static_cast<std::ptrdiff_t>(used.size()));
}

TEST_CASE(
    "changes of shards are merged and discounted, and rows with numbers out of bounds are halved") {
  const auto tree = shared_tree("kuhn");
  const auto cards = rank_source(poker::game("kuhn"));
  const TableLayout layout(*tree, *cards);
  ShardTables tables(layout, 2, {0, 2});
  tables.common().regrets[0] = 10;
  tables.common().average[0] = 100;
  for (const std::size_t shard : {0, 1}) {
    StrategyTable& own = tables.begin(shard);
    own.regrets[0] += 2;
    own.regrets[1] -= 4;
    own.average[0] += 50;
  }
  CHECK_FALSE(tables.merge(0, layout.entries(), {0.5F, 0.25F, 0.75}, 1));
  CHECK(tables.common().regrets[0] == 6);  // mean of the changes
  CHECK(tables.common().regrets[1] == -1);
  CHECK(tables.common().average[0] == 150);  // sum of the changes
  for (const std::size_t shard : {0, 1}) {
    StrategyTable& own = tables.begin(shard);
    own.regrets[0] = 2 * kMaxRegret;
    own.regrets[1] = -3 * kMaxRegret;
    own.average[1] = kMaxAverage;
  }
  CHECK(tables.merge(0, layout.entries(), {}, 2));
  keep_in_bounds(*tree, *cards, layout, tables.common());
  CHECK(tables.common().regrets[0] == doctest::Approx(kMaxRegret));
  CHECK(tables.common().regrets[1] == doctest::Approx(-kMaxRegret / 2));
  CHECK(tables.common().average[0] == 75);
  CHECK(tables.common().average[1] == kMaxAverage);
}

TEST_CASE("random rounding preserves the mean of small averages over many discounts") {
  const auto tree = shared_tree("limit");
  const TableLayout layout(*tree, *card_blind_source(poker::game("limit")));
  ShardTables tables(layout, 1, {0, 1});
  std::ranges::fill(tables.common().average, kWholeWeight);
  for (std::uint64_t epoch = 1; epoch < 100; ++epoch) {
    tables.merge(0, layout.entries(),
                 {1, 1, static_cast<double>(epoch) / static_cast<double>(epoch + 1)}, epoch);
  }
  const std::span<const std::uint32_t> left = tables.common().average;
  const double mean =
      std::accumulate(left.begin(), left.end(), 0.0) / static_cast<double>(left.size());
  CHECK(mean == doctest::Approx(kWholeWeight / 100.0).epsilon(0.02));
}

TEST_CASE("a run with large batches per shard converges") {
  SamplingSettings settings;
  settings.shards = 4;
  settings.batch = 20'000;  // every shard reaches each row hundreds of times
  settings.epoch = 20'000;
  CHECK(exploitability_after("leduc", settings, 200'000) < 45);
}

TEST_CASE("a run resumes from its own checkpoint only") {
  const TemporaryFolder folder;
  SampledRunOptions options;
  options.checkpoint_folder = folder / "run";
  const auto nothing = [](std::uint64_t) {};
  Learner whole = small_game("leduc", short_run(Sampler::kExternal));
  run_until(whole, 1'000);
  {
    Learner first = small_game("leduc", short_run(Sampler::kExternal));
    options.iterations = 400;
    run_sampled(first, options, nothing);
  }
  options.iterations = 1'000;
  {
    Learner again = small_game("leduc", short_run(Sampler::kExternal));
    CHECK_THROWS_AS(run_sampled(again, options, nothing),
                    format::LoadError);  // it would overwrite the snapshot
  }
  options.resume = true;
  std::vector<std::uint64_t> heard;
  {
    Learner second = small_game("leduc", short_run(Sampler::kExternal));
    run_sampled(second, options, [&](std::uint64_t done) { heard.push_back(done); });
    CHECK(equal(whole, second));
    CHECK(heard.front() == 400);
    CHECK(heard.back() == 1'000);
  }
  Learner other = small_game("leduc", short_run(Sampler::kPure));
  CHECK_THROWS_AS(run_sampled(other, options, nothing), format::LoadError);
  Learner same = small_game("leduc", short_run(Sampler::kExternal));
  options.iterations = 500;
  CHECK_THROWS_AS(run_sampled(same, options, nothing), format::LoadError);
}

TEST_CASE("a milestone at which a run was killed is repeated after resuming") {
  const TemporaryFolder folder;
  SampledRunOptions options;
  options.iterations = 1'000;
  options.checkpoint_folder = folder.path();
  options.milestones = {300, 600};
  const auto nothing = [](std::uint64_t) {};
  Learner first = small_game("leduc", short_run(Sampler::kExternal));
  const auto killed = [](std::uint64_t milestone) {
    if (milestone == 600) throw std::runtime_error("killed");
  };
  CHECK_THROWS_WITH(run_sampled(first, options, nothing, killed), "killed");
  Learner second = small_game("leduc", short_run(Sampler::kExternal));
  options.resume = true;
  std::vector<std::uint64_t> reached;
  run_sampled(second, options, nothing,
              [&](std::uint64_t milestone) { reached.push_back(milestone); });
  CHECK(reached == std::vector<std::uint64_t>{600});
}

TEST_CASE("invalid settings and unsupported games are errors") {
  SamplingSettings settings;
  settings.batch = 0;
  CHECK_THROWS_AS(small_game("kuhn", settings), std::invalid_argument);
  settings.batch = kMaxPublicBatch + 1;
  settings.sampler = Sampler::kPublicChance;
  CHECK_THROWS_AS(small_game("kuhn", settings), std::invalid_argument);
  settings = {};
  settings.prune_below = -1;
  CHECK_THROWS_AS(small_game("kuhn", settings), std::invalid_argument);
  CHECK_THROWS_AS(rank_source(poker::game("limit")), std::invalid_argument);
  CHECK_THROWS_AS(card_blind_source(poker::game("kuhn3")), std::invalid_argument);
  CHECK_THROWS_AS(TableLayout(*shared_tree("limit"), *rank_source(poker::game("kuhn"))),
                  std::invalid_argument);
}

}  // namespace
}  // namespace trivium::learning::cfr
