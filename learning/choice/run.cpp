#include "learning/choice/run.h"

#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "learning/statistics/golden_section.h"
#include "models/format/sha256.h"

namespace trivium::learning::choice {

namespace {

/// Runs one Scoring after the other, for run() of learning/harness/run.h. States are stored by the
/// name of the lookahead.
class ChoiceRun {
 public:
  static constexpr const char* kName = kChoiceLearner;
  static constexpr int kStateVersion = 2;
  static constexpr const char* kUnit = "steps";

  ChoiceRun(const ChoiceTask& task, const ChoiceListener& listener)
      : task_(task), listener_(listener) {}

  /// Includes the maximum number of iterations, because a fit that reached it is not continued.
  std::string identity() const {
    nlohmann::json lookaheads = nlohmann::json::array();
    for (const chess::Lookahead lookahead : task_.lookaheads)
      lookaheads.push_back(chess::lookahead_name(lookahead));
    return nlohmann::json{
        {"data", nlohmann::json::parse(task_.data_identity)},
        {"attributes", task_.attributes.words()},
        {"lookahead", lookaheads},
        {"prior", format::sha256_hex(std::as_bytes(std::span(task_.prior.weights)))},
        {"prior_scaled", task_.prior.scaled},
        {"prior_moves", task_.fit.prior_moves},
        {"ridge", task_.fit.ridge},
        {"iterations", task_.fit.iterations}}
        .dump();
  }

  std::uint64_t steps() const noexcept {
    std::uint64_t steps = 0;
    for (const auto& [name, state] : states_) steps += state.iterations;
    return steps;
  }
  std::uint64_t goal() const noexcept { return kNoGoal; }
  Step begin() { return Step::kMade; }

  Snapshot snapshot() const {
    Snapshot snapshot{steps(), {}};
    for (const auto& [name, state] : states_) {
      std::vector<double> values{static_cast<double>(state.iterations)};
      values.insert(values.end(), state.weights.begin(), state.weights.end());
      snapshot.state.push_back(format::make_tensor(name, values));
    }
    return snapshot;
  }

  void restore(const StateReader& state) {
    for (const format::Tensor& tensor : state.tensors()) {
      const auto values =
          state.numbers<double>(tensor.name, 1 + task_.train.width(task_.attributes));
      states_[tensor.name] = {{values.begin() + 1, values.end()},
                              static_cast<std::size_t>(values[0])};
    }
  }

  Step advance() {
    for (; fits_.size() < task_.lookaheads.size(); scoring_.reset()) {
      const chess::Lookahead lookahead = task_.lookaheads[fits_.size()];
      if (!scoring_) open(lookahead);
      listener_(fmt::format("steps ({})", chess::lookahead_name(lookahead)),
                scoring_->state().iterations, task_.fit.iterations,
                fmt::format("log-likelihood {:.5f} a move", scoring_->log_likelihood()));
      if (scoring_->advance()) {
        states_[std::string(chess::lookahead_name(lookahead))] = scoring_->state();
        return Step::kMilestone;
      }
      fits_.emplace_back(lookahead, scoring_->result());
    }
    return Step::kNone;
  }

  std::optional<CurveFigures> curve_figures() const {
    if (!scoring_) return std::nullopt;
    return CurveFigures{steps(), {{"log_likelihood", scoring_->log_likelihood()}}};
  }

  std::vector<std::pair<chess::Lookahead, Fit>> fits() && { return std::move(fits_); }

 private:
  /// Starts or resumes the scoring of a lookahead.
  void open(chess::Lookahead lookahead) {
    FitOptions options = task_.fit;
    options.lookahead = lookahead;
    options.prior = task_.prior.scaled ? scaled_prior(lookahead) : task_.prior.weights;
    const auto slopes_at = [this, lookahead](std::span<const double> weights) {
      return slopes(task_.train, task_.attributes, lookahead, weights, task_.fit.crew());
    };
    const auto kept = states_.find(chess::lookahead_name(lookahead));
    scoring_.emplace(task_.train.width(task_.attributes), slopes_at, options,
                     kept == states_.end() ? nullptr : &kept->second);
  }

  /// Returns the multiple of the prior weights that predicts the training decisions best.
  std::vector<double> scaled_prior(chess::Lookahead lookahead) const {
    constexpr std::uint64_t kUsualTries = 20;
    const auto scaled = [this](double factor) {
      std::vector<double> weights = task_.prior.weights;
      for (double& weight : weights) weight *= factor;
      return weights;
    };
    std::uint64_t tried = 0;
    return scaled(statistics::golden_maximum([&](double factor) {
      listener_("how much the engine's weights count", ++tried, kUsualTries, "");
      return predicted(task_.train, task_.attributes, lookahead, scaled(factor), task_.fit.crew())
          .log_likelihood;
    }));
  }

  const ChoiceTask& task_;
  const ChoiceListener& listener_;
  std::map<std::string, FitState, std::less<>> states_;  ///< by lookahead
  std::vector<std::pair<chess::Lookahead, Fit>> fits_;   ///< results of finished lookaheads
  std::optional<Scoring> scoring_;                       ///< scoring of the current lookahead
};

}  // namespace

std::vector<std::pair<chess::Lookahead, Fit>> fit_lookaheads(const ChoiceTask& task,
                                                             const RunOptions& options,
                                                             const ChoiceListener& listener) {
  ChoiceRun learner(task, listener);
  run(learner, options);
  return std::move(learner).fits();
}

}  // namespace trivium::learning::choice
