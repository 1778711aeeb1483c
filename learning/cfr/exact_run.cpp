#include "learning/cfr/exact_run.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>

#include "learning/harness/checkpoint.h"
#include "learning/poker_measure/best_response.h"
#include "models/format/load_error.h"

namespace trivium::learning::cfr {

namespace {

constexpr int kStateVersion = 1;
constexpr std::uint64_t kAtOnce = 500;                 // iterations until progress is told
constexpr std::chrono::seconds kBetweenSnapshots{20};  // and at the end

std::string identity_of(const poker_measure::PublicTree& tree, const ExactRunOptions& options) {
  nlohmann::json variants = nlohmann::json::array();
  for (const Variant variant : options.variants) variants.push_back(name_of(variant));
  return nlohmann::json{{"game", poker::write_game_definition(tree.game())}, {"variants", variants}}.dump();
}

class Run {
 public:
  Run(const std::shared_ptr<const poker_measure::PublicTree>& tree, const ExactRunOptions& options) : tree_(*tree), options_(options) {
    for (const Variant variant : options.variants) learners_.emplace_back(tree, variant);
    if (options.checkpoint_folder) {
      checkpoint_.emplace(*options.checkpoint_folder, kExactLearner, kStateVersion, identity_of(tree_, options));
      if (const auto snapshot = checkpoint_->begin(options.resume)) restore(*snapshot);
    }
  }

  ExactRunResult finish(const std::function<void(std::uint64_t, const std::vector<CurvePoint>&)>& heard) {
    if (heard) heard(done_, curve_);
    for (const std::uint64_t place : curve_places(options_.iterations)) {
      while (done_ < place) {
        advance(std::min(kAtOnce, place - done_));
        if (done_ == place) measure();
        if (done_ == options_.iterations || std::chrono::steady_clock::now() - saved_ > kBetweenSnapshots) save();
        if (heard) heard(done_, curve_);
      }
    }
    ExactRunResult result{curve_, {}};
    for (const ExactCfr& learner : learners_) {
      const poker_measure::TreeStrategy average = learner.average();
      result.values.push_back(poker_measure::in_milli_blinds(tree_.game(), poker_measure::expected_value(tree_, average, average)));
    }
    return result;
  }

 private:
  void advance(std::uint64_t iterations) {
    for (ExactCfr& learner : learners_) {
      for (std::uint64_t i = 0; i < iterations; ++i) learner.iterate();
    }
    done_ += iterations;
  }

  void measure() {
    CurvePoint point{done_, {}};
    for (const ExactCfr& learner : learners_)
      point.exploitability.push_back(poker_measure::in_milli_blinds(tree_.game(), poker_measure::exploitability(tree_, learner.average())));
    curve_.push_back(std::move(point));
  }

  void save() {
    saved_ = std::chrono::steady_clock::now();
    if (!checkpoint_) return;
    Snapshot snapshot{done_, {}};
    const auto add = [&](std::string name, const std::vector<double>& numbers) {
      snapshot.state.push_back(format::make_tensor<double>(std::move(name), {numbers.size()}, numbers));
    };
    for (const ExactCfr& learner : learners_) {
      const ExactState& state = learner.state();
      for (const auto& [part, numbers] : {std::pair{"regrets", &state.regrets}, {"average", &state.average}, {"last", &state.last}})
        if (!numbers->empty()) add(fmt::format("{}.{}", name_of(learner.variant()), part), *numbers);
    }
    std::vector<double> places, figures;
    for (const CurvePoint& point : curve_) {
      places.push_back(static_cast<double>(point.iterations));
      figures.insert(figures.end(), point.exploitability.begin(), point.exploitability.end());
    }
    add("curve.iterations", places);
    add("curve.exploitability", figures);
    checkpoint_->save(snapshot);
  }

  /// The numbers of a tensor; none where there is no such tensor.
  static std::vector<double> numbers_of(const Snapshot& snapshot, const std::string& name) {
    for (const format::Tensor& tensor : snapshot.state) {
      if (tensor.name != name) continue;
      const std::span<const double> values = tensor.values<double>();
      return {values.begin(), values.end()};
    }
    return {};
  }

  void restore(const Snapshot& snapshot) {
    checkpoint_->refuse_fewer(snapshot.step, options_.iterations, "iterations");
    done_ = snapshot.step;
    for (ExactCfr& learner : learners_) {
      const std::string name(name_of(learner.variant()));
      learner.restore(
          {done_, numbers_of(snapshot, name + ".regrets"), numbers_of(snapshot, name + ".average"), numbers_of(snapshot, name + ".last")});
    }
    const std::vector<double> places = numbers_of(snapshot, "curve.iterations"), figures = numbers_of(snapshot, "curve.exploitability");
    if (figures.size() != places.size() * learners_.size())
      throw format::LoadError("checkpoint.damaged", checkpoint_->path().string() + ": a curve with gaps");
    // The last place of a run that was shorter may be none of this one's.
    const std::vector<std::uint64_t> wanted = curve_places(options_.iterations);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto place = static_cast<std::uint64_t>(places[i]);
      if (!std::binary_search(wanted.begin(), wanted.end(), place)) continue;
      const auto row = figures.begin() + static_cast<std::ptrdiff_t>(i * learners_.size());
      curve_.push_back({place, {row, row + static_cast<std::ptrdiff_t>(learners_.size())}});
    }
  }

  const poker_measure::PublicTree& tree_;
  const ExactRunOptions& options_;
  std::vector<ExactCfr> learners_;
  std::optional<Checkpoint> checkpoint_;
  std::uint64_t done_ = 0;
  std::vector<CurvePoint> curve_;
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

}  // namespace

ExactRunResult run_exact(const std::shared_ptr<const poker_measure::PublicTree>& tree, const ExactRunOptions& options,
                         const std::function<void(std::uint64_t done, const std::vector<CurvePoint>& curve)>& heard) {
  return Run(tree, options).finish(heard);
}

}  // namespace trivium::learning::cfr
