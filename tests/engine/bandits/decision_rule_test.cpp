#include "engine/bandits/decision_rule.h"

#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/bandits/method.h"
#include "tests/engine/bandits/support.h"

namespace trivium::bandits {
namespace {

const std::vector<std::string> kRules{"lexicographic", "grid:0.1", "tolerance:0.05", "weighted:0.1",
                                      "expectation"};

std::size_t best_of(std::string_view rule, const std::vector<Ternary>& values) {
  Rng rng(1);
  return rule_of(rule).choose(Goal::kBest, values, rng);
}

std::size_t worst_of(std::string_view rule, const std::vector<Ternary>& values) {
  Rng rng(1);
  return rule_of(rule).choose(Goal::kWorst, values, rng);
}

TEST_CASE("each rule orders the same probabilities in its own way") {
  // The first has few draws, the second the fewest losses but many draws, the third no draws.
  const std::vector<Ternary> values{{0.22, 0.08, 0.70}, {0.20, 0.75, 0.05}, {0.26, 0.00, 0.74}};
  CHECK(best_of("lexicographic", values) == 1);
  CHECK(best_of("grid:0.1", values) == 0);  // loss and draw: 0.2, 0.1; 0.2, 0.8; 0.3, 0
  // All within the tolerance of the minimum loss: the draw decides.
  CHECK(best_of("tolerance:0.07", values) == 2);
  CHECK(best_of("tolerance:0.03", values) == 0);
  CHECK(best_of("weighted:0.1", values) == 0);  // 0.228, 0.275, 0.26
  CHECK(best_of("expectation", values) != 1);   // 0.48, -0.15, 0.48
  CHECK(worst_of("lexicographic", values) == 2);
  CHECK(worst_of("grid:0.1", values) == 2);
  CHECK(worst_of("tolerance:0.07", values) == 1);
  CHECK(worst_of("tolerance:0.03", values) == 2);
  CHECK(worst_of("weighted:0.1", values) == 1);
  CHECK(worst_of("expectation", values) == 1);
}

TEST_CASE("the paper's rule differs from that of the expected result") {
  const std::vector<Ternary> values{{0.3, 0.1, 0.6}, {0.2, 0.4, 0.4}};
  CHECK(best_of("lexicographic", values) == 1);
  CHECK(best_of("expectation", values) == 0);
  CHECK(best_of("lexicographic", {{0.3, 0.2, 0.5}, {0.3, 0.1, 0.6}}) == 1);
  CHECK(worst_of("lexicographic", {{0.3, 0.2, 0.5}, {0.3, 0.1, 0.6}}) == 0);
}

TEST_CASE("ties are broken uniformly") {
  const std::vector<Ternary> values{
      {0.3, 0.2, 0.5}, {0.5, 0.1, 0.4}, {0.3, 0.2, 0.5}, {0.3, 0.2, 0.5}, {0.4, 0, 0.6}};
  constexpr int kDraws = 30000;
  for (const std::string& rule : kRules) {
    CAPTURE(rule);
    Rng rng(7);
    std::array<int, 5> counts{};
    for (int i = 0; i < kDraws; ++i)
      ++counts[rule_of(rule).choose(rule == "expectation" ? Goal::kWorst : Goal::kBest, values,
                                    rng)];
    if (rule == "expectation") continue;  // there they are the middle ones
    CHECK(counts[1] + counts[4] == 0);
    for (const std::size_t equal : {0, 2, 3})
      CHECK(std::fabs(counts[equal] - kDraws / 3.0) < 4 * std::sqrt(kDraws * 2 / 9.0));
  }
}

TEST_CASE("the worst of two different values is the best for the other player") {
  Rng rng(11);
  for (int i = 0; i < 2000; ++i) {
    const std::vector<Ternary> values = random_chances(2, rng);
    for (const std::string& rule : kRules) {
      const auto way = [&](Goal goal) { return rule_of(rule).choose(goal, values, rng); };
      if (rule.starts_with("grid") &&
          rule_of(rule).cost(values[0]) == rule_of(rule).cost(values[1]))
        continue;
      CHECK(way(Goal::kBest) != way(Goal::kWorst));
    }
  }
}

TEST_CASE("the excluded value is never chosen, at any position") {
  Rng rng(13);
  for (int i = 0; i < 500; ++i) {
    const std::vector<Ternary> values = random_chances(4, rng);
    for (const std::string& rule : kRules) {
      for (std::size_t one = 0; one < values.size(); ++one) {
        std::vector<Ternary> others = values;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(one));
        for (const Goal goal : {Goal::kBest, Goal::kWorst}) {
          const std::size_t found = rule_of(rule).choose_but(one, goal, values, rng);
          CHECK(found != one);
          if (!rule.starts_with("grid"))
            CHECK(values[found] == others[rule_of(rule).choose(goal, others, rng)]);
        }
      }
    }
  }
}

TEST_CASE("costs have the order of the choice") {
  Rng rng(17);
  for (int i = 0; i < 5000; ++i) {
    const std::vector<Ternary> values = random_chances(2, rng);
    for (const std::string& text : kRules) {
      const DecisionRule rule = rule_of(text);
      if (!rule.has_cost()) continue;
      const double first = rule.cost(values[0]), second = rule.cost(values[1]);
      if (first != second) CHECK(rule.choose(Goal::kBest, values, rng) == (first < second ? 0 : 1));
    }
  }
  CHECK_FALSE(rule_of("tolerance:0.05").has_cost());
  const DecisionRule finest = rule_of("grid:0.000001");
  CHECK(finest.cost({1, 0, 0}) > finest.cost({0.999999, 1, 0}));
  CHECK(finest.cost({0, 0.000001, 0}) > finest.cost({0, 0, 1}));
}

TEST_CASE("rewards are 0 for a loss, 1 for a win, and depend on the rule for a draw") {
  for (const std::string& text : kRules) {
    CHECK(rule_of(text).reward(Outcome::kLoss) == 0);
    CHECK(rule_of(text).reward(Outcome::kWin) == 1);
  }
  CHECK(rule_of("expectation").reward(Outcome::kDraw) == 0.5);
  CHECK(rule_of("weighted:0.25").reward(Outcome::kDraw) == 0.75);
  CHECK(rule_of("lexicographic").reward(Outcome::kDraw) == 1);
}

TEST_CASE("rules are parsed as they are printed, and other text is rejected") {
  for (const std::string& text : kRules) CHECK(to_string(rule_of(text)) == text);
  for (const char* text : {"", "grid", "grid:", "grid:0", "grid:-0.1", "grid:1.5", "grid:nan",
                           "grid:inf", "grid:1e-300", "grid:0.1x", "tolerance", "weighted:2",
                           "lexicographic:0.1", "expectation:1", "Grid:0.1", " grid:0.1", "gri"}) {
    CAPTURE(text);
    const auto rule = parse_rule(text);
    REQUIRE_FALSE(rule);
    CHECK(rule.error().message.starts_with("rule: "));
  }
}

TEST_CASE("any text is a usable rule or method, or an error that explains why not") {
  Rng rng(19);
  const std::vector<std::string> pieces{"grid",        "tolerance", "weighted",  "lexicographic",
                                        "expectation", "ttba",      "tbba_tree", "lucb",
                                        "uct",         "top_two",   ":",         ":",
                                        "0.1",         "1",         "-",         "e-9",
                                        "nan",         "1e",        "inf",       "0",
                                        " ",           ".",         "\xff",      "x"};
  int rules = 0, known = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (std::uint32_t left = rng.below(4); left-- > 0;)
      text += pieces[rng.below(static_cast<std::uint32_t>(pieces.size()))];
    if (const auto rule = parse_rule(text)) {
      ++rules;
      CHECK(
          (rule->parameter == 0 || (rule->parameter >= kMinRuleParameter && rule->parameter <= 1)));
      CHECK(*parse_rule(to_string(*rule)) == *rule);
    }
    const auto method = parse_method(text);
    if (!method) {
      CHECK(method.error().message.starts_with("method: "));
      continue;
    }
    ++known;
    CHECK(method->text == text);
    const Tree tree = tree_of({2, 2});
    Problem problem;
    problem.tree = &tree;
    problem.rounds = 4;
    CHECK(answer_of(text, problem, Chances(4, Ternary{0.5, 0.25, 0.25}), rng) < 2);
  }
  CHECK(rules > 100);
  CHECK(known > 100);
}

}  // namespace
}  // namespace trivium::bandits
