#include "learning/btmm/learner.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "learning/btmm/expectations.h"
#include "learning/harness/checkpoint.h"
#include "models/format/load_error.h"

namespace trivium::learning::btmm {

namespace {

using connect6::PatternLayout;
using connect6::PatternTable;

constexpr int kCheckpointVersion = 1;
constexpr std::size_t kRowNumbers = 4;  // of an IterationRow in a checkpoint

void check(const records::GameSet& games, const BtmmOptions& options) {
  if (!(options.prior.wins > 0.0 && options.prior.games > options.prior.wins))
    throw std::invalid_argument("the prior needs a win, and more games than wins");
  games.require_states();
}

/// Everything that decides the result but the number of iterations, which a resumed run may raise.
std::string identity(const PatternLayout& layout, const BtmmOptions& options, const std::string& data_hash) {
  nlohmann::json identity{{"patterns", layout.set().text()},
                          {"data", data_hash},
                          {"seed", options.split.seed},
                          {"held_out_share", options.split.held_out_share},
                          {"train_games", options.split.train_games},
                          {"winners_only", options.split.teachers == records::Teachers::kWinner},
                          {"prior_wins", options.prior.wins},
                          {"prior_games", options.prior.games},
                          {"simultaneous", options.simultaneous},
                          {"shards", kBtmmShards}};
  if (options.split.fold) identity["fold"] = {options.split.fold->number, options.split.fold->count};
  return identity.dump();
}

/// One run: the gammas and how they came to be.
class Run {
 public:
  Run(const records::GameSet& games, const PatternLayout& layout, const BtmmOptions& options)
      : games_(games), layout_(layout), options_(options), shards_(kBtmmShards, options.threads) {
    result_.gammas.assign(layout.set().features(), 1.0);
    result_.wins = count_wins(games, layout, shards_);
  }

  /// One update of every group. Tells first how things stood before: that takes no pass of its own.
  void advance(const Listener& on_iteration) {
    const bool damped = options_.simultaneous ? !step_at_once(on_iteration) : step_by_table(on_iteration);
    ++iteration_;
    damped_ = damped;
  }

  /// Tells how things stand at the end.
  void finish(const Listener& on_iteration) {
    enter_row(mean_log_evidence(games_, records::Role::kTrain, layout_, result_.gammas, shards_), on_iteration);
  }

  std::size_t iteration() const noexcept { return iteration_; }
  Snapshot snapshot() const;
  void restore(const Snapshot& snapshot, const Listener& on_iteration);
  BtmmResult result() && { return std::move(result_); }

 private:
  /// Completes the curve by the gammas as they are, whose mean log-evidence on the training games is known.
  void enter_row(double train, const Listener& on_iteration) {
    IterationRow row{iteration_, 0.0, train, mean_log_evidence(games_, records::Role::kHeldOut, layout_, result_.gammas, shards_), damped_};
    row.objective = train + log_prior() / states();
    result_.curve.push_back(row);
    if (on_iteration) on_iteration(row);
  }

  double states() const noexcept { return static_cast<double>(games_.states(records::Role::kTrain)); }

  double log_prior() const {
    double sum = 0.0;
    for (const double gamma : result_.gammas) sum += options_.prior.wins * std::log(gamma) - options_.prior.games * std::log1p(gamma);
    return sum;
  }

  /// Multiplies the gammas of the range by x, x^n as in the header.
  void update(const Expectations& pass, FeatureRange range, double n) {
    for (std::size_t i = 0; i < range.size(); ++i) {
      double& gamma = result_.gammas[range.begin + i];
      const double won = static_cast<double>(result_.wins[range.begin + i]) + options_.prior.wins;
      const double expected = pass.expected[i] + options_.prior.games * gamma / (1.0 + gamma);
      gamma *= n == 1.0 ? won / expected : std::pow(won / expected, 1.0 / n);
    }
  }

  /// Returns false: these steps never fail.
  bool step_by_table(const Listener& on_iteration) {
    for (const PatternTable& table : layout_.set().tables()) {
      const FeatureRange range{table.begin, table.begin + table.features()};
      const Expectations pass = expect(games_, layout_, result_.gammas, range, shards_);
      if (range.begin == 0) enter_row(pass.log_evidence / states(), on_iteration);
      update(pass, range, static_cast<double>(table.groups.size()));
    }
    return false;
  }

  /// Returns whether the paper's step was good.
  bool step_at_once(const Listener& on_iteration) {
    const FeatureRange all{0, layout_.set().features()};
    const Expectations pass = expect(games_, layout_, result_.gammas, all, shards_);
    enter_row(pass.log_evidence / states(), on_iteration);
    const std::vector<double> before = result_.gammas;
    update(pass, all, 1.0);
    const double train = mean_log_evidence(games_, records::Role::kTrain, layout_, result_.gammas, shards_);
    if (train + log_prior() / states() >= result_.curve.back().objective) return true;
    result_.gammas = before;
    update(pass, all, static_cast<double>(layout_.set().groups().size()));
    return false;
  }

  const records::GameSet& games_;
  const PatternLayout& layout_;
  const BtmmOptions& options_;
  Shards shards_;
  BtmmResult result_;
  std::size_t iteration_ = 0;  // done; the curve has a row for each of those before, and this one's when the next begins
  bool damped_ = false;        // so was this one's step
};

Snapshot Run::snapshot() const {
  std::vector<double> rows;
  for (const IterationRow& row : result_.curve) {
    rows.insert(rows.end(), {row.objective, row.train, row.held_out, row.damped ? 1.0 : 0.0});
  }
  const std::uint8_t damped = damped_ ? 1 : 0;
  return {iteration_,
          {format::make_tensor("curve", {result_.curve.size(), kRowNumbers}, std::span<const double>(rows)),
           format::make_tensor("damped", {}, std::span(&damped, 1)),
           format::make_tensor("gammas", {result_.gammas.size()}, std::span<const double>(result_.gammas))}};
}

void Run::restore(const Snapshot& snapshot, const Listener& on_iteration) {
  format::WeightFile file;  // which finds its tensors by name
  file.source = "the checkpoint";
  file.tensors = snapshot.state;
  const auto gammas = file.tensor("gammas").values<double>();
  const auto rows = file.tensor("curve").values<double>();
  if (gammas.size() != result_.gammas.size() || rows.size() != kRowNumbers * snapshot.step)
    throw format::LoadError("checkpoint.size", "the checkpoint holds another number of features or iterations");
  std::ranges::copy(gammas, result_.gammas.begin());
  damped_ = file.tensor("damped").values<std::uint8_t>().front() != 0;
  for (; iteration_ < snapshot.step; ++iteration_) {
    const auto row = rows.subspan(kRowNumbers * iteration_, kRowNumbers);
    result_.curve.push_back({iteration_, row[0], row[1], row[2], row[3] != 0.0});
  }
  if (on_iteration && !result_.curve.empty()) on_iteration(result_.curve.back());
}

}  // namespace

BtmmResult learn(const records::GameSet& games, const PatternLayout& layout, const BtmmOptions& options, const std::string& data_hash,
                 const Listener& on_iteration) {
  check(games, options);
  std::optional<Checkpoint> checkpoint;
  std::optional<Snapshot> snapshot;
  if (options.checkpoint_folder) {
    checkpoint.emplace(*options.checkpoint_folder, "btmm", kCheckpointVersion, identity(layout, options, data_hash));
    snapshot = checkpoint->begin(options.resume);
    if (snapshot) checkpoint->refuse_fewer(snapshot->step, options.iterations, "iterations");
  }
  Run run(games, layout, options);
  if (snapshot) run.restore(*snapshot, on_iteration);
  while (run.iteration() < options.iterations) {
    run.advance(on_iteration);
    if (checkpoint) checkpoint->save(run.snapshot());
  }
  run.finish(on_iteration);
  return std::move(run).result();
}

}  // namespace trivium::learning::btmm
