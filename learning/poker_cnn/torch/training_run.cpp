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

/// Learning curve of a run.
class Curve {
 public:
  explicit Curve(std::size_t parts) : parts_(parts) {}

  void add_batch(const StepResult& batch) {
    under_way_[0] += batch.loss;
    under_way_[1] += static_cast<double>(batch.right);
  }

  PassResult end_pass(std::uint64_t batches, std::size_t decisions, const Evaluation& test) {
    add_pass({under_way_[0] / static_cast<double>(batches),
              under_way_[1] / static_cast<double>(decisions), test.all().share(), test.loss});
    under_way_ = {};
    return passes_.back();
  }

  const std::vector<PassResult>& passes() const noexcept { return passes_; }

  void save(std::vector<format::Tensor>& state) const {
    state.push_back(format::make_tensor<double>(kUnderWay, {under_way_.size()}, under_way_));
    std::vector<std::vector<double>> rows;
    for (const PassResult& pass : passes_)
      rows.push_back({pass.loss, pass.accuracy, pass.test_accuracy, pass.test_loss});
    add_rows(state, kCurve, rows);
  }

  void load(const StateReader& state) {
    state.read(kUnderWay, under_way_);
    for (const std::vector<double>& numbers : state.rows(kCurve, kCurveWidth))
      add_pass({numbers[0], numbers[1], numbers[2], numbers[3]});
  }

 private:
  void add_pass(const std::array<double, kCurveWidth>& numbers) {
    const std::uint64_t number = passes_.size();
    passes_.push_back(
        {number / parts_ + 1, number % parts_ + 1, numbers[0], numbers[1], numbers[2], numbers[3]});
  }

  std::size_t parts_;
  std::array<double, 2> under_way_{};
  std::vector<PassResult> passes_;
};

/// A trainer and its curve, for run() of learning/harness/run.h. A step is a batch.
struct TrainingRun {
  static constexpr const char* kName = kTrainingLearner;
  static constexpr int kStateVersion = 3;
  static constexpr const char* kUnit = "batches";

  std::string identity() const { return options.identity; }
  std::uint64_t steps() const noexcept { return done; }
  std::uint64_t goal() const noexcept { return batches_of(trainer, options.epochs); }

  Snapshot snapshot() const {
    Snapshot snapshot{done, trainer.state()};
    curve.save(snapshot.state);
    return snapshot;
  }

  Step begin() {
    progress(done);
    return Step::kMade;
  }

  void restore(const StateReader& state) {
    trainer.take_state(state.tensors());
    curve.load(state);
    done = state.step();
    begin();
  }

  Step advance() {
    const std::uint64_t pass = trainer.passes();
    curve.add_batch(trainer.step());
    progress(++done);
    if (trainer.passes() == pass) return Step::kMade;
    const std::size_t part = pass % trainer.parts();
    on_pass(curve.end_pass(trainer.batches_of(part), trainer.decisions_of(part),
                           trainer.evaluate(test)));
    return Step::kMilestone;
  }

  /// The figures of the last finished pass, at its last batch.
  std::optional<CurveFigures> curve_figures() const {
    if (passes().empty()) return std::nullopt;
    std::uint64_t batches = 0;
    for (const PassResult& pass : passes()) batches += trainer.batches_of(pass.part - 1);
    const PassResult& last = passes().back();
    return CurveFigures{batches,
                        {{"loss", last.loss},
                         {"accuracy", last.accuracy},
                         {"test_loss", last.test_loss},
                         {"test_accuracy", last.test_accuracy}}};
  }

  const std::vector<PassResult>& passes() const noexcept { return curve.passes(); }

  Trainer& trainer;
  std::span<const Decision> test;
  const TrainingRunOptions& options;
  const std::function<void(std::uint64_t)>& progress;
  const std::function<void(const PassResult&)>& on_pass;
  Curve curve{trainer.parts()};
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
  return learner.passes();
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
