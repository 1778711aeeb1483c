#include "learning/poker_cnn/torch/training_run.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "models/format/load_error.h"
#include "tests/learning/curve_rows.h"
#include "tests/learning/poker_cnn/support.h"
#include "tests/temporary_folder.h"

namespace trivium::learning::poker_cnn {
namespace {

/// Twelve training hands in two parts, and four test hands.
struct Task {
  LoggedHands hands = hands_of("nolimit", {"random", "rule"}, {.hands = 16, .seed = 3});
  std::vector<Decision> test = hands.decisions(12, 16);

  Trainer trainer() const {
    return {
        hands, {hands.decisions(0, 6), hands.decisions(6, 12)}, {.batch = 8, .raise_sizes = {}}};
  }
};

struct Killed : std::runtime_error {
  Killed() : std::runtime_error("killed") {}
};

/// Options with a snapshot after each batch. The clock stands still, so saving takes no time.
TrainingRunOptions two_epochs(std::optional<std::filesystem::path> folder = {}) {
  const auto standing = [] { return std::chrono::steady_clock::time_point(); };
  return {{.checkpoint_folder = std::move(folder), .snapshot_seconds = 0, .now = standing}, 2};
}

/// Runs a training that is killed after `batches` batches are done and saved.
void run_killed(const Task& task, const TrainingRunOptions& options, std::uint64_t batches) {
  Trainer trainer = task.trainer();
  // Progress is reported before the snapshot of a batch, so the next batch ends the run.
  const auto heard = [&](std::uint64_t done) {
    if (done > batches) throw Killed();
  };
  CHECK_THROWS_AS(run_training(trainer, task.test, options, heard, [](const PassResult&) {}),
                  Killed);
}

TEST_CASE("a killed run resumes and ends with the same net and the same curve") {
  const Task task;
  Trainer whole = task.trainer();
  std::vector<PassResult> passes;
  const auto unheard = [](std::uint64_t) {};
  const std::vector<PassResult> expected =
      run_training(whole, task.test, two_epochs(), unheard,
                   [&](const PassResult& pass) { passes.push_back(pass); });
  REQUIRE(expected.size() == 4);
  CHECK(curve_csv(passes) == curve_csv(expected));
  CHECK(expected[3].epoch == 2);
  CHECK(expected[3].part == 2);
  const std::uint64_t batches = batches_of(whole, 2), of_first = whole.batches_of(0);
  for (const std::uint64_t stop : {std::uint64_t{1}, batches / 2 + 1, batches - 1}) {
    const TemporaryFolder folder;
    TrainingRunOptions options = two_epochs(folder.path());
    run_killed(task, options, stop);
    options.resume = true;
    Trainer resumed = task.trainer();
    std::uint64_t first = batches + 1;
    const auto heard = [&](std::uint64_t done) { first = std::min(first, done); };
    const auto curve = run_training(resumed, task.test, options, heard, [](const PassResult&) {});
    CHECK(first == stop);
    CHECK(resumed.state() == whole.state());
    CHECK(curve_csv(curve) == curve_csv(expected));
    check_curve(folder.path(), {of_first, batches / 2, batches / 2 + of_first, batches},
                {"loss", "accuracy", "test_loss", "test_accuracy"});
  }
}

TEST_CASE("resuming a run with more epochs than requested, or another run, is an error") {
  const Task task;
  const TemporaryFolder folder;
  TrainingRunOptions options = two_epochs(folder.path());
  options.identity = R"({"seed":1})";
  const auto run = [&] {
    Trainer trainer = task.trainer();
    run_training(
        trainer, task.test, options, [](std::uint64_t) {}, [](const PassResult&) {});
  };
  run_killed(task, options, batches_of(task.trainer(), 1) + 1);
  options.resume = true;
  options.epochs = 1;
  CHECK_THROWS_AS(run(), format::LoadError);
  options.epochs = 2;
  options.identity = R"({"seed":2})";
  CHECK_THROWS_AS(run(), format::LoadError);
}

}  // namespace
}  // namespace trivium::learning::poker_cnn
