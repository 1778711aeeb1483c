#include "learning/poker_cnn/torch/training_run.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>

#include "learning/harness/checkpoint.h"
#include "models/format/load_error.h"

namespace trivium::learning::poker_cnn {

namespace {

constexpr int kStateVersion = 2;
constexpr const char* kCurve = "curve";         // of the passes that are done: loss, accuracy, accuracy and loss of the test
constexpr const char* kUnderWay = "under_way";  // sums over the batches of a pass: loss, decisions that were right
constexpr std::size_t kCurveWidth = 4;

/// What a run knows beside its trainer.
class Curve {
 public:
  explicit Curve(std::size_t parts) : parts_(parts) {}

  void add_batch(const StepResult& batch) {
    under_way_[0] += batch.loss;
    under_way_[1] += static_cast<double>(batch.right);
  }

  PassResult end_pass(std::uint64_t batches, std::size_t decisions, const Evaluation& test) {
    add_pass({under_way_[0] / static_cast<double>(batches), under_way_[1] / static_cast<double>(decisions), test.all().share(), test.loss});
    under_way_ = {};
    return passes_.back();
  }

  const std::vector<PassResult>& passes() const noexcept { return passes_; }

  void save(std::vector<format::Tensor>& state) const {
    state.push_back(format::make_tensor<double>(kUnderWay, {under_way_.size()}, under_way_));
    if (passes_.empty()) return;
    std::vector<double> numbers;
    for (const PassResult& pass : passes_) {
      numbers.insert(numbers.end(), {pass.loss, pass.accuracy, pass.test_accuracy, pass.test_loss});
    }
    state.push_back(format::make_tensor<double>(kCurve, {passes_.size(), kCurveWidth}, numbers));
  }

  void load(const std::vector<format::Tensor>& state) {
    const auto find = [&](const char* name) { return std::ranges::find(state, name, &format::Tensor::name); };
    if (const auto sums = find(kUnderWay); sums != state.end()) std::ranges::copy_n(sums->values<double>().begin(), 2, under_way_.begin());
    const auto curve = find(kCurve);
    if (curve == state.end()) return;
    const std::span<const double> numbers = curve->values<double>();
    for (std::size_t i = 0; i + kCurveWidth <= numbers.size(); i += kCurveWidth) {
      add_pass({numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]});
    }
  }

 private:
  void add_pass(const std::array<double, kCurveWidth>& numbers) {
    const std::uint64_t number = passes_.size();
    passes_.push_back({number / parts_ + 1, number % parts_ + 1, numbers[0], numbers[1], numbers[2], numbers[3]});
  }

  std::size_t parts_;
  std::array<double, 2> under_way_{};
  std::vector<PassResult> passes_;
};

std::uint64_t batches_done(const Trainer& trainer) {
  std::uint64_t done = batches_of(trainer, trainer.passes() / trainer.parts()) + trainer.batches();
  for (std::size_t part = 0; part < trainer.passes() % trainer.parts(); ++part) done += trainer.batches_of(part);
  return done;
}

}  // namespace

std::uint64_t batches_of(const Trainer& trainer, std::uint64_t epochs) {
  std::uint64_t batches = 0;
  for (std::size_t part = 0; part < trainer.parts(); ++part) batches += trainer.batches_of(part);
  return batches * epochs;
}

std::vector<PassResult> run_training(Trainer& trainer, std::span<const Decision> test, const TrainingRunOptions& options,
                                     const std::function<void(std::uint64_t)>& heard,
                                     const std::function<void(const PassResult&)>& passed) {
  Curve curve(trainer.parts());
  std::optional<Checkpoint> checkpoint;
  const std::uint64_t wanted = options.epochs * trainer.parts();
  if (options.checkpoint_folder) {
    checkpoint.emplace(*options.checkpoint_folder, kTrainingLearner, kStateVersion, options.identity);
    if (const std::optional<Snapshot> snapshot = checkpoint->begin(options.resume)) {
      trainer.take_state(snapshot->state);
      curve.load(snapshot->state);
    }
    checkpoint->refuse_fewer(batches_done(trainer), batches_of(trainer, options.epochs), "batches");
  }
  const auto save = [&] {
    if (!checkpoint) return;
    Snapshot snapshot{batches_done(trainer), trainer.state()};
    curve.save(snapshot.state);
    checkpoint->save(std::move(snapshot));
  };
  std::uint64_t done = batches_done(trainer);
  heard(done);
  auto saved = std::chrono::steady_clock::now();
  while (trainer.passes() < wanted) {
    const std::uint64_t pass = trainer.passes();
    curve.add_batch(trainer.step());
    heard(++done);
    const bool ended = trainer.passes() != pass;
    if (ended) {
      const std::size_t part = pass % trainer.parts();
      passed(curve.end_pass(trainer.batches_of(part), trainer.decisions_of(part), trainer.evaluate(test)));
    }
    const auto now = std::chrono::steady_clock::now();
    if (!ended && now - saved < std::chrono::seconds(options.snapshot_seconds)) continue;
    save();
    saved = now;
  }
  return curve.passes();
}

std::string curve_csv(std::span<const PassResult> passes) {
  std::string text = "epoch,part,loss,accuracy,test accuracy,test loss\n";
  for (const PassResult& pass : passes) {
    text += fmt::format("{},{},{:.6f},{:.6f},{:.6f},{:.6f}\n", pass.epoch, pass.part, pass.loss, pass.accuracy, pass.test_accuracy,
                        pass.test_loss);
  }
  return text;
}

}  // namespace trivium::learning::poker_cnn
