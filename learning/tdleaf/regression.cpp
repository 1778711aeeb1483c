#include "learning/tdleaf/regression.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <istream>
#include <optional>
#include <stdexcept>
#include <utility>

#include "engine/chess/rules/epd.h"
#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"
#include "learning/tdleaf/minimize.h"
#include "models/format/load_error.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr std::size_t kRegressionShards = 32;  // part of the result: sums are merged shard by shard
constexpr std::size_t kNeighbours = 64;        // positions held out or kept together

std::optional<float> points_of(std::optional<std::string_view> result) {
  if (result == "1-0") return 1.0F;
  if (result == "0-1") return 0.0F;
  if (result == "1/2-1/2") return 0.5F;
  return std::nullopt;
}

/// -log-likelihood of a result when the log-odds are `score`; no overflow for any score.
double loss_of(double score, double result) { return std::max(score, 0.0) - score * result + std::log1p(std::exp(-std::abs(score))); }

/// Sums over positions.
struct LossSums {
  double loss = 0.0;
  std::size_t positions = 0;
  std::vector<double> gradient;  ///< by pawns; empty where it is not asked for

  void merge(const LossSums& more) {
    loss += more.loss;
    positions += more.positions;
    for (std::size_t i = 0; i < gradient.size(); ++i) gradient[i] += more.gradient[i];
  }
};

LossSums sums_of(std::span<const LabelledPosition> data, std::span<const double> weights, double scale, bool with_gradient,
                 std::size_t threads) {
  const Shards shards(kRegressionShards, threads);
  const auto part = [&](std::size_t shard) {
    LossSums sums;
    if (with_gradient) sums.gradient.resize(weights.size());
    chess::Extraction extraction;
    const Range range = shards.range(shard, data.size());
    for (const LabelledPosition& one : data.subspan(range.begin, range.end - range.begin)) {
      chess::extract(*unpack(one.position), extraction);
      if (extraction.known()) continue;
      const double value = evaluation(extraction, weights);
      const double result = static_cast<double>(one.white_points);
      sums.loss += loss_of(value / scale, result);
      ++sums.positions;
      if (!with_gradient) continue;
      const double error = win_probability(value, scale) - result;
      add_gradient(extraction, value, kCentipawnsPerPawn * error / scale, sums.gradient);
    }
    return sums;
  };
  LossSums start;
  if (with_gradient) start.gradient.resize(weights.size());
  return shards.reduce(std::move(start), part, [](LossSums& sums, const LossSums& more) { sums.merge(more); });
}

/// The objective, a position.
Slope objective(std::span<const LabelledPosition> data, std::span<const double> weights, std::span<const double> prior,
                const RegressionOptions& options) {
  LossSums sums = sums_of(data, weights, options.scale, true, options.threads);
  Slope slope{sums.loss, std::move(sums.gradient)};
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double away = weights[i] - prior[i];
    slope.value += 0.5 * options.ridge * away * away;
    slope.gradient[i] += options.ridge * away;
  }
  const double share = 1.0 / static_cast<double>(data.size());
  slope.value *= share;
  for (double& one : slope.gradient) one *= share;
  return slope;
}

/// The root of each parameter's own curvature at P = 1/2, which bounds it: features differ by many powers of ten in how often they occur,
/// and measured in these units the minimum is found in a tenth of the iterations.
std::vector<double> units_of(std::span<const LabelledPosition> data, const RegressionOptions& options) {
  const Shards shards(kRegressionShards, options.threads);
  const auto part = [&](std::size_t shard) {
    std::vector<double> sums(chess::kParameterCount);
    chess::Extraction extraction;
    const Range range = shards.range(shard, data.size());
    for (const LabelledPosition& one : data.subspan(range.begin, range.end - range.begin)) {
      chess::extract(*unpack(one.position), extraction);
      if (extraction.known()) continue;
      for (const chess::Coefficient& each : extraction.balance()) {
        const double middlegame = extraction.phase() * each.count / options.scale;  // change of the log-odds by a pawn
        const double endgame = (100 - extraction.phase()) * each.count / options.scale;
        sums[each.feature] += 0.25 * middlegame * middlegame;
        sums[chess::kFeatureCount + each.feature] += 0.25 * endgame * endgame;
      }
    }
    return sums;
  };
  const auto merge = [](std::vector<double>& sums, const std::vector<double>& more) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
  };
  std::vector<double> units = shards.reduce(std::vector<double>(chess::kParameterCount, options.ridge), part, merge);
  for (double& one : units) one = one > 0.0 ? std::sqrt(one / static_cast<double>(data.size())) : 1.0;
  return units;
}

void check_regression(const RegressionOptions& options) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
  };
  require(options.scale > 0.0, "the scale must be positive");
  require(options.ridge >= 0.0, "the ridge must not be negative");
  require(options.held_out_share >= 0.0 && options.held_out_share < 1.0, "the held-out share must be in [0, 1)");
}

}  // namespace

std::vector<LabelledPosition> read_labelled(std::istream& epd, std::string_view name) {
  std::vector<LabelledPosition> data;
  chess::EpdReader reader(epd);
  for (auto record = reader.next(); record; record = reader.next()) {
    if (!*record) throw format::LoadError(fmt::format("{}: {}", name, record->error().message));
    const chess::EpdRecord& labelled = **record;
    std::optional<float> points = points_of(labelled.text("c9"));
    if (!points) points = points_of(labelled.text("c0"));
    if (!points)
      throw format::LoadError(fmt::format("{}: line {}: no result as c9 or c0 (\"1-0\", \"0-1\", \"1/2-1/2\")", name, reader.line()));
    data.push_back({pack(labelled.position), *points});
  }
  return data;
}

RegressionMetrics measure(std::span<const LabelledPosition> data, std::span<const double> weights, double scale, std::size_t threads) {
  const LossSums sums = sums_of(data, weights, scale, false, threads);
  return {sums.positions, sums.positions > 0 ? sums.loss / static_cast<double>(sums.positions) : 0.0};
}

RegressionResult regress(std::span<const LabelledPosition> data, std::span<const double> start, const RegressionOptions& options) {
  check_regression(options);
  std::vector<LabelledPosition> train;
  std::vector<LabelledPosition> test;
  for (std::size_t i = 0; i < data.size(); ++i) {
    (held_out(options.seed, i / kNeighbours, options.held_out_share) ? test : train).push_back(data[i]);
  }
  if (train.empty()) throw std::invalid_argument("there are no positions to learn from");

  MinimizeOptions minimizing;
  minimizing.max_iterations = options.max_iterations;
  minimizing.on_iteration = options.on_iteration;
  const std::vector<double> units = units_of(train, options);
  const auto in_pawns = [&units](std::span<const double> at) {
    std::vector<double> weights(at.begin(), at.end());
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] /= units[i];
    return weights;
  };
  const auto function = [&](std::span<const double> at) {
    Slope slope = objective(train, in_pawns(at), start, options);
    for (std::size_t i = 0; i < units.size(); ++i) slope.gradient[i] /= units[i];
    return slope;
  };
  std::vector<double> begin(start.begin(), start.end());
  for (std::size_t i = 0; i < begin.size(); ++i) begin[i] *= units[i];
  Minimum minimum = minimize(function, std::move(begin), minimizing);
  minimum.at = in_pawns(minimum.at);

  RegressionResult result;
  result.train_before = measure(train, start, options.scale, options.threads);
  result.train = measure(train, minimum.at, options.scale, options.threads);
  result.held_out_before = measure(test, start, options.scale, options.threads);
  result.held_out = measure(test, minimum.at, options.scale, options.threads);
  result.iterations = minimum.iterations;
  result.converged = minimum.converged;
  result.weights = std::move(minimum.at);
  return result;
}

}  // namespace trivium::learning::tdleaf
