#include "learning/cfr/exact/exact_cfr.h"

#include <array>
#include <doctest/doctest.h>
#include <memory>

#include "engine/core/text.h"
#include "learning/poker_measure/best_response/best_response.h"
#include "tests/learning/cfr/exact/tabular_policy.h"

namespace trivium::learning::cfr {
namespace {

std::shared_ptr<const poker_measure::PublicTree> tree_named(const std::string& name) {
  auto tree = poker_measure::PublicTree::make(*poker::game_named(name));
  REQUIRE(tree);
  return *tree;
}

ExactCfr learned(const std::shared_ptr<const poker_measure::PublicTree>& tree, Variant variant,
                 int iterations) {
  ExactCfr learner(tree, variant);
  for (int i = 0; i < iterations; ++i) learner.iterate();
  return learner;
}

constexpr std::array kAll{Variant::kCfr, Variant::kCfrPlus, Variant::kDiscounted,
                          Variant::kPredictive};

TEST_CASE("the value of Kuhn for the first player is -1/18") {
  const auto tree = tree_named("kuhn");
  for (const Variant variant : {Variant::kCfrPlus, Variant::kDiscounted, Variant::kPredictive}) {
    const poker_measure::TreeStrategy average = learned(tree, variant, 3000).average();
    CHECK(poker_measure::expected_value(*tree, average, average) ==
          doctest::Approx(-1.0 / 18).epsilon(1e-6 * 18));
  }
  const poker_measure::TreeStrategy average = learned(tree, Variant::kPredictive, 3000).average();
  CHECK(poker_measure::best_response_value(*tree, average, 0) ==
        doctest::Approx(-1.0 / 18).epsilon(1e-6));
  CHECK(poker_measure::best_response_value(*tree, average, 1) ==
        doctest::Approx(1.0 / 18).epsilon(1e-6));
}

TEST_CASE("the value of Leduc for the first player is -0.0856064 antes") {
  const auto tree = tree_named("leduc");
  const poker_measure::TreeStrategy average = learned(tree, Variant::kDiscounted, 3000).average();
  // The values of best responses bound the value of the game.
  const double minimum = -poker_measure::best_response_value(*tree, average, 1),
               maximum = poker_measure::best_response_value(*tree, average, 0);
  CHECK(minimum <= -0.0856064);
  CHECK(maximum >= -0.0856065);
  CHECK(maximum - minimum < 1e-4);
  CHECK(poker_measure::expected_value(*tree, average, average) ==
        doctest::Approx(-0.0856064).epsilon(1e-5));
}

TEST_CASE("the exploitability in Leduc is at most as high as that of an independent program") {
  struct Figures {
    Variant variant;
    double hundred;
    double thousand;
    /// By which fraction the figure may be smaller. Variants that are fully specified must agree.
    double tolerance = 1;
  };
  const auto tree = tree_named("leduc");
  // Upper ends of the intervals that round to the published figures.
  constexpr std::array kPublished{Figures{Variant::kCfr, 95.75, 11.85, 0.009},
                                  Figures{Variant::kCfrPlus, 13.45, 0.2385},
                                  Figures{Variant::kDiscounted, 8.15, 0.1685},
                                  Figures{Variant::kPredictive, 19.85, 0.7125, 0.006}};
  for (const Figures& published : kPublished) {
    CAPTURE(name_of(published.variant));
    ExactCfr learner = learned(tree, published.variant, 100);
    const double hundred = poker_measure::in_milli_blinds(
        tree->game(), poker_measure::exploitability(*tree, learner.average()));
    CHECK(hundred < published.hundred);
    CHECK(hundred > published.hundred * (1 - published.tolerance));
    while (learner.iterations() < 1000) learner.iterate();
    const double thousand = poker_measure::in_milli_blinds(
        tree->game(), poker_measure::exploitability(*tree, learner.average()));
    CHECK(thousand < published.thousand);
    CHECK(thousand > published.thousand * (1 - published.tolerance));
  }
}

TEST_CASE("infosets that are never reached keep a uniform strategy, and all averages are valid") {
  const auto tree = tree_named("leduc");
  const poker_measure::TreeStrategy average = ExactCfr(tree, Variant::kCfr).average();
  CHECK(average.probabilities == poker_measure::uniform_strategy(*tree).probabilities);
  // Some infosets are never reached after some iterations; their averages must not be undefined.
  for (const Variant variant : kAll) {
    for (const double probability : learned(tree, variant, 50).average().probabilities)
      REQUIRE((probability >= 0 && probability <= 1));
  }
}

TEST_CASE("a restored run continues with the same bits") {
  const auto tree = tree_named("leduc");
  for (const Variant variant : kAll) {
    const ExactCfr whole = learned(tree, variant, 40);
    ExactCfr resumed(tree, variant);
    resumed.restore(learned(tree, variant, 17).state());
    CHECK(resumed.iterations() == 17);
    while (resumed.iterations() < 40) resumed.iterate();
    CHECK(resumed.state().regrets == whole.state().regrets);
    CHECK(resumed.state().average == whole.state().average);
  }
  CHECK_THROWS_AS(
      ExactCfr(tree, Variant::kPredictive).restore(ExactCfr(tree, Variant::kCfr).state()),
      std::invalid_argument);
  CHECK_THROWS_AS(
      ExactCfr(tree, Variant::kCfr).restore(ExactCfr(tree_named("kuhn"), Variant::kCfr).state()),
      std::invalid_argument);
}

TEST_CASE("each variant has the name by which it is found") {
  for (const Variant variant : kAll)
    CHECK(text::named<Variant>(kVariantNames, name_of(variant)) == variant);
}

TEST_CASE("a tabular policy returns its strategy and has the same exploitability") {
  const auto tree = tree_named("leduc");
  const poker_measure::TreeStrategy average = learned(tree, Variant::kDiscounted, 20).average();
  const TabularPolicy policy("dcfr", tree, average);
  CHECK(poker_measure::strategy_of(*tree, policy).probabilities == average.probabilities);
  CHECK(*poker_measure::exploitability(tree->game(), policy) ==
        poker_measure::exploitability(*tree, average));
  CHECK(policy.can_play(*poker::game_named("leduc")));
  const Status other = policy.can_play(*poker::game_named("kuhn"));
  REQUIRE(!other);
  CHECK(other.error().message == "the strategy dcfr is of another game");
}

}  // namespace
}  // namespace trivium::learning::cfr
