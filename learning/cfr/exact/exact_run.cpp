#include "learning/cfr/exact/exact_run.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>

#include "learning/charts/table_chart.h"
#include "learning/poker_measure/best_response/best_response.h"
#include "models/format/load_error.h"

namespace trivium::learning::cfr {

std::vector<std::uint64_t> curve_iterations(std::uint64_t end) {
  std::vector<std::uint64_t> places;
  for (std::uint64_t power = 1; power<end; power = power> end / 10 ? end : power * 10) {
    for (const std::uint64_t step : {1, 2, 3, 5, 7}) {
      if (step < (end + power - 1) / power) places.push_back(step * power);
    }
  }
  places.push_back(end);
  return places;
}

std::string exact_csv(std::span<const Variant> variants, std::span<const CurvePoint> curve) {
  std::string csv = "iterations";
  for (const Variant variant : variants) csv += fmt::format(",{}", name_of(variant));
  csv += '\n';
  for (const CurvePoint& point : curve)
    csv += fmt::format("{},{:.6g}\n", point.iterations, fmt::join(point.exploitability, ","));
  return csv;
}

std::string exact_svg(std::string_view title, std::span<const Variant> variants,
                      std::span<const CurvePoint> curve) {
  std::vector<std::string_view> names;
  for (const Variant variant : variants) names.push_back(name_of(variant));
  return charts::own_table_svg(
      exact_csv(variants, curve),
      {.title = std::string(title),
       .x = "iterations: iterations",
       .y = {fmt::format("exploitability (mbb/g): {}", fmt::join(names, ", "))},
       .logarithmic = "xy"});
}

namespace {

constexpr std::uint64_t kMaxAtOnce = 500;  // iterations between progress reports

/// Learners of all variants and their curve, for run() of learning/harness/run.h.
class ExactRun {
 public:
  static constexpr const char* kName = kExactLearner;
  static constexpr int kStateVersion = 1;
  static constexpr const char* kUnit = "iterations";

  ExactRun(const std::shared_ptr<const poker_measure::PublicTree>& tree,
           const ExactRunOptions& options, const ExactListener& progress)
      : tree_(*tree),
        options_(options),
        progress_(progress),
        measured_at_(curve_iterations(options.iterations)) {
    for (const Variant variant : options.variants) learners_.emplace_back(tree, variant);
  }

  std::string identity() const {
    nlohmann::json variants = nlohmann::json::array();
    for (const Variant variant : options_.variants) variants.push_back(name_of(variant));
    return nlohmann::json{{"game", poker::write_game_definition(tree_.game())},
                          {"variants", variants}}
        .dump();
  }

  std::uint64_t steps() const noexcept { return done_; }
  std::uint64_t goal() const noexcept { return options_.iterations; }

  void report() const {
    if (progress_) progress_(done_, curve_);
  }

  Step begin() {
    report();
    return Step::kMade;
  }

  /// Iterates up to the next point of the curve, but at most kMaxAtOnce times, and measures the
  /// point.
  Step advance() {
    const std::uint64_t place = *std::ranges::upper_bound(measured_at_, done_);
    const std::uint64_t iterations = std::min(kMaxAtOnce, place - done_);
    for (ExactCfr& learner : learners_) {
      for (std::uint64_t i = 0; i < iterations; ++i) learner.iterate();
    }
    done_ += iterations;
    if (done_ == place) measure();
    return Step::kMade;
  }

  std::optional<CurveFigures> curve_figures() const {
    if (curve_.empty()) return std::nullopt;
    CurveFigures row{curve_.back().iterations, {}};
    for (std::size_t k = 0; k < options_.variants.size(); ++k)
      row.figures.emplace_back(name_of(options_.variants[k]), curve_.back().exploitability[k]);
    return row;
  }

  Snapshot snapshot() const {
    Snapshot snapshot{done_, {}};
    const auto add = [&](const std::string& name, const std::vector<double>& numbers) {
      // Files cannot contain empty tensors.
      if (!numbers.empty()) snapshot.state.push_back(format::make_tensor(name, numbers));
    };
    for (const ExactCfr& learner : learners_) {
      const ExactState& state = learner.state();
      for (const auto& [part, numbers] : {std::pair{"regrets", &state.regrets},
                                          {"average", &state.average},
                                          {"last", &state.last}})
        add(fmt::format("{}.{}", name_of(learner.variant()), part), *numbers);
    }
    std::vector<double> places, figures;
    for (const CurvePoint& point : curve_) {
      places.push_back(static_cast<double>(point.iterations));
      figures.insert(figures.end(), point.exploitability.begin(), point.exploitability.end());
    }
    add("curve.iterations", places);
    add("curve.exploitability", figures);
    return snapshot;
  }

  void restore(const StateReader& state) {
    done_ = state.step();
    const auto numbers_of = [&state](const std::string& name) {
      if (state.find(name) == nullptr) return std::vector<double>();
      const std::span<const double> numbers = state.numbers<double>(name);
      return std::vector<double>(numbers.begin(), numbers.end());
    };
    for (ExactCfr& learner : learners_) {
      const std::string name(name_of(learner.variant()));
      learner.restore({done_, numbers_of(name + ".regrets"), numbers_of(name + ".average"),
                       numbers_of(name + ".last")});
    }
    const std::vector<double> places = numbers_of("curve.iterations"),
                              figures = numbers_of("curve.exploitability");
    if (figures.size() != places.size() * learners_.size())
      throw format::LoadError("checkpoint.damaged", "the checkpoint has a curve with gaps");
    // The end of a shorter run may not be a point of this run's curve.
    for (std::size_t i = 0; i < places.size(); ++i) {
      const auto place = static_cast<std::uint64_t>(places[i]);
      if (!std::ranges::binary_search(measured_at_, place)) continue;
      const auto row = figures.begin() + static_cast<std::ptrdiff_t>(i * learners_.size());
      curve_.push_back({place, {row, row + static_cast<std::ptrdiff_t>(learners_.size())}});
    }
    report();
  }

  ExactRunResult result() const {
    ExactRunResult result{curve_, {}};
    for (const ExactCfr& learner : learners_) {
      const poker_measure::TreeStrategy average = learner.average();
      result.values.push_back(poker_measure::in_milli_blinds(
          tree_.game(), poker_measure::expected_value(tree_, average, average)));
    }
    return result;
  }

 private:
  /// Adds the exploitability of all variants to the curve.
  void measure() {
    CurvePoint point{done_, {}};
    for (const ExactCfr& learner : learners_)
      point.exploitability.push_back(poker_measure::in_milli_blinds(
          tree_.game(), poker_measure::exploitability(tree_, learner.average())));
    curve_.push_back(std::move(point));
  }

  const poker_measure::PublicTree& tree_;
  const ExactRunOptions& options_;
  const ExactListener& progress_;
  std::vector<std::uint64_t> measured_at_;  // ascending; the last is the goal
  std::vector<ExactCfr> learners_;
  std::uint64_t done_ = 0;
  std::vector<CurvePoint> curve_;
};

}  // namespace

ExactRunResult run_exact(const std::shared_ptr<const poker_measure::PublicTree>& tree,
                         const ExactRunOptions& options, const ExactListener& progress) {
  ExactRun learner(tree, options, progress);
  run(learner, options, [&learner] { learner.report(); });
  return learner.result();
}

}  // namespace trivium::learning::cfr
