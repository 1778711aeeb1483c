#include "learning/bandits/paper/paper.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

namespace trivium::learning::bandits {

namespace {

using trivium::bandits::DecisionRule;
using trivium::bandits::RuleKind;

/// Size of the experiments: numbers of runs for figures 7 to 10, checkpoints and splits.
struct Effort {
  std::size_t model_runs, arm_runs, many_arm_runs, small_tree_runs, tree_runs;
  std::vector<std::size_t> arm_rounds, many_arm_rounds, tree_rounds;
  std::vector<int> splits;        // splits of TBBA_tree, in tenths
  std::vector<int> inner_splits;  // splits of uniform_tree, in tenths
};

Effort effort_of(bool quick) {
  if (quick)
    return {300,
            150,
            16,
            150,
            75,
            {500, 1000, 2000, 3000},
            {500, 1000, 2000},
            {500, 3000},
            {0, 1, 3, 5, 7, 9, 10},
            {1, 3, 5, 7, 9}};
  return {1000,
          400,
          100,
          400,
          300,
          {500, 1000, 1500, 2000, 2500, 3000},
          {500, 1000, 1500, 2000, 2500, 3000},
          {500, 1000, 2000, 3000},
          {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
          {1, 2, 3, 4, 5, 6, 7, 8, 9}};
}

class PaperRun {
 public:
  explicit PaperRun(const PaperOptions& options)
      : options_(options), effort_(effort_of(options.quick)) {}

  PaperFigure models() {
    PaperFigure figure{
        "figure 7", "five arms, three models of growing difficulty; (a) accuracy, (b) score", {}};
    const std::vector<std::vector<std::size_t>> rounds = {{100, 200, 300, 400, 600, 800, 1000},
                                                          {250, 500, 1000, 2000, 3000, 4000},
                                                          {500, 1000, 2000, 3000, 4000}};
    for (int number = 1; number <= 3; ++number) {
      const Instances instances(paper_model(number), fmt::format("model {}", number));
      add(figure, fmt::format("model {}", number), instances, kFlatMethods,
          rounds[static_cast<std::size_t>(number - 1)], effort_.model_runs, 2);
    }
    return figure;
  }

  PaperFigure arms(int space) {
    const std::string name = space == 1 ? "figure 8 (a)" : "figure 8 (b)";
    PaperFigure figure{name, fmt::format("K arms of space {}", space), {}};
    for (const std::size_t count : space == 1 ? std::vector<std::size_t>{5, 10, 20, 30}
                                              : std::vector<std::size_t>{50, 100, 150, 200}) {
      add(figure, fmt::format("K = {}", count), drawn({space, count, {}}), kFlatMethods,
          space == 1 ? effort_.arm_rounds : effort_.many_arm_rounds,
          space == 1 ? effort_.arm_runs : effort_.many_arm_runs, space);
    }
    return figure;
  }

  PaperFigure small_trees() {
    PaperFigure figure{"figure 9", "five trees of three actions with three replies", {}};
    for (const char name : {'A', 'B', 'C', 'D'}) {
      add(figure, fmt::format("tree {}", name),
          Instances(paper_tree(name), fmt::format("tree {}", name)), tree_methods(),
          effort_.tree_rounds, effort_.small_tree_runs, 1);
    }
    add(figure, "tree E", drawn({1, 0, {3, 3, 3}}), tree_methods(), effort_.tree_rounds,
        effort_.small_tree_runs, 1);
    return figure;
  }

  PaperFigure shaped_trees() {
    PaperFigure figure{"figure 10", "random trees of six shapes", {}};
    for (const auto& [name, replies] : paper_shapes()) {
      add(figure, name, drawn({1, 0, replies}), tree_methods(), effort_.tree_rounds,
          effort_.tree_runs, 1);
    }
    return figure;
  }

 private:
  static Instances drawn(const DrawnShape& shape) {
    return or_invalid_argument(Instances::drawn(shape, {}));
  }

  std::vector<std::string> tree_methods() const {
    std::vector<std::string> names = {"uniform", "ttba"};
    add_splits("tbba_tree", effort_.splits, names);
    add_splits("uniform_tree", effort_.inner_splits, names);
    return names;
  }

  void add(PaperFigure& figure, std::string part, const Instances& instances,
           const std::vector<std::string>& methods, const std::vector<std::size_t>& rounds,
           std::size_t runs, int space) {
    if (options_.on_part) options_.on_part(fmt::format("{}, {}", figure.name, part));
    PaperPart done{std::move(part), {}};
    for (const DecisionRule& rule : paper_rules(space)) {
      const Experiment experiment{instances,
                                  methods_of_names(methods),
                                  rule,
                                  rounds,
                                  std::max<std::size_t>(1, runs / options_.fewer),
                                  options_.seed};
      done.by_rule.push_back(
          make_study(fmt::format("{}, {}", figure.name, done.name), experiment, options_.threads));
    }
    figure.parts.push_back(std::move(done));
  }

  inline static const std::vector<std::string> kFlatMethods = {"uniform", "ttba"};

  const PaperOptions& options_;
  Effort effort_;
};

using trivium::bandits::Ternary;
using trivium::bandits::Tree;

/// Returns an arm. Arguments are in hundredths.
Ternary arm_of(int loss, int draw) {
  return {loss / 100.0, draw / 100.0, (100 - loss - draw) / 100.0};
}

constexpr int kDrawOfReplies = 10;  // hundredths
/// Losses in hundredths, by tree (A to D), action and reply.
constexpr std::array<std::array<std::array<int, 3>, 3>, 4> kLossOfReplies = {{
    {{{40, 30, 30}, {50, 40, 40}, {60, 50, 50}}},
    {{{40, 10, 10}, {50, 10, 10}, {60, 10, 10}}},
    {{{20, 10, 10}, {50, 40, 40}, {80, 70, 70}}},
    {{{30, 10, 10}, {60, 10, 10}, {80, 10, 10}}},
}};

}  // namespace

std::vector<DecisionRule> paper_rules(int space) {
  return {{RuleKind::kLexicographic, 0},
          {RuleKind::kGrid, precision_of_space(space)},
          {RuleKind::kTolerance, 0.05},
          {RuleKind::kWeighted, 0.1}};
}

const std::vector<PaperShape>& paper_shapes() {
  static const std::vector<PaperShape> kShapes = {{"A 3x3", {3, 3, 3}},
                                                  {"B 10x3", std::vector<std::size_t>(10, 3)},
                                                  {"C 5x7", std::vector<std::size_t>(5, 7)},
                                                  {"D 3x10", {10, 10, 10}},
                                                  {"E (18,3,9)", {18, 3, 9}},
                                                  {"F (2,4,6,6,12)", {2, 4, 6, 6, 12}}};
  return kShapes;
}

std::vector<trivium::bandits::MethodChoice> methods_of_names(
    const std::vector<std::string>& names) {
  std::vector<trivium::bandits::MethodChoice> methods;
  for (const std::string& name : names)
    methods.push_back(or_invalid_argument(trivium::bandits::parse_method(name)));
  return methods;
}

void add_splits(std::string_view method, const std::vector<int>& tenths,
                std::vector<std::string>& names) {
  for (const int split : tenths) names.push_back(fmt::format("{}:{:g}", method, split / 10.0));
}

std::vector<PaperFigure> run_paper(const PaperOptions& options) {
  PaperRun run(options);
  std::vector<PaperFigure> figures;
  figures.push_back(run.models());
  figures.push_back(run.arms(1));
  figures.push_back(run.arms(2));
  figures.push_back(run.small_trees());
  figures.push_back(run.shaped_trees());
  return figures;
}

const PaperPart& part_named(const std::vector<PaperFigure>& figures, std::string_view name) {
  for (const PaperFigure& figure : figures) {
    const auto found = std::ranges::find(figure.parts, name, &PaperPart::name);
    if (found != figure.parts.end()) return *found;
  }
  throw std::invalid_argument("no part " + std::string(name));
}

const PaperFigure& figure_named(const std::vector<PaperFigure>& figures, std::string_view name) {
  const auto found = std::ranges::find(figures, name, &PaperFigure::name);
  if (found == figures.end()) throw std::invalid_argument("no " + std::string(name));
  return *found;
}

Instance paper_model(int number) {
  constexpr std::size_t kArms = 5;
  constexpr std::array<std::array<int, kArms>, 3> kLosses = {
      {{10, 30, 50, 70, 90}, {20, 25, 30, 35, 40}, {30, 30, 30, 30, 30}}};
  constexpr std::array<std::array<int, kArms>, 3> kDraws = {
      {{5, 5, 5, 5, 5}, {20, 20, 20, 20, 20}, {20, 25, 30, 35, 40}}};
  const auto model = static_cast<std::size_t>(number - 1);
  std::vector<Ternary> arms;
  for (std::size_t i = 0; i < kArms; ++i)
    arms.push_back(arm_of(kLosses.at(model)[i], kDraws.at(model)[i]));
  return make_instance(Tree::flat(kArms), std::move(arms), {});
}

Instance paper_tree(char name) {
  std::vector<Ternary> leaves;
  for (const auto& replies : kLossOfReplies.at(static_cast<std::size_t>(name - 'A'))) {
    for (const int loss : replies) leaves.push_back(arm_of(loss, kDrawOfReplies));
  }
  return make_instance(Tree::replies(std::array<std::size_t, 3>{3, 3, 3}), std::move(leaves), {});
}

}  // namespace trivium::learning::bandits
