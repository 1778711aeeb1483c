#include "learning/outcome/outcome.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "learning/harness/checkpoint.h"
#include "learning/harness/seeds.h"
#include "models/format/linear.h"
#include "models/format/sha256.h"

namespace trivium::learning {

namespace {

constexpr std::size_t kShards = 64;         // part of the result: sums are merged shard by shard
constexpr double kEnoughDecrement = 1e-12;  // of the objective: nothing is left to gain, and rounding would hide it
constexpr int kCheckpointVersion = 1;

void check(const OutcomeTask& task, const OutcomeOptions& options) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
  };
  require(task.data.features == task.feature_names.size(), "each feature needs a name");
  require(task.data.positions() > 0, "there are no positions to learn from");
  require(options.ridge > 0.0, "the ridge must be positive");
  require(options.held_out_share >= 0.0 && options.held_out_share < 1.0, "the held-out share must be in [0, 1)");
  require(options.max_iterations > 0, "at least one iteration is needed");
}

/// Everything that decides the result.
std::string identity(const OutcomeTask& task, const OutcomeOptions& options) {
  const std::span<const float> values(task.data.values);
  format::Sha256 hash;
  hash.update(std::as_bytes(values)).update(std::as_bytes(std::span(task.data.results)));
  hash.update(std::as_bytes(std::span(task.data.game_ends)));
  return nlohmann::json{
      {"kind", task.kind},       {"schema", task.schema}, {"features", task.feature_names},           {"data", task.source.sha256},
      {"positions", hash.hex()}, {"seed", options.seed},  {"held_out_share", options.held_out_share}, {"ridge", options.ridge},
      {"shards", kShards}}
      .dump();
}

struct Split {
  OutcomeData train;
  OutcomeData held_out;
};

Split split_by_game(const OutcomeData& data, const OutcomeOptions& options) {
  Split split;
  split.train.features = split.held_out.features = data.features;
  for (std::size_t game = 0; game < data.games(); ++game) {
    OutcomeData& side = held_out(options.seed, game, options.held_out_share) ? split.held_out : split.train;
    side.append_game(data, data.rows(game));
  }
  return split;
}

struct Fit {
  std::vector<double> weights;
  int iterations = 0;
  bool converged = false;
};

/// The state of a fit between two iterations, as a checkpoint keeps it.
Snapshot snapshot_of(const Fit& fit) {
  const std::uint8_t converged = fit.converged ? 1 : 0;
  Snapshot snapshot;
  snapshot.step = static_cast<std::uint64_t>(fit.iterations);
  snapshot.state = {format::make_tensor("weights", {fit.weights.size()}, std::span(fit.weights)),
                    format::make_tensor("converged", {}, std::span(&converged, 1))};
  return snapshot;
}

Fit fit_of(const Snapshot& snapshot, std::size_t features) {
  Fit fit;
  fit.iterations = static_cast<int>(snapshot.step);
  for (const format::Tensor& tensor : snapshot.state) {
    if (tensor.name == "weights") fit.weights.assign(tensor.values<double>().begin(), tensor.values<double>().end());
    if (tensor.name == "converged") fit.converged = tensor.values<std::uint8_t>().front() != 0;
  }
  if (fit.weights.size() != features) throw format::LoadError("the checkpoint holds another number of weights");
  return fit;
}

Fit newton(const OutcomeData& train, const OutcomeTask& task, const OutcomeOptions& options, const Shards& shards) {
  Fit fit{std::vector<double>(train.features), 0, false};
  std::optional<Checkpoint> checkpoint;
  if (options.checkpoint_folder) {
    checkpoint.emplace(*options.checkpoint_folder, "outcome", kCheckpointVersion, identity(task, options));
    const std::optional<Snapshot> snapshot = checkpoint->begin(options.resume);
    if (snapshot) fit = fit_of(*snapshot, train.features);
    checkpoint->refuse_fewer(static_cast<std::uint64_t>(fit.iterations), static_cast<std::uint64_t>(options.max_iterations), "iterations");
  }
  while (!fit.converged && fit.iterations < options.max_iterations) {
    const NewtonStep step = newton_step(train, fit.weights, options.ridge, shards);
    fit.weights = step.weights;
    fit.converged = step.decrement <= kEnoughDecrement * (1.0 + step.objective);
    ++fit.iterations;
    if (checkpoint) checkpoint->save(snapshot_of(fit));
    if (options.on_iteration) options.on_iteration(fit.iterations, step);
    if (step.length == 0.0) break;
  }
  return fit;
}

std::map<std::string, double> figures_of(const OutcomeResult& result) {
  std::map<std::string, double> figures{{"train.log_loss", result.train.log_loss}, {"train.accuracy", result.train.accuracy}};
  figures["train.log_loss_before"] = result.train_before.log_loss;
  figures["train.accuracy_before"] = result.train_before.accuracy;
  if (result.held_out.games == 0) return figures;
  figures["held_out.log_loss"] = result.held_out.log_loss;
  figures["held_out.accuracy"] = result.held_out.accuracy;
  figures["held_out.log_loss_before"] = result.held_out_before.log_loss;
  figures["held_out.accuracy_before"] = result.held_out_before.accuracy;
  return figures;
}

}  // namespace

OutcomeResult learn_outcome(const OutcomeTask& task, const OutcomeOptions& options) {
  check(task, options);
  const Shards shards(kShards, options.threads);
  const Split split = split_by_game(task.data, options);
  const std::vector<double> zero(task.data.features);

  Fit fit = newton(split.train, task, options, shards);
  OutcomeResult result;
  result.standard_errors = standard_errors(split.train, fit.weights, options.ridge, shards);
  result.train_before = measure(split.train, zero, shards);
  result.train = measure(split.train, fit.weights, shards);
  result.held_out_before = measure(split.held_out, zero, shards);
  result.held_out = measure(split.held_out, fit.weights, shards);
  result.iterations = fit.iterations;
  result.converged = fit.converged;
  result.weights = std::move(fit.weights);
  return result;
}

format::WeightFile outcome_file(const OutcomeTask& task, const OutcomeOptions& options, const OutcomeResult& result,
                                const ToolIdentity& tool, const std::string& command) {
  Manifest manifest;
  manifest.tool = tool;
  manifest.command = command;
  manifest.origin = "learned: logistic regression of game results";
  manifest.seed = options.seed;
  manifest.data = {task.source};
  manifest.parameters = {{"ridge", options.ridge}, {"held_out_share", options.held_out_share}};
  const auto count = [](std::size_t number) { return static_cast<std::int64_t>(number); };
  manifest.counts = {{"train.games", count(result.train.games)},
                     {"train.positions", count(result.train.positions)},
                     {"held_out.games", count(result.held_out.games)},
                     {"held_out.positions", count(result.held_out.positions)},
                     {"iterations", result.iterations},
                     {"converged", result.converged ? 1 : 0}};
  manifest.figures = figures_of(result);
  for (std::size_t i = 0; i < task.feature_names.size(); ++i) manifest.standard_errors[task.feature_names[i]] = result.standard_errors[i];

  format::WeightFile file;
  file.kind = task.kind;
  file.schema = task.schema;
  file.feature_names = task.feature_names;
  file.manifest = manifest.to_json();
  file.tensors = format::linear_tensors(task.feature_names, result.weights);
  return file;
}

}  // namespace trivium::learning
