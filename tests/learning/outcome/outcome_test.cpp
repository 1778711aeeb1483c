// The learner as a whole: the same bits for any number of threads and after any kill.
#include "learning/outcome/outcome.h"

#include <cmath>
#include <doctest/doctest.h>

#include "engine/core/rng.h"
#include "models/format/linear.h"
#include "models/format/load_error.h"
#include "tests/temporary_folder.h"

using namespace trivium::learning;
using namespace trivium;

namespace {

OutcomeTask toy_task() {
  Rng rng(11);
  OutcomeTask task;
  task.kind = "toy.linear";
  task.schema = 1;
  task.feature_names = {"bias", "lines[0]", "lines[1]"};
  task.source = {"toy.csv", std::string(64, 'b'), "none"};
  task.data.features = 3;
  for (int game = 0; game < 500; ++game) {
    for (int position = 0; position < 5; ++position) {
      const float first = static_cast<float>(rng.below(10));
      const float second = static_cast<float>(rng.below(10));
      for (const float value : {1.0F, first, second}) task.data.values.push_back(value);
      const double score = 0.4 * static_cast<double>(first - second);
      task.data.results.push_back(rng.unit() < 1.0 / (1.0 + std::exp(-score)) ? 1.0F : 0.0F);
    }
    task.data.game_ends.push_back(task.data.positions());
  }
  return task;
}

std::vector<std::byte> learned_bytes(const OutcomeTask& task, const OutcomeOptions& options) {
  return format::weight_file_bytes(outcome_file(task, options, learn_outcome(task, options), {"1", "c"}, "toy"));
}

struct Killed {};

}  // namespace

TEST_CASE("the weight file has the same bits for any number of threads") {
  const OutcomeTask task = toy_task();
  OutcomeOptions options;
  const std::vector<std::byte> one = learned_bytes(task, options);
  for (const std::size_t threads : {2U, 5U}) {
    options.threads = threads;
    CHECK(learned_bytes(task, options) == one);
  }
}

TEST_CASE("a run that is killed after any iteration and resumed ends with the same bits") {
  const OutcomeTask task = toy_task();
  const std::vector<std::byte> uninterrupted = learned_bytes(task, {});
  const int iterations = learn_outcome(task, {}).iterations;
  REQUIRE(iterations >= 3);
  for (int last = 1; last <= iterations; ++last) {
    CAPTURE(last);
    const TemporaryFolder folder;
    OutcomeOptions options;
    options.checkpoint_folder = folder.path();
    options.on_iteration = [last](int iteration, const NewtonStep&) {
      if (iteration == last) throw Killed();
    };
    CHECK_THROWS_AS(learn_outcome(task, options), Killed);
    int first_resumed = 0;
    options.resume = true;
    options.on_iteration = [&](int iteration, const NewtonStep&) { first_resumed = first_resumed == 0 ? iteration : first_resumed; };
    CHECK(learned_bytes(task, options) == uninterrupted);
    CHECK(first_resumed == (last < iterations ? last + 1 : 0));
  }
}

TEST_CASE("a checkpoint of other data, seed or parameters is not continued") {
  const TemporaryFolder folder;
  OutcomeTask task = toy_task();
  OutcomeOptions options;
  options.checkpoint_folder = folder.path();
  learn_outcome(task, options);
  options.resume = true;
  CHECK_NOTHROW(learn_outcome(task, options));
  OutcomeOptions other = options;
  other.seed = 2;
  CHECK_THROWS_AS(learn_outcome(task, other), format::LoadError);
  other = options;
  other.ridge = 2.0;
  CHECK_THROWS_AS(learn_outcome(task, other), format::LoadError);
  other = options;
  other.max_iterations = 1;
  CHECK_THROWS_AS(learn_outcome(task, other), format::LoadError);
  task.data.results.front() = 1.0F - task.data.results.front();
  CHECK_THROWS_AS(learn_outcome(task, options), format::LoadError);
}

TEST_CASE("held-out games are not trained on, and each game is on one side") {
  OutcomeTask task = toy_task();
  OutcomeOptions options;
  const OutcomeResult result = learn_outcome(task, options);
  CHECK(result.converged);
  CHECK(result.train.games + result.held_out.games == 500);
  CHECK(result.train.positions == 5 * result.train.games);
  CHECK(result.held_out.games > 20);
  CHECK(result.train_before.log_loss == doctest::Approx(std::log(2.0)));
  CHECK(result.held_out.log_loss < result.held_out_before.log_loss);

  options.held_out_share = 0.0;
  const OutcomeResult all = learn_outcome(task, options);
  CHECK(all.held_out.games == 0);
  CHECK(all.train.games == 500);
  CHECK(all.weights != result.weights);
}

TEST_CASE("the weight file holds the weights under their names") {
  const OutcomeTask task = toy_task();
  const OutcomeOptions options;
  const OutcomeResult result = learn_outcome(task, options);
  const format::WeightFile file =
      format::parse_weight_file(format::weight_file_bytes(outcome_file(task, options, result, {"1", "c"}, "toy")), "memory");
  file.expect("toy.linear", 1, task.feature_names);
  CHECK(format::linear_weights(file) == result.weights);
  CHECK(file.manifest.find("\"seed\":1") != std::string::npos);
  CHECK(file.manifest.find("threads") == std::string::npos);
}

TEST_CASE("senseless options and data are refused") {
  OutcomeTask task = toy_task();
  OutcomeOptions options;
  options.ridge = 0.0;
  CHECK_THROWS_AS(learn_outcome(task, options), std::invalid_argument);
  options = {};
  options.held_out_share = 1.0;
  CHECK_THROWS_AS(learn_outcome(task, options), std::invalid_argument);
  task.feature_names.pop_back();
  CHECK_THROWS_AS(learn_outcome(task, {}), std::invalid_argument);
}
