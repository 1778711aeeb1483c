#include "tools/learn/choice_fitting.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "engine/chess/choice/model.h"
#include "engine/chess/evaluation/weights.h"
#include "learning/choice/split.h"
#include "learning/harness/checkpoint.h"
#include "learning/harness/progress.h"
#include "models/format/linear.h"
#include "models/format/load_error.h"
#include "models/format/model_path.h"
#include "tools/command.h"

namespace trivium::tools {

namespace {

namespace choice = learning::choice;

/// Steps of scoring kept on disk, those of each lookahead.
class Steps {
 public:
  Steps(const ChoiceFitting& fitting, const std::string& identity) {
    if (fitting.checkpoint.empty()) return;
    constexpr int kVersion = 1;
    checkpoint_.emplace(fitting.checkpoint, "choice", kVersion, nlohmann::json{{"command", identity}}.dump());
    const std::optional<learning::Snapshot> snapshot = checkpoint_->begin(fitting.resume);
    if (!snapshot) return;
    for (const format::Tensor& tensor : snapshot->state) {
      const std::span<const double> values = tensor.values<double>();
      if (values.empty())
        throw format::LoadError("checkpoint.empty", fmt::format("{}: {} is empty", checkpoint_->path().string(), tensor.name));
      states_[tensor.name] = {{values.begin() + 1, values.end()}, static_cast<std::size_t>(values[0])};
    }
  }

  std::optional<choice::FitState> of(chess::Lookahead lookahead) const {
    const auto found = states_.find(chess::lookahead_name(lookahead));
    return found == states_.end() ? std::nullopt : std::optional(found->second);
  }

  void keep(chess::Lookahead lookahead, const choice::FitState& state) {
    states_[std::string(chess::lookahead_name(lookahead))] = state;
    if (!checkpoint_) return;
    learning::Snapshot snapshot;
    for (const auto& [name, kept] : states_) {
      std::vector<double> values{static_cast<double>(kept.iterations)};
      values.insert(values.end(), kept.weights.begin(), kept.weights.end());
      snapshot.step += kept.iterations;
      snapshot.state.push_back(format::make_tensor<double>(name, {values.size()}, std::span<const double>(values)));
    }
    checkpoint_->save(std::move(snapshot));
  }

 private:
  std::optional<learning::Checkpoint> checkpoint_;
  std::map<std::string, choice::FitState, std::less<>> states_;  ///< by lookahead
};

choice::Fit fitted(const choice::Decisions& train, const chess::Attributes& attributes, const ChoiceFitting& fitting,
                   chess::Lookahead lookahead, Steps& steps, learning::Phases& phases) {
  choice::FitOptions options = fitting.fit;
  options.lookahead = lookahead;
  options.start = steps.of(lookahead);
  options.on_step = [&](const choice::FitState& state) { steps.keep(lookahead, state); };
  if (!fitting.prior.empty()) options.prior = prior_weights(fitting.prior, train, attributes, lookahead, options.threads, phases);
  learning::Progress progress(phases.next(fmt::format("steps ({})", chess::lookahead_name(lookahead))), options.iterations);
  progress.expect_fewer();
  if (options.start) progress.resumed_at(options.start->iterations);
  return choice::fit(train, attributes, options, [&](std::size_t iteration, double each) {
    progress.update(iteration, fmt::format("log-likelihood {:.5f} a move", each));
  });
}

std::vector<double> scaled(std::span<const double> weights, double factor) {
  std::vector<double> all(weights.begin(), weights.end());
  for (double& weight : all) weight *= factor;
  return all;
}

/// Where `value` of a factor from 0 on is largest, which has one summit: by the golden section, once it is between two that are lower.
template <class Value>
double best_factor(const Value& value) {
  constexpr double kGolden = 0.6180339887498949;
  constexpr int kNarrowings = 16;
  double low = 0, high = 1;
  for (double at_high = value(high), further = value(2 * high); further > at_high; further = value(2 * high)) {
    low = high;
    high *= 2;
    at_high = further;
  }
  high *= 2;
  double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
  double at_left = value(left), at_right = value(right);
  for (int i = 0; i < kNarrowings; ++i) {
    if (at_left > at_right) {
      high = right;
      right = left;
      at_right = at_left;
      at_left = value(left = high - kGolden * (high - low));
    } else {
      low = left;
      left = right;
      at_left = at_right;
      at_right = value(right = low + kGolden * (high - low));
    }
  }
  return (low + high) / 2;
}

std::vector<double> of_engine(const choice::Decisions& train, const chess::Attributes& attributes, chess::Lookahead lookahead,
                              std::size_t threads, learning::Phases& phases) {
  if (attributes.words() != std::vector<std::string>{"engine"}) {
    throw UsageError("--prior", "engine needs --attributes engine alone");
  }
  const format::WeightFile file = format::read_weight_file(format::default_weights("chess"));
  if (file.feature_names != attributes.names())
    throw format::LoadError("weights.features", fmt::format("{}: its features are others", file.source));
  std::vector<double> weights = format::linear_weights(file);
  weights.resize(train.width(attributes));
  learning::Progress progress(phases.next("how much the engine's weights count"), 20);
  std::uint64_t tried = 0;
  const double factor = best_factor([&](double by) {
    progress.update(++tried);
    return choice::foretold(train, attributes, lookahead, scaled(weights, by), threads).log_likelihood;
  });
  return scaled(weights, factor);
}

}  // namespace

std::vector<double> prior_weights(const std::string& prior, const choice::Decisions& train, const chess::Attributes& attributes,
                                  chess::Lookahead lookahead, std::size_t threads, learning::Phases& phases) {
  if (prior == kEnginePrior) return of_engine(train, attributes, lookahead, threads, phases);
  const chess::ChoiceModel model = chess::ChoiceModel::load(prior);
  if (model.attributes.names() != attributes.names()) {
    throw UsageError("--prior", fmt::format("{} is of other attributes", prior));
  }
  std::vector<double> weights = model.weights;
  if (train.searched != nullptr) weights.push_back(model.search.weight);
  return weights;
}

std::pair<chess::Lookahead, choice::Fit> best_fit(const choice::Decisions& train, const chess::Attributes& attributes,
                                                  const ChoiceFitting& fitting, const std::string& identity, learning::Phases& phases) {
  Steps steps(fitting, identity);
  if (const std::optional<chess::Lookahead> asked = chess::lookahead_named(fitting.lookahead)) {
    return {*asked, fitted(train, attributes, fitting, *asked, steps, phases)};
  }
  std::optional<std::pair<chess::Lookahead, choice::Fit>> best;
  for (const chess::Lookahead lookahead : chess::kLookaheads) {
    choice::Fit found = fitted(train, attributes, fitting, lookahead, steps, phases);
    fmt::print("{:8} log-likelihood {:.2f}\n", chess::lookahead_name(lookahead), found.sums.log_likelihood);
    if (!best || found.sums.log_likelihood > best->second.sums.log_likelihood) best.emplace(lookahead, std::move(found));
  }
  return *std::move(best);
}

int fitting_phases(const ChoiceFitting& fitting) {
  const auto fits = chess::lookahead_named(fitting.lookahead) ? std::size_t{1} : std::size(chess::kLookaheads);
  return static_cast<int>(fitting.prior == kEnginePrior ? 2 * fits : fits);
}

std::unique_ptr<const choice::SearchedWorths> search_decisions(const choice::Decisions& decisions, std::uint64_t nodes, std::size_t threads,
                                                               learning::Phases& phases) {
  // Those without a decision would take no time, and make the end look near or far.
  std::vector<std::uint32_t> games;
  std::ranges::copy_if(decisions.games, std::back_inserter(games),
                       [&](std::uint32_t number) { return choice::has_decisions(decisions, number); });
  learning::Progress progress(phases.next("games searched"), games.size());
  return std::make_unique<const choice::SearchedWorths>(*decisions.records, games, decisions.filter, nodes, chess::Weights::load_default(),
                                                        threads, [&progress](std::size_t done) { progress.update(done); });
}

}  // namespace trivium::tools
