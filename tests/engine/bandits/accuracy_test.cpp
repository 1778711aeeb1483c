// Accuracy of the methods, compared with exact calculations and with the results in paper 001 and
// in its check (papers.md, 001.3).
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <map>
#include <string>
#include <vector>

#include "tests/engine/bandits/support.h"

namespace trivium::bandits {
namespace {

/// Returns how often a method is right in `runs` runs with these probabilities.
double accuracy(std::string_view name, const Problem& problem, const Chances& chances, int runs) {
  Rng rng(1);
  int right = 0;
  const std::size_t best = true_best(*problem.tree, problem.rule, chances, rng);
  for (int run = 0; run < runs; ++run) right += answer_of(name, problem, chances, rng) == best;
  return static_cast<double>(right) / runs;
}

/// As above, with probabilities sampled from the flat prior for each run.
double accuracy_under_prior(std::string_view name, const Problem& problem, int runs) {
  Rng rng(2);
  int right = 0;
  for (int run = 0; run < runs; ++run) {
    const Chances chances = random_chances(problem.tree->leaves(), rng);
    const std::size_t best = true_best(*problem.tree, problem.rule, chances, rng);
    right += answer_of(name, problem, chances, rng) == best;
  }
  return static_cast<double>(right) / runs;
}

/// Returns the accuracy of `uniform` with three pulls of each of two arms, by enumerating all 3^6
/// results.
double exact_accuracy_of_uniform(const Ternary& better, const Ternary& other) {
  double right = 0;
  const std::array<double, 6> chances{better.loss, better.draw, better.win,
                                      other.loss,  other.draw,  other.win};
  for (int end = 0; end < 729; ++end) {
    std::array<int, 6> counts{};
    double chance = 1;
    for (int pull = 0, left = end; pull < 6; ++pull, left /= 3) {
      const auto what = static_cast<std::size_t>(left % 3 + (pull < 3 ? 0 : 3));
      ++counts[what];
      chance *= chances[what];
    }
    const bool losses_equal = counts[0] == counts[3], draws_equal = counts[1] == counts[4];
    const bool is_right = losses_equal ? counts[1] < counts[4] : counts[0] < counts[3];
    right += losses_equal && draws_equal ? chance / 2 : is_right ? chance : 0;
  }
  return right;
}

void check_uniform(int runs) {
  const Tree tree = Tree::flat(2);
  for (const auto& [better, other] :
       std::vector<std::pair<Ternary, Ternary>>{{{0.2, 0.3, 0.5}, {0.5, 0.2, 0.3}},
                                                {{0.4, 0.1, 0.5}, {0.45, 0.1, 0.45}},
                                                {{0.3, 0.1, 0.6}, {0.3, 0.5, 0.2}}}) {
    const double exact = exact_accuracy_of_uniform(better, other);
    CHECK(
        std::fabs(accuracy("uniform", problem_of(tree, "lexicographic", 6), {better, other}, runs) -
                  exact) < four_errors(exact, runs));
  }
}

TEST_CASE("uniform sampling of two arms is right about as often as enumeration predicts") {
  check_uniform(1000);
}

TEST_CASE("uniform sampling of two arms is right exactly as often as enumeration predicts" *
          doctest::test_suite("long")) {
  check_uniform(40000);
}

/// Returns the accuracy of the optimal plan for a known prior under the literal rule, by dynamic
/// programming over the results so far, which are each arm's pulls and losses.
class BestPlan {
 public:
  explicit BestPlan(std::size_t arms) : arms_(arms) {}

  double accuracy(std::size_t rounds) { return value(State(2 * arms_), rounds); }

 private:
  using State = std::vector<int>;  // losses of each arm, then other results

  double value(const State& state, std::size_t left) {
    if (const auto known = values_.find(state); known != values_.end()) return known->second;
    double best = 0;
    if (left == 0) {
      std::vector<std::vector<double>> functions;
      for (std::size_t arm = 0; arm < arms_; ++arm)
        functions.push_back(function(1 + state[2 * arm], 2 + state[2 * arm + 1]));
      for (const double odds : minimum_probabilities(functions)) best = std::max(best, odds);
    } else {
      for (std::size_t arm = 0; arm < arms_; ++arm) {
        State loss = state, other = state;
        ++loss[2 * arm], ++other[2 * arm + 1];
        const double a = 1 + state[2 * arm], b = 2 + state[2 * arm + 1];
        best = std::max(best, (a * value(loss, left - 1) + b * value(other, left - 1)) / (a + b));
      }
    }
    return values_[state] = best;
  }

  const std::vector<double>& function(int a, int b) {
    std::vector<double>& known = functions_[{a, b}];
    if (known.empty()) known = beta_function(a, b);
    return known;
  }

  std::size_t arms_;
  std::map<State, double> values_;
  std::map<std::pair<int, int>, std::vector<double>> functions_;
};

/// Checks that Bayesian methods come within `near` of the best plan in `all_runs` runs of each
/// method.
void check_against_the_best_plan(int all_runs, double near) {
  struct Case {
    std::size_t arms, rounds;
  };
  for (const auto& [arms, rounds] : {Case{2, 6}, Case{3, 5}}) {
    CAPTURE(arms);
    const double best = BestPlan(arms).accuracy(rounds);
    CHECK(best > 1.3 / static_cast<double>(arms));
    CHECK(best < 0.95);
    const Tree tree = Tree::flat(arms);
    for (const MethodInfo& info : methods()) {
      if (info.only_depth_two) continue;
      CAPTURE(std::string(info.name));
      const int runs = info.name == "dissent" ? all_runs / 3 : all_runs;  // its vote takes time
      const double found =
          accuracy_under_prior(info.name, problem_of(tree, "lexicographic", rounds), runs);
      CHECK(found < best + four_errors(best, runs));
      if (info.name == "dissent" || info.name == "uniform") CHECK(found > best - near);
    }
  }
  CHECK(BestPlan(2).accuracy(0) == doctest::Approx(0.5).epsilon(0.001));
}

// Four standard errors of 200 runs are 0.14, of 5,000 runs 0.03.
TEST_CASE(
    "no method beats the optimal plan for a few pulls under the true prior by more than chance") {
  check_against_the_best_plan(600, 0.16);
}

TEST_CASE(
    "no method beats the optimal plan under the true prior in many runs, and the Bayesian ones "
    "come near it" *
    doctest::test_suite("long")) {
  check_against_the_best_plan(15000, 0.05);
}

/// Model 3 of paper 001: five arms that differ only in their draws.
const Chances kEqualLosses{
    {0.3, 0.20, 0.50}, {0.3, 0.25, 0.45}, {0.3, 0.30, 0.40}, {0.3, 0.35, 0.35}, {0.3, 0.40, 0.30}};

/// Checks that `literal` is within `within` of chance, and that the rounded rule is right more
/// often than `at_least`.
void check_equal_losses(int runs, double within, double at_least) {
  // Samples are never equal, so draws decide nothing: accuracy 1/5, where the paper shows a steady
  // rise. With rounding to the arms' precision the same algorithm succeeds. The check of the paper
  // has 0.21 and 0.79 for 4,000 rounds.
  const Tree tree = Tree::flat(5);
  const double literal =
      accuracy("ttba", problem_of(tree, "lexicographic", 4000), kEqualLosses, runs);
  const double rounded = accuracy("ttba", problem_of(tree, "grid:0.05", 4000), kEqualLosses, runs);
  CHECK(std::fabs(literal - 0.2) < within);
  CHECK(rounded > at_least);
}

// Four standard errors from 0.2: 0.29 in 30 runs and 0.115 in 200. From 0.79: 0.3 and 0.115.
TEST_CASE(
    "the literal rule distinguishes arms of equal losses no better than chance, and the grid "
    "does") {
  check_equal_losses(30, 0.29, 0.49);
}

TEST_CASE(
    "under the literal rule arms of equal losses are exchangeable: the paper's TBBA is no better "
    "than chance" *
    doctest::test_suite("long")) {
  check_equal_losses(200, 0.115, 0.68);
}

/// Checks that more rounds increase every method's accuracy by at least `growth`, and even more
/// rounds by twice that.
void check_growth(int runs, double growth) {
  const Tree tree = Tree::flat(4), replies = tree_of({2, 3, 2});
  const Chances arms{{0.2, 0.2, 0.6}, {0.3, 0.2, 0.5}, {0.4, 0.2, 0.4}, {0.5, 0.2, 0.3}};
  const Chances below{{0.2, 0, 0.8}, {0.3, 0, 0.7}, {0.1, 0, 0.9}, {0.2, 0, 0.8},
                      {0.5, 0, 0.5}, {0.4, 0, 0.6}, {0.4, 0, 0.6}};
  for (const MethodInfo& info : methods()) {
    CAPTURE(std::string(info.name));
    const auto in = [&](const Tree& where, const Chances& chances, std::size_t rounds) {
      return accuracy(info.name, problem_of(where, "lexicographic", rounds), chances, runs);
    };
    if (!info.only_depth_two) {
      const double few = in(tree, arms, 12), some = in(tree, arms, 60), many = in(tree, arms, 400);
      CHECK(some > few + growth);
      CHECK(many > some + growth);
    }
    const double few = in(replies, below, 20), many = in(replies, below, 400);
    CHECK(many > few + 2 * growth);
    CHECK(many > 0.6);
  }
}

TEST_CASE("the accuracy of every method grows with the rounds") { check_growth(40, 0); }

TEST_CASE("the accuracy of every method grows clearly with the rounds" *
          doctest::test_suite("long")) {
  check_growth(250, 0.05);
}

/// Checks on `trees` trees that dissent is right more often than TTBA, by more than `lead`, and
/// more often than uniform sampling.
void check_many_replies(int trees, double lead) {
  const Tree tree = tree_of({18, 3, 9});
  const Problem problem = problem_of(tree, "lexicographic", 500);
  const double ttba = accuracy_under_prior("ttba", problem, trees),
               uniform = accuracy_under_prior("uniform", problem, trees);
  const double dissent = accuracy_under_prior("dissent", problem, trees);
  CHECK(dissent > ttba + lead);
  CHECK(dissent > uniform);
}

TEST_CASE(
    "if one action has many replies, dissent is right more often than the paper's TTBA and than "
    "uniform sampling") {
  check_many_replies(60, 0);
}

TEST_CASE(
    "if one action has many replies, the paper's TTBA loses to uniform sampling, and dissent to "
    "neither" *
    doctest::test_suite("long")) {
  check_many_replies(600, 0.1);
}

/// Checks in `runs` runs that methods that stop by confidence are right as often as claimed.
void check_sure(int runs) {
  constexpr std::size_t kRounds = 600;
  Rng rng(5);
  for (const auto& [name, tree] : std::vector<std::pair<std::string, Tree>>{
           {"ttba", Tree::flat(3)}, {"dissent", tree_of({3, 1, 2})}}) {
    for (const double confidence : {0.8, 0.95}) {
      int sure = 0, right = 0;
      std::size_t rounds = 0;
      const Confidence wanted{.level = confidence, .check_every = 20, .check_samples = 200};
      for (int run = 0; run < runs; ++run) {
        const Problem problem = problem_of(tree, "lexicographic", kRounds);
        const Chances chances = random_chances(tree.leaves(), rng);
        const auto method = method_of(name, problem);
        const Identified found =
            identify(*method, NodeBudget(kRounds), wanted, rng,
                     [&](std::size_t leaf) { return pulled(chances[leaf], rng); });
        rounds += found.rounds;
        sure += found.sure;
        right += found.sure && found.action == true_best(tree, problem.rule, chances, rng);
      }
      const double share = static_cast<double>(right) / sure;
      CHECK(sure > 6 * runs / 10);
      CHECK(rounds < 300 * static_cast<std::size_t>(runs));
      CHECK(share > confidence - 3 * std::sqrt(confidence * (1 - confidence) / sure));
    }
  }
}

TEST_CASE(
    "an identification that stops by its confidence is right about as often as claimed, under the "
    "true prior") {
  check_sure(100);
}

TEST_CASE(
    "an identification that stops by its confidence is right at least as often as claimed, under "
    "the true prior" *
    doctest::test_suite("long")) {
  check_sure(1000);
}

TEST_CASE("with a confidence of 1 all rounds are played") {
  const Tree tree = Tree::flat(2);
  Rng rng(6);
  const auto method = method_of("ttba", problem_of(tree, "lexicographic", 100));
  std::size_t played = 0;
  const Identified found = identify(*method, NodeBudget(100), {}, rng, [&](std::size_t leaf) {
    ++played;
    return leaf == 0 ? Outcome::kWin : Outcome::kLoss;
  });
  CHECK(played == 100);
  CHECK(found.rounds == 100);
  CHECK(found.action == 0);
  CHECK_FALSE(found.sure);
}

}  // namespace
}  // namespace trivium::bandits
