#include "engine/bandits/method.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "tests/allocation_probe.h"
#include "tests/engine/bandits/support.h"

namespace trivium::bandits {
namespace {

struct NamedTree {
  std::string name;
  Tree tree;
};

std::vector<NamedTree> odd_trees() {
  using enum NodeKind;
  const TreeShape leaf{};
  const TreeShape dice{kChance, {leaf, TreeShape{kMax, {leaf, leaf}}, leaf}, {0.25, 0.25, 0.5}};
  TreeShape deep = leaf;
  for (int level = 0; level < 40; ++level)
    deep = TreeShape{level % 2 == 0 ? kMin : kMax, {deep, leaf}};
  return {{"one arm", Tree::flat(1)},
          {"two arms", Tree::flat(2)},
          {"seven arms", Tree::flat(7)},
          {"one action", tree_of({4})},
          {"one leaf below a reply", tree_of({1})},
          {"3x3", tree_of({3, 3, 3})},
          {"single replies", tree_of({1, 1, 1})},
          {"lopsided", tree_of({18, 3, 9})},
          {"an action that ends the game",
           Tree(TreeShape{kMax, {leaf, TreeShape{kMin, {leaf, leaf}}, leaf}})},
          {"dice", Tree(TreeShape{kMax, {TreeShape{kMin, {dice, leaf, dice}}, dice, leaf}})},
          {"deep", Tree(TreeShape{kMax, {deep, TreeShape{kMin, {deep}}, leaf}})}};
}

TEST_CASE(
    "every method plays every tree and every number of rounds without allocating after "
    "construction") {
  std::size_t played = 0;
  for (const NamedTree& named : odd_trees()) {
    for (const char* rule :
         {"lexicographic", "grid:0.1", "tolerance:0.05", "weighted:0.1", "expectation"}) {
      for (const MethodInfo& info : methods()) {
        for (const std::size_t rounds : {0, 1, 2, 7, 150}) {
          const std::string what = named.name + ", " + rule + ", " + std::string(info.name) + ", " +
                                   std::to_string(rounds);
          CAPTURE(what);
          const auto made =
              make_method(*parse_method(info.name), problem_of(named.tree, rule, rounds));
          if (!made) {
            REQUIRE(info.only_depth_two);
            continue;
          }
          Method& method = **made;
          Rng rng(played++);
          const Chances chances = random_chances(named.tree.leaves(), rng);
          const std::uint64_t before = test::allocations();
          // More pulls than planned, and a recommendation in between, must not fail.
          bool in_bounds = true;
          for (std::size_t round = 0; round < rounds + 3; ++round) {
            const std::size_t leaf = method.next(rng);
            in_bounds = in_bounds && leaf < chances.size();
            method.observe(leaf, pulled(chances[leaf], rng), rng);
            if (round % 50 == 1)
              in_bounds = in_bounds && method.recommend(rng) < named.tree.actions();
          }
          in_bounds = in_bounds && method.recommend(rng) < named.tree.actions();
          const std::uint64_t asked = test::allocations() - before;
          CHECK(asked == 0);
          CHECK(in_bounds);
          CHECK(method.pulls() == rounds + 3);
        }
      }
    }
  }
  CHECK(played > 2000);
  CHECK(test::allocations() > played);  // checks that allocations are counted
}

TEST_CASE("two-phase methods reject trees of other depths") {
  for (const NamedTree& named : odd_trees()) {
    const bool has_two = named.name == "3x3" || named.name == "lopsided" ||
                         named.name == "single replies" || named.name == "one action" ||
                         named.name == "one leaf below a reply";
    for (const char* text : {"tbba_tree", "tbba_tree_reuse:0.3", "uniform_tree:1"}) {
      CAPTURE(named.name);
      CHECK(make_method(*parse_method(text), problem_of(named.tree, "lexicographic", 10))
                .has_value() == has_two);
    }
  }
}

TEST_CASE("methods are parsed with their parameters, within their ranges") {
  CHECK(parse_method("lucb")->parameter == 0.1);
  CHECK(parse_method("tbba_tree:0.3")->parameter == 0.3);
  CHECK(parse_method("tbba_tree:0.3")->text == "tbba_tree:0.3");
  for (const char* text : {"", "tbb", "ttba:1", "uniform:", "tbba_tree:1.01", "tbba_tree:-0.1",
                           "lucb:0", "lucb:nan", "uct:101", "top_two:", "uct:1x"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_method(text));
  }
}

/// Returns how often each leaf is pulled in `rounds` rounds.
std::vector<std::size_t> pulls_of(std::string_view name, const Problem& problem,
                                  const Chances& chances, std::uint64_t seed) {
  Rng rng(seed);
  const auto method = method_of(name, problem);
  for (std::size_t round = 0; round < problem.rounds; ++round) {
    const std::size_t leaf = method->next(rng);
    method->observe(leaf, pulled(chances[leaf], rng), rng);
  }
  std::vector<std::size_t> pulls;
  for (const Belief& belief : method->beliefs()) pulls.push_back(belief.pulls());
  return pulls;
}

TEST_CASE("successive rejects pulls as its paper plans, and never more than the rounds") {
  for (const std::size_t arms : {2, 3, 5, 30}) {
    for (const std::size_t rounds : {40, 200, 1000}) {
      const Tree tree = Tree::flat(arms);
      Rng rng(arms);
      std::vector<std::size_t> pulls =
          pulls_of("successive_rejects", problem_of(tree, "lexicographic", rounds),
                   random_chances(arms, rng), rounds);
      std::sort(pulls.begin(), pulls.end());
      double weight = 0.5;
      for (std::size_t i = 2; i <= arms; ++i) weight += 1.0 / static_cast<double>(i);
      std::size_t planned = 0;
      for (std::size_t phase = 1; phase < arms; ++phase) {
        const double share =
            static_cast<double>(rounds - arms) / weight / static_cast<double>(arms + 1 - phase);
        const auto each = static_cast<std::size_t>(std::ceil(share));
        CHECK(pulls[phase - 1] == each);
        planned += each + (phase + 1 == arms ? each : 0);
      }
      CHECK(planned <= rounds);
      // Rounds left over by rounding go to the last two actions, or to the last one.
      CHECK(std::accumulate(pulls.begin(), pulls.end(), std::size_t{0}) == rounds);
      CHECK(pulls.back() - pulls[arms - 2] == rounds - planned);
    }
  }
}

TEST_CASE("sequential halving pulls as its paper plans, and never more than the rounds") {
  Rng rng(1);
  const Tree eight = Tree::flat(8), five = Tree::flat(5);
  std::vector<std::size_t> pulls = pulls_of(
      "sequential_halving", problem_of(eight, "lexicographic", 240), random_chances(8, rng), 2);
  std::sort(pulls.begin(), pulls.end());
  CHECK(pulls == std::vector<std::size_t>{10, 10, 10, 10, 30, 30, 70, 70});
  // Three phases for 5, 3 and 2 arms: 20, 33 and 50 pulls each, and one round remains.
  pulls = pulls_of("sequential_halving", problem_of(five, "lexicographic", 300),
                   random_chances(5, rng), 3);
  std::sort(pulls.begin(), pulls.end());
  CHECK(pulls[0] == 20);
  CHECK(pulls[1] == 20);
  CHECK(pulls[2] == 53);
  CHECK(pulls[3] == 103);
  CHECK(pulls[4] == 104);
}

TEST_CASE(
    "two-phase methods give the replies their share of the rounds, each action in turn, then pull "
    "one reply of each action only") {
  const Tree tree = tree_of({4, 2, 3});
  const Problem problem = problem_of(tree, "lexicographic", 300);
  Rng rng(5);
  const Chances chances = random_chances(tree.leaves(), rng);
  for (const char* name : {"tbba_tree:0.3", "uniform_tree:0.3", "tbba_tree_reuse:0.3"}) {
    const auto method = method_of(name, problem);
    std::vector<std::size_t> worst(3, tree.leaves());
    for (std::size_t round = 0; round < 300; ++round) {
      const std::size_t leaf = method->next(rng), action = tree.action_of(leaf);
      if (round < 90) {
        CHECK(action == round % 3);
      } else {
        if (worst[action] == tree.leaves()) worst[action] = leaf;
        CHECK(leaf == worst[action]);
      }
      method->observe(leaf, pulled(chances[leaf], rng), rng);
    }
  }
}

TEST_CASE(
    "if all rounds are for the replies, the second phase knows nothing unless it may reuse the "
    "posteriors") {
  const Tree tree = tree_of({2, 2, 2, 2});
  const Chances chances{{0.9, 0, 0.1}, {0.8, 0, 0.2}, {0.1, 0, 0.9}, {0.2, 0, 0.8},
                        {0.9, 0, 0.1}, {0.9, 0, 0.1}, {0.8, 0, 0.2}, {0.9, 0, 0.1}};
  int right = 0, right_with_reuse = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed);
    right += answer_of("tbba_tree:1", problem_of(tree, "lexicographic", 200), chances, rng) == 1;
    right_with_reuse +=
        answer_of("tbba_tree_reuse:1", problem_of(tree, "lexicographic", 200), chances, rng) == 1;
  }
  CHECK(std::abs(right - 50) < 25);
  CHECK(right_with_reuse > 190);
}

/// Returns a method that has seen these outcomes: numbers of losses, draws and wins for each leaf.
std::unique_ptr<Method> informed(std::string_view name, const Problem& problem,
                                 const std::vector<std::array<int, 3>>& seen, Rng& rng) {
  auto method = method_of(name, problem);
  for (std::size_t leaf = 0; leaf < seen.size(); ++leaf) {
    for (int outcome = 0; outcome < 3; ++outcome) {
      for (int i = 0; i < seen[leaf][static_cast<std::size_t>(outcome)]; ++i)
        method->observe(leaf, static_cast<Outcome>(outcome - 1), rng);
    }
  }
  return method;
}

TEST_CASE("TBBA pulls an arm with the probability that it is best, top-two as in Russo's paper") {
  const Tree tree = Tree::flat(3);
  const std::vector<std::array<int, 3>> seen{{2, 3, 1}, {1, 1, 1}, {4, 2, 0}};
  std::vector<std::vector<double>> functions;
  for (const auto& [losses, draws, wins] : seen)
    functions.push_back(beta_function(1 + losses, 2 + draws + wins));
  const std::vector<double> best = minimum_probabilities(functions);
  constexpr int kDraws = 40000;
  for (const double share : {1.0, 0.5, 0.2}) {
    Rng rng(7);
    const std::string name = share == 1 ? "ttba" : "top_two:" + std::to_string(share);
    const auto method = informed(name, problem_of(tree, "lexicographic", 100), seen, rng);
    std::vector<double> pulls(3);
    for (int i = 0; i < kDraws; ++i) pulls[method->next(rng)] += 1.0 / kDraws;
    for (std::size_t arm = 0; arm < 3; ++arm) {
      double expected = share * best[arm];
      for (std::size_t leader = 0; leader < 3; ++leader) {
        if (leader != arm) expected += (1 - share) * best[leader] * best[arm] / (1 - best[leader]);
      }
      CHECK(std::fabs(pulls[arm] - expected) < four_errors(expected, kDraws));
    }
  }
}

/// Simple reference of Kaufmann and Koolen's algorithms for depth two: states which leaves may be
/// pulled next.
class SlowBounds {
 public:
  SlowBounds(const Tree& tree, double delta)
      : tree_(tree), delta_(delta), sums_(tree.leaves()), counts_(tree.leaves()) {}

  void observe(std::size_t leaf, double reward) {
    sums_[leaf] += reward;
    counts_[leaf] += 1;
  }

  bool may_pull(std::size_t leaf, bool ugape) const {
    std::vector<double> low, high, mean;
    for (std::size_t action = 0; action < tree_.actions(); ++action) {
      low.push_back(2), high.push_back(2), mean.push_back(2);
      for (std::size_t i = tree_.first_leaf(action); i < tree_.first_leaf(action + 1); ++i) {
        low.back() = std::min(low.back(), end(i, 0));
        high.back() = std::min(high.back(), end(i, 1));
        mean.back() = std::min(mean.back(), sums_[i] / counts_[i]);
      }
    }
    const std::size_t action = tree_.action_of(leaf);
    if (end(leaf, 0) > low[action] + kNear) return false;  // not its representative leaf
    for (std::size_t leader = 0; leader < tree_.actions(); ++leader) {
      if (!is_leader(leader, ugape, low, high, mean)) continue;
      for (std::size_t rival = 0; rival < tree_.actions(); ++rival) {
        if (rival == leader || high[rival] < greatest_but(leader, high) - kNear) continue;
        const double wide = high[leader] - low[leader], other = high[rival] - low[rival];
        if (action == leader ? wide >= other - kNear : action == rival && other >= wide - kNear)
          return true;
      }
    }
    return false;
  }

 private:
  static constexpr double kNear = 1e-6;

  static double greatest_but(std::size_t one, const std::vector<double>& values) {
    double greatest = -1;
    for (std::size_t i = 0; i < values.size(); ++i)
      greatest = i == one ? greatest : std::max(greatest, values[i]);
    return greatest;
  }

  static bool is_leader(std::size_t action, bool ugape, const std::vector<double>& low,
                        const std::vector<double>& high, const std::vector<double>& mean) {
    for (std::size_t other = 0; other < mean.size(); ++other) {
      if (ugape &&
          greatest_but(other, high) - low[other] < greatest_but(action, high) - low[action] - kNear)
        return false;
      if (!ugape && mean[other] > mean[action] + kNear) return false;
    }
    return true;
  }

  /// Inverts the divergence by bisection.
  double end(std::size_t leaf, double edge) const {
    const double p = sums_[leaf] / counts_[leaf],
                 distance = std::log((1 + std::log(counts_[leaf])) / delta_) / counts_[leaf];
    const auto divergence = [p](double q) {
      return (p > 0 ? p * std::log(p / q) : 0) +
             (p < 1 ? (1 - p) * std::log((1 - p) / (1 - q)) : 0);
    };
    double inside = p, outside = edge;
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (inside + outside);
      (divergence(middle) <= distance ? inside : outside) = middle;
    }
    return outside;
  }

  const Tree& tree_;
  double delta_;
  std::vector<double> sums_, counts_;
};

TEST_CASE("LUCB and UGapE at the leaves pull what a simple implementation of their paper allows") {
  for (const bool ugape : {false, true}) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      Rng rng(seed);
      const Tree tree = tree_of({3, 1, 4, 2});
      const Chances chances = random_chances(tree.leaves(), rng);
      const DecisionRule rule = rule_of(seed % 2 == 0 ? "expectation" : "lexicographic");
      const auto method =
          method_of(ugape ? "ugape:0.1" : "lucb:0.1", problem_of(tree, to_string(rule), 400));
      SlowBounds slow(tree, 0.1);
      bool all_allowed = true;
      for (std::size_t round = 0; round < 400; ++round) {
        const std::size_t leaf = method->next(rng);
        all_allowed =
            all_allowed && (round < tree.leaves() ? leaf == round : slow.may_pull(leaf, ugape));
        const Outcome outcome = pulled(chances[leaf], rng);
        method->observe(leaf, outcome, rng);
        slow.observe(leaf, rule.reward(outcome));
      }
      CHECK(all_allowed);
    }
  }
}

TEST_CASE(
    "UCT follows the highest bound for the player to move, and recommends the most visited "
    "action") {
  Rng rng(9);
  const Tree tree = tree_of({3, 2, 4});
  const Chances chances = random_chances(tree.leaves(), rng);
  const auto method = method_of("uct:0.7", problem_of(tree, "expectation", 500));
  std::vector<double> sums(tree.leaves()), counts(tree.leaves());
  const auto bound = [](double sum, double count, double all, bool is_max) {
    if (count == 0) return std::numeric_limits<double>::infinity();
    return (is_max ? sum / count : 1 - sum / count) + 0.7 * std::sqrt(std::log(all) / count);
  };
  for (int round = 0; round < 500; ++round) {
    const std::size_t leaf = method->next(rng), chosen = tree.action_of(leaf);
    std::vector<double> action_sums(3), action_counts(3);
    for (std::size_t i = 0; i < tree.leaves(); ++i) {
      action_sums[tree.action_of(i)] += sums[i];
      action_counts[tree.action_of(i)] += counts[i];
    }
    bool is_greatest = true;
    for (std::size_t i = 0; i < 3; ++i) {
      is_greatest =
          is_greatest && !(bound(action_sums[i], action_counts[i], round, true) >
                           bound(action_sums[chosen], action_counts[chosen], round, true) + 1e-9);
    }
    for (std::size_t i = tree.first_leaf(chosen); i < tree.first_leaf(chosen + 1); ++i) {
      is_greatest =
          is_greatest && !(bound(sums[i], counts[i], action_counts[chosen], false) >
                           bound(sums[leaf], counts[leaf], action_counts[chosen], false) + 1e-9);
    }
    REQUIRE(is_greatest);
    const Outcome outcome = pulled(chances[leaf], rng);
    method->observe(leaf, outcome, rng);
    sums[leaf] += method->rule().reward(outcome);
    counts[leaf] += 1;
  }
  std::vector<double> visits(3);
  for (std::size_t i = 0; i < tree.leaves(); ++i) visits[tree.action_of(i)] += counts[i];
  CHECK(visits[method->recommend(rng)] == *std::max_element(visits.begin(), visits.end()));
}

}  // namespace
}  // namespace trivium::bandits
