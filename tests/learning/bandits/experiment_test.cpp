#include "learning/bandits/experiment.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <mutex>
#include <string>

#include "learning/bandits/estimates.h"
#include "learning/bandits/paper/paper.h"
#include "learning/bandits/reports.h"
#include "learning/bandits/result_text.h"

namespace trivium::learning::bandits {
namespace {

const trivium::bandits::DecisionRule kTenths{trivium::bandits::RuleKind::kGrid, 0.1};

Instances trees(std::vector<std::size_t> replies) {
  auto drawn = Instances::drawn({1, 0, std::move(replies)}, {});
  REQUIRE(drawn.has_value());
  return *std::move(drawn);
}

Experiment experiment_on(const Instances& instances, const std::vector<std::string>& methods,
                         std::vector<std::size_t> rounds, std::size_t runs) {
  return {instances, methods_of_names(methods), kTenths, std::move(rounds), runs, 3};
}

std::string all_of_it(const Experiment& experiment, std::size_t threads) {
  const Study study = make_study("test", experiment, threads);
  std::string all = study_text(study);
  for (const charts::ReportFile& file : study_files(study, "a test"))
    all += file.name + file.content;
  return all;
}

bool same_answers(const Trials& one, std::size_t method, std::size_t at, const Trials& other,
                  std::size_t other_method, std::size_t other_at) {
  for (std::size_t run = 0; run < one.runs(); ++run) {
    if (one.at(run, method, at).action != other.at(run, other_method, other_at).action)
      return false;
  }
  return true;
}

/// Playouts that record the numbers of each leaf's stream.
struct Recorder {
  std::mutex mutex;
  std::map<std::size_t, std::vector<std::uint64_t>> drawn;  // by leaf

  LivePulls pulls() {
    return [this]() -> LivePull {
      return [this](std::size_t leaf, Rng& rng) {
        const std::uint64_t number = rng();
        const std::lock_guard lock(mutex);
        drawn[leaf].push_back(number);
        return number % 2 == 0 ? Outcome::kWin : Outcome::kLoss;
      };
    };
  }
};

}  // namespace

TEST_CASE("results have the same bytes for any number of threads") {
  Experiment experiment = experiment_on(
      trees({3, 2, 4}),
      {"uniform", "ttba", "tbba_tree:0.2", "tbba_tree:0.5", "tbba_tree:0.8", "dissent"}, {40, 150},
      21);
  experiment.confidence = 0.9;
  const std::string once = all_of_it(experiment, 1);
  CHECK(all_of_it(experiment, 2) == once);
  CHECK(all_of_it(experiment, 5) == once);
  experiment.seed = 4;
  CHECK(all_of_it(experiment, 1) != once);
}

TEST_CASE(
    "the answers of a method do not depend on the other methods, and those of a planner not on "
    "other budgets") {
  const Trials all = run_experiment(
      experiment_on(trees({3, 3, 3}), {"uniform", "tbba_tree:0.5", "ttba"}, {60, 200}, 30), 1);
  const Trials alone = run_experiment(experiment_on(trees({3, 3, 3}), {"ttba"}, {60, 200}, 30), 1);
  CHECK(same_answers(all, 2, 0, alone, 0, 0));
  CHECK(same_answers(all, 2, 1, alone, 0, 1));
  const Trials planner =
      run_experiment(experiment_on(trees({3, 3, 3}), {"tbba_tree:0.5"}, {200}, 30), 1);
  CHECK(same_answers(all, 1, 1, planner, 0, 0));
}

TEST_CASE(
    "the n-th playout of a leaf has the same outcome for every method, and planners run once for "
    "each budget") {
  Recorder recorder;
  Experiment experiment = experiment_on(Instances(paper_tree('A'), "tree A"),
                                        {"uniform", "ttba", "sequential_halving"}, {50, 120}, 1);
  experiment.live = recorder.pulls();
  run_experiment(experiment, 1);
  std::size_t pulls = 0;
  for (const auto& [leaf, numbers] : recorder.drawn) {
    pulls += numbers.size();
    // Each stream begins anew for each method and budget, and every beginning is the same.
    std::vector<std::vector<std::uint64_t>> begun;
    for (const std::uint64_t number : numbers) {
      if (number == numbers.front()) begun.emplace_back();
      begun.back().push_back(number);
    }
    CHECK(begun.size() <= 4);
    const auto longest = *std::ranges::max_element(begun, {}, &std::vector<std::uint64_t>::size);
    for (const auto& one : begun) CHECK(std::equal(one.begin(), one.end(), longest.begin()));
  }
  CHECK(pulls == 120 + 120 + 50 + 120);
}

/// Checks in `runs` runs that larger budgets are better, and that the low end of the accuracy with
/// the largest is above `min_accuracy`.
void check_budgets(std::size_t runs, double min_accuracy) {
  const auto arms = Instances::drawn({1, 8, {}}, {});
  REQUIRE(arms.has_value());
  const Trials trials = run_experiment(
      experiment_on(*arms, {"uniform", "ttba", "dissent"}, {30, 300, 2000}, runs), 2);
  for (std::size_t method = 0; method < 3; ++method) {
    CHECK(growth(trials, method, 0, 1).low > 0);
    CHECK(growth(trials, method, 0, 2).low > 0.1);
    CHECK(grade_regret(trials, method, 2).high < grade_regret(trials, method, 0).low);
    CHECK(grade_total(trials, method, 2).low > grade_total(trials, method, 0).high);
    CHECK(accuracy(trials, method, 2).low > min_accuracy);
  }
}

// The interval of 50 runs is twice as wide as that of 200.
TEST_CASE("accuracy grows with the budget, and regret falls") { check_budgets(50, 0.75); }

TEST_CASE("accuracy grows with the budget, and regret falls, in more runs" *
          doctest::test_suite("long")) {
  check_budgets(200, 0.85);
}

TEST_CASE(
    "arms with equal losses are exchangeable under the paper's literal rule, and distinguished on "
    "the grid") {
  Experiment experiment =
      experiment_on(Instances(paper_model(3), "model 3"), {"ttba"}, {3000}, 200);
  experiment.rule = {};
  CHECK(accuracy(run_experiment(experiment, 1), 0, 0).high < 0.32);
  experiment.rule = {trivium::bandits::RuleKind::kGrid, 0.05};
  CHECK(accuracy(run_experiment(experiment, 1), 0, 0).low > 0.6);
}

TEST_CASE(
    "with fixed confidence most runs end early, and they are right at least as often as they "
    "claim") {
  Experiment experiment =
      experiment_on(Instances(paper_model(1), "model 1"), {"uniform", "ttba"}, {3000}, 60);
  experiment.confidence = 0.95;
  const Trials trials = run_experiment(experiment, 2);
  for (std::size_t method = 0; method < 2; ++method) {
    const StopFigures stops = stop_figures(trials, method);
    CHECK(stops.sure.value > 0.9);
    CHECK(stops.right.high > 0.95);
    CHECK(stops.mean_rounds < 1500);
    CHECK(stops.lower <= stops.median);
    CHECK(stops.median <= stops.upper);
  }
}

TEST_CASE("playouts are counted by rank, and by leaf if there is one instance") {
  const Trials same =
      run_experiment(experiment_on(Instances(paper_tree('B'), "tree B"), {"uniform"}, {90}, 10), 2);
  CHECK(same.pulls_by_rank[0] == std::vector<std::uint64_t>{300, 300, 300});
  CHECK(same.pulls_by_leaf[0] == std::vector<std::uint64_t>(9, 100));
  const Trials drawn = run_experiment(experiment_on(trees({2, 2}), {"uniform"}, {40}, 10), 2);
  CHECK(drawn.pulls_by_rank[0] == std::vector<std::uint64_t>{200, 200});
  CHECK(drawn.pulls_by_leaf[0].empty());
}

TEST_CASE("an experiment that cannot be run is rejected") {
  Experiment experiment = experiment_on(trees({2, 2}), {"ttba"}, {10, 20}, 5);
  CHECK(check_experiment(experiment).has_value());
  experiment.rounds = {20, 10};
  CHECK(!check_experiment(experiment));
  experiment.rounds.clear();
  CHECK(!check_experiment(experiment));
  const auto flat = Instances::drawn({1, 4, {}}, {});
  REQUIRE(flat.has_value());
  CHECK(!check_experiment(experiment_on(*flat, {"tbba_tree"}, {10}, 5)));
}

}  // namespace trivium::learning::bandits
