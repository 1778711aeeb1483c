#include "learning/btmm/learner.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace trivium::learning::btmm {

namespace {

constexpr std::size_t kRowNumbers = 4;  // numbers of an IterationRow in a checkpoint

/// A training run, as run() of learning/harness/run.h drives it.
class BtmmRun {
 public:
  static constexpr const char* kName = "btmm";
  static constexpr int kStateVersion = 1;
  static constexpr const char* kUnit = "iterations";

  BtmmRun(const StateSource& source, const BtmmOptions& options, const std::string& data_hash,
          const Listener& on_iteration)
      : source_(source),
        options_(options),
        data_hash_(data_hash),
        on_iteration_(on_iteration),
        shards_(kBtmmShards, options.crew()) {
    result_.gammas.assign(source.features(), 1.0);
  }

  std::string identity() const {
    nlohmann::json identity{
        {"patterns", source_.definition()},
        {"data", data_hash_},
        {"seed", options_.split.seed},
        {"held_out_share", options_.split.held_out_share},
        {"train_games", options_.split.train_games},
        {"winners_only", options_.split.learn_from == records::LearnFrom::kWinner},
        {"prior_wins", options_.prior.wins},
        {"prior_games", options_.prior.games},
        {"simultaneous", options_.simultaneous},
        {"shards", kBtmmShards}};
    if (options_.split.fold)
      identity["fold"] = {options_.split.fold->number, options_.split.fold->count};
    return identity.dump();
  }

  std::uint64_t steps() const noexcept { return iteration_; }
  std::uint64_t goal() const noexcept { return options_.iterations; }
  Snapshot snapshot() const {
    std::vector<std::vector<double>> rows;
    for (const IterationRow& row : result_.curve)
      rows.push_back({row.objective, row.train, row.held_out, row.damped ? 1.0 : 0.0});
    Snapshot snapshot{iteration_,
                      {format::make_tensor("damped", std::uint8_t{damped_}),
                       format::make_tensor("gammas", result_.gammas)}};
    add_rows(snapshot.state, "curve", rows);
    return snapshot;
  }

  void restore(const StateReader& state) {
    begin();
    state.read("gammas", result_.gammas);
    damped_ = state.number<std::uint8_t>("damped") != 0;
    for (const std::vector<double>& row : state.rows("curve", kRowNumbers))
      result_.curve.push_back({iteration_++, row[0], row[1], row[2], row[3] != 0.0});
    if (!on_iteration_ || result_.curve.empty()) return;
    IterationRow last = result_.curve.back();
    last.iteration = iteration_;  // of which the last is not measured yet
    on_iteration_(last);
  }

  Step begin() {
    result_.wins = source_.wins(shards_);
    return Step::kMade;
  }

  /// Makes one iteration. Its first pass also measures the gammas before it, which are reported
  /// then.
  Step advance() {
    damped_ = options_.simultaneous ? !step_at_once() : step_by_table();
    ++iteration_;
    return Step::kMilestone;
  }

  std::optional<CurveFigures> curve_figures() const {
    if (result_.curve.empty()) return std::nullopt;
    const IterationRow& row = result_.curve.back();
    return CurveFigures{row.iteration, {{"train", row.train}, {"held_out", row.held_out}}};
  }

  /// Measures and reports the final gammas, and returns the result.
  BtmmResult finish() && {
    enter_row(source_.mean_log_evidence(records::Role::kTrain, result_.gammas, shards_));
    return std::move(result_);
  }

 private:
  /// Adds a row for the current gammas to the curve and reports it. `train` is their mean
  /// log-evidence on the training games.
  void enter_row(double train) {
    const IterationRow& row = result_.curve.emplace_back(IterationRow{
        iteration_, train + log_prior() / states(), train,
        source_.mean_log_evidence(records::Role::kHeldOut, result_.gammas, shards_), damped_});
    if (on_iteration_) on_iteration_(row);
  }

  double states() const noexcept {
    return static_cast<double>(source_.states(records::Role::kTrain));
  }

  double log_prior() const {
    double sum = 0.0;
    for (const double gamma : result_.gammas)
      sum += options_.prior.wins * std::log(gamma) - options_.prior.games * std::log1p(gamma);
    return sum;
  }

  void update(const Expectations& pass, FeatureRange range, double n) {
    update_gammas(pass, range, n, options_.prior, result_.wins, result_.gammas);
  }

  /// Updates the tables one after the other. Returns false: these steps are never damped.
  bool step_by_table() {
    for (const FeatureTable& table : source_.tables()) {
      const FeatureRange range = table.range();
      const Expectations pass = source_.expect(result_.gammas, range, shards_);
      if (range.begin == 0) enter_row(pass.log_evidence / states());
      update(pass, range, static_cast<double>(table.per_team));
    }
    return false;
  }

  /// Updates all tables after one pass. Returns true if the step with n = 1 did not decrease the
  /// objective.
  bool step_at_once() {
    const FeatureRange all{0, source_.features()};
    const Expectations pass = source_.expect(result_.gammas, all, shards_);
    enter_row(pass.log_evidence / states());
    const std::vector<double> before = result_.gammas;
    update(pass, all, 1.0);
    const double train = source_.mean_log_evidence(records::Role::kTrain, result_.gammas, shards_);
    if (train + log_prior() / states() >= result_.curve.back().objective) return true;
    result_.gammas = before;
    std::size_t team = 0;
    for (const FeatureTable& table : source_.tables()) team += table.per_team;
    update(pass, all, static_cast<double>(team));
    return false;
  }

  const StateSource& source_;
  const BtmmOptions& options_;
  const std::string& data_hash_;
  const Listener& on_iteration_;
  Shards shards_;
  BtmmResult result_;
  // Number of iterations made. The curve has rows 0 to iteration_ - 1; row iteration_ follows in
  // the first pass of the next iteration.
  std::size_t iteration_ = 0;
  bool damped_ = false;  // true if the last step was damped
};

}  // namespace

void update_gammas(const Expectations& pass, FeatureRange range, double n, const Prior& prior,
                   std::span<const std::uint64_t> wins, std::span<double> gammas) {
  for (std::size_t i = 0; i < range.size(); ++i) {
    double& gamma = gammas[range.begin + i];
    const double won = static_cast<double>(wins[range.begin + i]) + prior.wins;
    const double expected = pass.expected[i] + prior.games * gamma / (1.0 + gamma);
    gamma *= n == 1.0 ? won / expected : std::pow(won / expected, 1.0 / n);
  }
}

BtmmResult learn(const StateSource& source, const BtmmOptions& options,
                 const std::string& data_hash, const Listener& on_iteration) {
  if (!(options.prior.wins > 0.0 && options.prior.games > options.prior.wins))
    throw std::invalid_argument("the prior needs a win, and more games than wins");
  source.require_states();
  BtmmRun learner(source, options, data_hash, on_iteration);
  run(learner, options);
  return std::move(learner).finish();
}

}  // namespace trivium::learning::btmm
