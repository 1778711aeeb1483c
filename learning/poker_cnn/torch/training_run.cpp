#include "learning/poker_cnn/torch/training_run.h"

#include <array>
#include <fmt/format.h>

namespace trivium::learning::poker_cnn {

namespace {

/// Tensor with a row for each finished pass: loss, accuracy, accuracy and loss of the test.
constexpr const char* kCurve = "curve";
/// Tensor with sums over the batches of the current pass: losses, right predictions.
constexpr const char* kUnderWay = "under_way";
constexpr std::size_t kCurveWidth = 4;

/// A trainer and its learning curve, for run() of learning/harness/run.h. A step is a batch.
struct TrainingRun {
  static constexpr const char* kName = kTrainingLearner;
  static constexpr int kStateVersion = 3;
  static constexpr const char* kUnit = "batches";

  std::string identity() const { return options.identity; }
  std::uint64_t steps() const noexcept { return done; }
  std::uint64_t goal() const noexcept { return batches_of(trainer, options.epochs); }

  Snapshot snapshot() const {
    Snapshot snapshot{done, trainer.state()};
    snapshot.state.push_back(format::make_tensor<double>(kUnderWay, {under_way.size()}, under_way));
    std::vector<std::vector<double>> rows;
    for (const PassResult& pass : passes)
      rows.push_back({pass.loss, pass.accuracy, pass.test_accuracy, pass.test_loss});
    add_rows(snapshot.state, kCurve, rows);
    return snapshot;
  }

  Step begin() {
    progress(done);
    return Step::kMade;
  }

  void restore(const StateReader& state) {
    trainer.take_state(state.tensors());
    state.read(kUnderWay, under_way);
    for (const std::vector<double>& row : state.rows(kCurve, kCurveWidth))
      add_pass(row[0], row[1], row[2], row[3]);
    done = state.step();
    begin();
  }

  Step advance() {
    const std::uint64_t pass = trainer.passes();
    const StepResult batch = trainer.step();
    under_way[0] += batch.loss;
    under_way[1] += static_cast<double>(batch.right);
    progress(++done);
    if (trainer.passes() == pass) return Step::kMade;
    const std::size_t part = pass % trainer.parts();
    const Evaluation tested = trainer.evaluate(test);
    add_pass(under_way[0] / static_cast<double>(trainer.batches_of(part)),
             under_way[1] / static_cast<double>(trainer.decisions_of(part)), tested.all().share(),
             tested.loss);
    under_way = {};
    on_pass(passes.back());
    return Step::kMilestone;
  }

  void add_pass(double loss, double accuracy, double test_accuracy, double test_loss) {
    const std::uint64_t number = passes.size(), parts = trainer.parts();
    passes.push_back(
        {number / parts + 1, number % parts + 1, loss, accuracy, test_accuracy, test_loss});
  }

  /// The figures of the last finished pass, at its last batch.
  std::optional<CurveFigures> curve_figures() const {
    if (passes.empty()) return std::nullopt;
    std::uint64_t batches = 0;
    for (const PassResult& pass : passes) batches += trainer.batches_of(pass.part - 1);
    const PassResult& last = passes.back();
    return CurveFigures{batches,
                        {{"loss", last.loss},
                         {"accuracy", last.accuracy},
                         {"test_loss", last.test_loss},
                         {"test_accuracy", last.test_accuracy}}};
  }

  Trainer& trainer;
  std::span<const Decision> test;
  const TrainingRunOptions& options;
  const std::function<void(std::uint64_t)>& progress;
  const std::function<void(const PassResult&)>& on_pass;
  std::array<double, 2> under_way{};  ///< sums over the batches of the current pass, as kUnderWay
  std::vector<PassResult> passes{};
  std::uint64_t done = 0;
};

}  // namespace

std::uint64_t batches_of(const Trainer& trainer, std::uint64_t epochs) {
  std::uint64_t batches = 0;
  for (std::size_t part = 0; part < trainer.parts(); ++part) batches += trainer.batches_of(part);
  return batches * epochs;
}

std::vector<PassResult> run_training(Trainer& trainer, std::span<const Decision> test,
                                     const TrainingRunOptions& options,
                                     const std::function<void(std::uint64_t)>& progress,
                                     const std::function<void(const PassResult&)>& on_pass) {
  TrainingRun learner{trainer, test, options, progress, on_pass};
  run(learner, options);
  return learner.passes;
}

std::string curve_csv(std::span<const PassResult> passes) {
  std::string text = "epoch,part,loss,accuracy,test accuracy,test loss\n";
  for (const PassResult& pass : passes) {
    text += fmt::format("{},{},{:.6f},{:.6f},{:.6f},{:.6f}\n", pass.epoch, pass.part, pass.loss,
                        pass.accuracy, pass.test_accuracy, pass.test_loss);
  }
  return text;
}

}  // namespace trivium::learning::poker_cnn
