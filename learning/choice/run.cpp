#include "learning/choice/run.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "models/format/load_error.h"
#include "models/format/sha256.h"

namespace trivium::learning::choice {

namespace {

/// One scoring after the other, each kept by the name of its lookahead.
class ChoiceRun {
 public:
  static constexpr const char* kName = kChoiceLearner;
  static constexpr int kStateVersion = 2;
  static constexpr const char* kUnit = "steps";

  ChoiceRun(const ChoiceTask& task, const ChoiceListener& listener) : task_(task), listener_(listener) {}

  /// The number of iterations is a part of it: a fit that was cut short by it is not taken up again.
  std::string identity() const {
    nlohmann::json lookaheads = nlohmann::json::array();
    for (const chess::Lookahead lookahead : task_.lookaheads) lookaheads.push_back(chess::lookahead_name(lookahead));
    return nlohmann::json{{"data", nlohmann::json::parse(task_.data_identity)},
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
      snapshot.state.push_back(format::make_tensor<double>(name, {values.size()}, values));
    }
    return snapshot;
  }

  void restore(const StateReader& state) {
    for (const format::Tensor& tensor : state.tensors()) {
      const auto values = state.numbers<double>(tensor.name, 1 + task_.train.width(task_.attributes));
      states_[tensor.name] = {{values.begin() + 1, values.end()}, static_cast<std::size_t>(values[0])};
    }
  }

  Step advance() {
    for (; next_ < task_.lookaheads.size(); ++next_) {
      const chess::Lookahead lookahead = task_.lookaheads[next_];
      if (!scoring_) open(lookahead);
      if (listener_.on_iteration) listener_.on_iteration(lookahead, scoring_->state().iterations, scoring_->log_likelihood());
      if (scoring_->advance()) {
        states_[std::string(chess::lookahead_name(lookahead))] = scoring_->state();
        return Step::kMilestone;
      }
      take(lookahead, scoring_->result());
      scoring_.reset();
    }
    return Step::kNone;
  }

  std::pair<chess::Lookahead, Fit> best() && { return *std::move(best_); }

 private:
  void open(chess::Lookahead lookahead) {
    FitOptions options = task_.fit;
    options.lookahead = lookahead;
    options.prior = task_.prior.weights;
    if (task_.prior.scaled) {
      const auto on_try = [&] {
        if (listener_.on_factor) listener_.on_factor(lookahead);
      };
      options.prior = scaled(options.prior, best_factor(task_.train, task_.attributes, lookahead, options.prior, options.threads, on_try));
    }
    const auto slopes_at = [this, lookahead](std::span<const double> weights) {
      return slopes(task_.train, task_.attributes, lookahead, weights, task_.fit.threads);
    };
    if (const auto kept = states_.find(chess::lookahead_name(lookahead)); kept != states_.end()) {
      scoring_.emplace(kept->second, slopes_at, options);
    } else {
      scoring_.emplace(task_.train.width(task_.attributes), slopes_at, options);
    }
  }

  void take(chess::Lookahead lookahead, Fit fit) {
    if (listener_.on_fit) listener_.on_fit(lookahead, fit);
    if (!best_ || fit.sums.log_likelihood > best_->second.sums.log_likelihood) best_.emplace(lookahead, std::move(fit));
  }

  const ChoiceTask& task_;
  const ChoiceListener& listener_;
  std::map<std::string, FitState, std::less<>> states_;  ///< by lookahead
  std::size_t next_ = 0;                                 ///< lookahead that is not done
  std::optional<Scoring> scoring_;                       ///< by it
  std::optional<std::pair<chess::Lookahead, Fit>> best_;
};

}  // namespace

std::pair<chess::Lookahead, Fit> best_fit(const ChoiceTask& task, const RunOptions& options, const ChoiceListener& listener) {
  ChoiceRun learner(task, listener);
  run(learner, options);
  return std::move(learner).best();
}

}  // namespace trivium::learning::choice
