#include "learning/tdleaf/regression.h"

#include <cmath>
#include <istream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

#include "engine/chess/rules/epd.h"
#include "engine/core/logistic.h"
#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"
#include "learning/statistics/evidence.h"
#include "learning/statistics/lbfgs.h"
#include "learning/statistics/ridge.h"
#include "learning/tdleaf/results_by_value.h"
#include "learning/tdleaf/signatures.h"
#include "models/format/load_error.h"
#include "models/format/sha256.h"

namespace trivium::learning::tdleaf {

using statistics::Minimizer;
using statistics::Slope;

namespace {

constexpr std::size_t kRegressionShards = 32;  // changes results: sums are added shard by shard
constexpr std::size_t kNeighbors = 64;         // consecutive positions with the same role

// Names of the tensors of a checkpoint.
constexpr std::string_view kSteps = "curvature.steps";
constexpr std::string_view kChanges = "curvature.changes";
constexpr std::string_view kAt = "minimizer.at";
constexpr std::string_view kValue = "minimizer.value";
constexpr std::string_view kGradient = "minimizer.gradient";
constexpr std::string_view kIterations = "minimizer.iterations";
constexpr std::string_view kSettled = "minimizer.settled";
constexpr std::string_view kLossRows = "curve";  // rows of iteration and loss

std::optional<float> points_in(std::optional<std::string_view> result) {
  if (result == "1-0") return 1.0F;
  if (result == "0-1") return 0.0F;
  if (result == "1/2-1/2") return 0.5F;
  return std::nullopt;
}

/// Calls `add(position, its extraction, sums)` for each position whose value is not known exactly.
/// The sums of each shard begin as `nothing` and are added to `start`. Returns the total.
template <class Sums, class Add>
Sums sum_over(std::span<const LabeledPosition> data, Crew crew, Sums start, const Sums& nothing,
              const Add& add) {
  const Shards shards(kRegressionShards, crew);
  const auto part = [&](std::size_t shard) {
    Sums sums = nothing;
    chess::Extraction extraction;
    const Range range = shards.range(shard, data.size());
    for (const LabeledPosition& one : data.subspan(range.begin, range.end - range.begin)) {
      chess::extract(*records::unpack(one.position), extraction);
      if (!extraction.known()) add(one, extraction, sums);
    }
    return sums;
  };
  return shards.sum(std::move(start), part);
}

struct LossSums {
  double loss = 0.0;
  std::size_t positions = 0;
  std::vector<double> gradient;  ///< per pawn; empty if it is not requested

  /// For Transfer and Shards::sum().
  auto fields() noexcept { return std::tie(loss, positions, gradient); }
};

LossSums sums_of(std::span<const LabeledPosition> data, std::span<const double> weights,
                 double scale, bool with_gradient, Crew crew) {
  const auto add = [&](const LabeledPosition& one, const chess::Extraction& extraction,
                       LossSums& sums) {
    const double value = evaluation(extraction, weights);
    const double result = static_cast<double>(one.white_points);
    sums.loss += logistic_loss(value / scale, result);
    ++sums.positions;
    if (!with_gradient) return;
    const double error = win_probability(value, scale) - result;
    add_gradient(extraction, value, kCentipawnsPerPawn * error / scale, sums.gradient);
  };
  LossSums nothing;
  if (with_gradient) nothing.gradient.resize(weights.size());
  return sum_over(data, crew, nothing, nothing, add);
}

/// Returns the objective and its gradient (per pawn), divided by the number of positions.
Slope objective(std::span<const LabeledPosition> data, std::span<const double> weights,
                std::span<const double> prior, const RegressionOptions& options) {
  LossSums sums = sums_of(data, weights, options.scale, true, options.crew());
  Slope slope{sums.loss, std::move(sums.gradient)};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const statistics::Ridge ridge{options.ridge, prior[i]};
    slope.value += ridge.penalty(weights[i]);
    slope.gradient[i] += ridge.slope(weights[i]);
  }
  const double share = 1.0 / static_cast<double>(data.size());
  slope.value *= share;
  for (double& one : slope.gradient) one *= share;
  return slope;
}

/// Returns the unit of each parameter: the square root of its own curvature at P = 1/2, which is an
/// upper bound. Frequencies of features differ by many powers of ten; with parameters measured in
/// these units the minimizer needs a tenth of the iterations.
std::vector<double> units_of(std::span<const LabeledPosition> data,
                             const RegressionOptions& options) {
  const auto add = [&](const LabeledPosition&, const chess::Extraction& extraction,
                       std::vector<double>& sums) {
    for (const chess::Coefficient& each : extraction.balance()) {
      // Change of the log-odds per pawn.
      const double middlegame = extraction.phase() * each.count / options.scale;
      const double endgame = (100 - extraction.phase()) * each.count / options.scale;
      sums[each.feature] += 0.25 * middlegame * middlegame;
      sums[chess::kFeatureCount + each.feature] += 0.25 * endgame * endgame;
    }
  };
  std::vector<double> units =
      sum_over(data, options.crew(), std::vector<double>(chess::kParameterCount, options.ridge),
               std::vector<double>(chess::kParameterCount), add);
  for (double& one : units)
    one = one > 0.0 ? std::sqrt(one / static_cast<double>(data.size())) : 1.0;
  return units;
}

/// The objective for the minimizer, with each parameter measured in its own unit.
struct ScaledObjective {
  std::span<const LabeledPosition> data;
  std::span<const double> prior;
  const RegressionOptions& options;
  std::vector<double> units;

  std::vector<double> in_units(std::span<const double> weights) const {
    std::vector<double> at(weights.begin(), weights.end());
    for (std::size_t i = 0; i < at.size(); ++i) at[i] *= units[i];
    return at;
  }

  std::vector<double> in_pawns(std::span<const double> at) const {
    std::vector<double> weights(at.begin(), at.end());
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] /= units[i];
    return weights;
  }

  Slope operator()(std::span<const double> at) const {
    Slope slope = objective(data, in_pawns(at), prior, options);
    for (std::size_t i = 0; i < units.size(); ++i) slope.gradient[i] /= units[i];
    return slope;
  }
};

struct PartedPositions {
  std::vector<LabeledPosition> train;
  std::vector<LabeledPosition> held_out;
};

PartedPositions part_positions(std::span<const LabeledPosition> data,
                               const RegressionOptions& options) {
  PartedPositions parted;
  for (std::size_t i = 0; i < data.size(); ++i) {
    (held_out(options.seed, i / kNeighbors, options.held_out_share) ? parted.held_out
                                                                    : parted.train)
        .push_back(data[i]);
  }
  return parted;
}

/// Fits the model of results to the values that `weights` give to the positions.
std::optional<ExpectationModel> expectation_of(std::span<const LabeledPosition> data,
                                               std::span<const double> weights, Crew crew) {
  const auto add = [&](const LabeledPosition& one, const chess::Extraction& extraction,
                       ResultsByValue& sums) {
    sums.add(evaluation(extraction, weights),
             static_cast<Outcome>(std::lround(2 * one.white_points) - 1));
  };
  return sum_over(data, crew, ResultsByValue(), ResultsByValue(), add).fit();
}

std::vector<format::Tensor> tensors_of(const Minimizer::State& state) {
  std::vector<std::vector<double>> steps, changes;
  for (const auto& pair : state.curvature.pairs()) {
    steps.push_back(pair.step);
    changes.push_back(pair.change);
  }
  std::vector<format::Tensor> tensors;
  add_rows(tensors, kSteps, steps);
  add_rows(tensors, kChanges, changes);
  tensors.push_back(format::make_tensor(kAt, state.at));
  tensors.push_back(format::make_tensor(kValue, state.slope.value));
  tensors.push_back(format::make_tensor(kGradient, state.slope.gradient));
  tensors.push_back(format::make_tensor(kIterations, state.iterations));
  tensors.push_back(format::make_tensor(kSettled, state.settled));
  return tensors;
}

/// Reads the state of a minimizer with `size` variables. Throws format::LoadError if it is damaged.
Minimizer::State state_of(const StateReader& tensors, std::size_t size) {
  Minimizer::State state{.at = std::vector<double>(size),
                         .slope = {0.0, std::vector<double>(size)}};
  std::vector<std::vector<double>> steps = tensors.rows(kSteps, size),
                                   changes = tensors.rows(kChanges, size);
  if (steps.size() != changes.size())
    throw format::LoadError("checkpoint.damaged",
                            "the checkpoint has not as many changes of the gradient as steps");
  for (std::size_t i = 0; i < steps.size(); ++i)
    state.curvature.add(std::move(steps[i]), std::move(changes[i]));
  tensors.read(kAt, state.at);
  state.slope.value = tensors.number<double>(kValue);
  tensors.read(kGradient, state.slope.gradient);
  state.iterations = tensors.number<std::uint64_t>(kIterations);
  state.settled = tensors.number<std::uint64_t>(kSettled);
  return state;
}

/// A training run, as run() of learning/harness/run.h drives it.
struct RegressionRun {
  static constexpr const char* kName = "regression";
  static constexpr int kStateVersion = 1;
  static constexpr const char* kUnit = "iterations";

  std::string identity() const {
    static_assert(sizeof(LabeledPosition) == sizeof(records::PackedPosition) + sizeof(float),
                  "its bytes are hashed, none of them is padding");
    return nlohmann::json{{"engine signature", engine_signature()},
                          {"kind", chess::kWeightsKind},
                          {"schema", chess::kWeightsSchema},
                          {"features", chess::parameter_names()},
                          {"start", format::sha256_hex(std::as_bytes(start))},
                          {"positions", format::sha256_hex(std::as_bytes(data))},
                          {"scale", objective.options.scale},
                          {"ridge", objective.options.ridge},
                          {"held_out_share", objective.options.held_out_share},
                          {"seed", objective.options.seed},
                          {"shards", kRegressionShards}}
        .dump();
  }

  std::uint64_t steps() const { return minimizer->iterations(); }
  std::uint64_t goal() const noexcept { return objective.options.max_iterations; }
  Snapshot snapshot() const {
    Snapshot snapshot{steps(), tensors_of(minimizer->state())};
    std::vector<std::vector<double>> rows;
    for (const RegressionPoint& point : curve)
      rows.push_back({static_cast<double>(point.iteration), point.loss});
    add_rows(snapshot.state, kLossRows, rows);
    return snapshot;
  }
  void restore(const StateReader& state) {
    minimizer.emplace(objective, state_of(state, start.size()));
    for (const std::vector<double>& row : state.rows(kLossRows, 2))
      curve.push_back({static_cast<std::uint64_t>(row[0]), row[1]});
    if (curve.empty()) add_point();
  }
  Step begin() {
    minimizer.emplace(objective, objective.in_units(start));
    add_point();
    return Step::kMade;
  }
  std::optional<CurveFigures> curve_figures() const {
    if (curve.empty()) return std::nullopt;
    return CurveFigures{curve.back().iteration, {{"loss", curve.back().loss}}};
  }

  Step advance() {
    if (!minimizer->advance()) return Step::kNone;
    add_point();
    return Step::kMilestone;
  }

  void add_point() { curve.push_back({minimizer->iterations(), minimizer->value()}); }

  std::span<const LabeledPosition> data;
  std::span<const double> start;
  const ScaledObjective& objective;
  std::optional<Minimizer> minimizer{};
  std::vector<RegressionPoint> curve{};
};

void check_regression(const RegressionOptions& options) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
  };
  require(options.scale > 0.0, "the scale must be positive");
  require(options.ridge >= 0.0, "the ridge must not be negative");
  require(options.held_out_share >= 0.0 && options.held_out_share < 1.0,
          "the held-out share must be in [0, 1)");
}

}  // namespace

std::vector<LabeledPosition> read_labeled(std::istream& epd, std::string_view name) {
  std::vector<LabeledPosition> data;
  chess::EpdReader reader(epd);
  for (auto record = reader.next(); record; record = reader.next()) {
    if (!*record)
      throw format::LoadError(record->error().code, "{}: {}", name, record->error().message);
    const chess::EpdRecord& labeled = **record;
    std::optional<float> points = points_in(labeled.text("c9"));
    if (!points) points = points_in(labeled.text("c0"));
    if (!points)
      throw format::LoadError("epd.result.missing",
                              "{}: line {}: no result as c9 or c0 (\"1-0\", \"0-1\", \"1/2-1/2\")",
                              name, reader.line());
    data.push_back({records::pack(labeled.position), *points});
  }
  return data;
}

RegressionMetrics measure(std::span<const LabeledPosition> data, std::span<const double> weights,
                          double scale, Crew crew) {
  const LossSums sums = sums_of(data, weights, scale, false, crew);
  return {sums.positions, statistics::mean_of(sums.loss, sums.positions)};
}

RegressionResult regress(std::span<const LabeledPosition> data, std::span<const double> start,
                         const RegressionOptions& options) {
  check_regression(options);
  const PartedPositions parted = part_positions(data, options);
  if (parted.train.empty()) throw std::invalid_argument("there are no positions to learn from");

  const ScaledObjective function{parted.train, start, options, units_of(parted.train, options)};
  RegressionRun learner{data, start, function};
  const auto report = [&] {
    if (options.on_iteration) options.on_iteration(learner.steps(), learner.minimizer->value());
  };
  run(learner, options, report);
  const Minimizer& minimizer = *learner.minimizer;

  const Crew crew = options.crew();
  RegressionResult result;
  result.weights = function.in_pawns(minimizer.at());
  result.train_before = measure(parted.train, start, options.scale, crew);
  result.train = measure(parted.train, result.weights, options.scale, crew);
  result.held_out_before = measure(parted.held_out, start, options.scale, crew);
  result.held_out = measure(parted.held_out, result.weights, options.scale, crew);
  result.expectation = expectation_of(parted.train, result.weights, crew);
  result.iterations = minimizer.iterations();
  result.converged = minimizer.converged();
  result.curve = std::move(learner.curve);
  return result;
}

}  // namespace trivium::learning::tdleaf
