#include "learning/bandits/instance.h"

#include <array>
#include <doctest/doctest.h>
#include <set>
#include <string>
#include <utility>

#include "learning/bandits/arm_space.h"
#include "learning/bandits/instance_json.h"
#include "learning/bandits/paper/paper.h"
#include "tests/learning/bandits/written_instance.h"

namespace trivium::learning::bandits {
namespace {

using trivium::bandits::DecisionRule;
using trivium::bandits::RuleKind;
using trivium::bandits::Ternary;
using trivium::bandits::Tree;

std::string fault_of(const std::string& json) {
  const auto read = parse_instance(json, {});
  return read ? "read" : read.error().message;
}

Instance read(const std::string& json, const DecisionRule& truth = {}) {
  auto instance = parse_instance(json, truth);
  REQUIRE_MESSAGE(instance.has_value(), json);
  return *std::move(instance);
}

}  // namespace

TEST_CASE(
    "the best arm has the lowest probability of a loss, then of a draw; scores follow the ranks") {
  const Instance instance =
      read(R"({"arms": [[0.3, 0.4, 0.3], [0.2, 0.5, 0.3], [0.2, 0.1, 0.7], [0.9, 0, 0.1]]})");
  CHECK(instance.ranks == std::vector<std::size_t>{2, 1, 0, 3});
  CHECK(instance.scores == std::vector<double>{2, 3, 4, 1});
  CHECK(instance.answers() == 1);
  CHECK(instance.right(2));
  CHECK(instance.names == std::vector<std::string>{"1", "2", "3", "4"});
}

TEST_CASE("with expected results as the truth, another arm can be the best") {
  const std::string arms = R"({"arms": [[0.3, 0.1, 0.6], [0.2, 0.4, 0.4]]})";
  CHECK(read(arms).right(1));
  CHECK(read(arms, {RuleKind::kExpectation, 0}).right(0));
  CHECK(truth_for({RuleKind::kGrid, 0.1}) == DecisionRule{});
  CHECK(truth_for({RuleKind::kWeighted, 0.1}) == DecisionRule{RuleKind::kWeighted, 0.1});
}

TEST_CASE(
    "the value of an action is that of its worst reply, chance nodes average, and equal values are "
    "equally right up to rounding") {
  const Instance instance = read(R"({"tree": {"max": [
      {"min": [[0.1, 0.1, 0.8], {"loss": 0.6, "draw": 0.2, "win": 0.2}]},
      {"chance": [[0.2, 0.1, 0.7], [0.4, 0.1, 0.5], [0.3, 0.1, 0.6]], "probabilities": [0.3, 0.3, 0.4]},
      [0.3, 0.1, 0.6]]}, "names": ["fork", "dice", "leaf"], "scores": [1, 7, 7]})");
  CHECK(instance.actions[0].loss == doctest::Approx(0.6));
  CHECK(instance.actions[1].loss == doctest::Approx(0.3));
  CHECK(instance.answers() == 2);
  CHECK(instance.ranks == std::vector<std::size_t>{2, 0, 0});
  CHECK(instance.best_score() == 7);
  CHECK(instance.names[1] == "dice");
}

TEST_CASE("a written instance is read back unchanged") {
  const std::string json =
      R"({"tree": {"max": [{"min": [[0.1, 0.1, 0.8], [0.6, 0.2, 0.2]]}, {"chance": [{"max": [[0, 0, 1]]}, [1, 0, 0]], "probabilities": [0.25, 0.75]}]},
          "names": ["a", "b"], "scores": [2, -1.5]})";
  const Instance once = read(json), again = read(instance_json(once));
  CHECK(again.leaves == once.leaves);
  CHECK(again.actions == once.actions);
  CHECK(again.scores == once.scores);
  CHECK(again.names == once.names);
  CHECK(instance_json(again) == instance_json(once));
}

TEST_CASE("errors in JSON are reported with their place") {
  const auto faults = std::to_array<std::pair<const char*, const char*>>({
      {"", "instance: byte 1: not JSON"},
      {"[1]", "instance: needs an object with \"arms\" or \"tree\""},
      {"{}", "instance: needs either \"arms\" or \"tree\""},
      {R"({"arms": [], "tree": {}})", "instance: needs either \"arms\" or \"tree\""},
      {R"({"arms": []})", "arms: needs a list of arms"},
      {R"({"arms": [[0.1, 0.2]]})",
       "arms[0]: needs three probabilities: of a loss, a draw and a win"},
      {R"({"arms": [[0.1, 0.2, 0.7], [0.1, "a", 0.9]]})", "arms[1][1]: needs a number from 0 to 1"},
      {R"({"arms": [[0.1, 0.2, 1.7]]})", "arms[0][2]: needs a number from 0 to 1"},
      {R"({"arms": [{"loss": 0.1, "win": 0.9}]})", "arms[0]: has no \"draw\""},
      {R"({"arms": [{"loss": 0.1, "draw": 0, "win": 0.9, "lose": 1}]})",
       "arms[0]: 'lose' is none of loss, draw, win"},
      {R"({"arms": [{"max": [[1, 0, 0]]}]})", "arms[0]: has no \"loss\""},
      {R"({"tree": [1, 0, 0]})", "tree: the root is a \"max\""},
      {R"({"tree": {"min": [[1, 0, 0]]}})", "tree: the root is a \"max\""},
      {R"({"tree": {"max": [[1, 0, 0], [1, 0, 0], {"min": [[0.1, 0.2, 0.6]]}]}})",
       "tree.max[2].min[0]: loss, draw and win add up to 0.9"},
      {R"({"tree": {"max": [{"min": []}]}})", "tree.max[0].min: needs a list of nodes"},
      {R"({"tree": {"max": [{"min": [[1, 0, 0]], "chance": []}]}})",
       "tree.max[0]: 'chance' is none of min"},
      {R"({"tree": {"max": [{"chance": [[1, 0, 0]]}]}})",
       "tree.max[0].probabilities: needs a list of 1 numbers, one for each node"},
      {R"({"tree": {"max": [{"chance": [[1, 0, 0]], "probabilities": [0.5]}]}})",
       "tree.max[0].probabilities: add up to 0.5"},
      {R"({"tree": {"max": [3]}})",
       "tree.max[0]: needs a node: an object, or a list of three probabilities"},
      {R"({"arms": [[1, 0, 0]], "scores": [1, 2]})",
       "scores: needs a list of 1 numbers, one for each action"},
      {R"({"arms": [[1, 0, 0]], "names": [""]})",
       "names[0]: needs a text of 1 to 40 printable ASCII letters"},
      {R"({"arms": [[1, 0, 0]], "arm": 1})",
       "instance: 'arm' is none of arms, tree, names, scores"},
      {R"({"arms": [[1e999, 0, 0]]})", "instance: not JSON that can be read"},
      {R"({"arms": [[1, 0, 0]], "arms": [[0, 0, 1]]})",
       "instance: 'arms' is given twice in one object"},
      {R"({"arms": [{"loss": 0.1, "draw": 0, "win": 0.9, "loss": 0.1}]})",
       "instance: 'loss' is given twice in one object"},
  });
  for (const auto& [json, fault] : faults) CHECK(fault_of(json) == fault);
}

TEST_CASE("a tree that is too deep is rejected without recursion") {
  std::string json = "[1, 0, 0]";
  for (int i = 0; i < 70; ++i) json = R"({"max": [)" + json + "]}";
  CHECK(fault_of(R"({"tree": )" + json + "}") ==
        "tree.max[0].max[0].max[0].max[0].max[0]...max[0].max[0].max[0].max[0].max[0]: deeper than "
        "64");
}

TEST_CASE(
    "the paper's arm spaces have 36 and 231 arms, and flat arms are drawn without replacement") {
  for (const auto& [space, count] : {std::pair<int, std::size_t>{1, 36}, {2, 231}}) {
    const std::vector<Ternary> arms = arm_space(space);
    CHECK(arms.size() == count);
    const auto all = Instances::drawn({space, count, {}}, {});
    REQUIRE(all.has_value());
    std::set<std::pair<double, double>> different;
    const auto instance = all->of(1, 0);
    for (const Ternary& arm : instance->leaves) different.emplace(arm.loss, arm.draw);
    CHECK(different.size() == count);
    CHECK(!Instances::drawn({space, count + 1, {}}, {}));
  }
}

TEST_CASE(
    "random instances have one best action, differ between runs, and are equal for equal seeds") {
  const auto trees = Instances::drawn({1, 0, {18, 3, 9}}, {});
  REQUIRE(trees.has_value());
  for (std::size_t run = 0; run < 50; ++run) CHECK(trees->of(7, run)->answers() == 1);
  CHECK(trees->of(7, 0)->leaves == trees->of(7, 0)->leaves);
  CHECK(trees->of(7, 0)->leaves != trees->of(7, 1)->leaves);
  CHECK(trees->of(7, 0)->leaves != trees->of(8, 0)->leaves);
  CHECK(!Instances::drawn({1, 0, {}}, {}));
  CHECK(!Instances::drawn({1, 0, {3, 0}}, {}));
}

TEST_CASE(
    "in the models and trees that replace the paper's, the first action is best, and scores are 5, "
    "4, 3, 2, 1") {
  for (int number = 1; number <= 3; ++number) {
    CHECK(paper_model(number).ranks == std::vector<std::size_t>{0, 1, 2, 3, 4});
    CHECK(paper_model(number).scores == std::vector<double>{5, 4, 3, 2, 1});
  }
  const Instance model_3 = paper_model(3);
  for (const Ternary& arm : model_3.leaves) CHECK(arm.loss == 0.3);
  for (const char name : {'A', 'B', 'C', 'D'})
    CHECK(paper_tree(name).ranks == std::vector<std::size_t>{0, 1, 2});
  CHECK(paper_tree('C').actions[1].loss - paper_tree('C').actions[0].loss >
        paper_tree('A').actions[1].loss - paper_tree('A').actions[0].loss);
}

}  // namespace trivium::learning::bandits
