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

void check(const GameSet& games, const BtmmOptions& options) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
  };
  require(games.states(Role::kTrain) > 0, "there are no states to learn from");
  require(options.prior.wins > 0.0 && options.prior.games > options.prior.wins, "the prior needs a win, and more games than wins");
}

/// Everything that decides the result but the number of iterations, which a resumed run may raise.
std::string identity(const PatternLayout& layout, const BtmmOptions& options, const std::string& data_hash) {
  return nlohmann::json{{"patterns", layout.set().text()},
                        {"data", data_hash},
                        {"seed", options.split.seed},
                        {"held_out_share", options.split.held_out_share},
                        {"train_games", options.split.train_games},
                        {"prior_wins", options.prior.wins},
                        {"prior_games", options.prior.games},
                        {"simultaneous", options.simultaneous},
                        {"shards", kBtmmShards}}
      .dump();
}

/// One run: the gammas and how they came to be.
class Run {
 public:
  Run(const GameSet& games, const PatternLayout& layout, const BtmmOptions& options)
      : games_(games), layout_(layout), options_(options), shards_(kBtmmShards, options.threads) {
    result_.gammas.assign(layout.set().features(), 1.0);
    result_.wins = count_wins(games, layout, shards_);
  }

  void begin() { result_.curve.push_back(row(0, false)); }

  /// One update of every group.
  void advance() {
    const bool damped = options_.simultaneous ? !step_at_once() : step_by_table();
    result_.curve.push_back(row(result_.curve.size(), damped));
  }

  const IterationRow& last() const noexcept { return result_.curve.back(); }
  Snapshot snapshot() const;
  void restore(const Snapshot& snapshot);
  BtmmResult result() && { return std::move(result_); }

 private:
  IterationRow row(std::size_t iteration, bool damped) const {
    IterationRow row;
    row.iteration = iteration;
    row.damped = damped;
    row.train = mean_log_evidence(games_, Role::kTrain, layout_, result_.gammas, shards_);
    row.held_out = mean_log_evidence(games_, Role::kHeldOut, layout_, result_.gammas, shards_);
    row.objective = row.train + log_prior() / static_cast<double>(games_.states(Role::kTrain));
    return row;
  }

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
  bool step_by_table() {
    for (const PatternTable& table : layout_.set().tables()) {
      const FeatureRange range{table.begin, table.begin + table.features()};
      update(expect(games_, layout_, result_.gammas, range, shards_), range, static_cast<double>(table.groups.size()));
    }
    return false;
  }

  /// Returns whether the paper's step was good.
  bool step_at_once() {
    const FeatureRange all{0, layout_.set().features()};
    const Expectations pass = expect(games_, layout_, result_.gammas, all, shards_);
    const std::vector<double> before = result_.gammas;
    const double objective = pass.log_evidence + log_prior();
    update(pass, all, 1.0);
    const auto states = static_cast<double>(games_.states(Role::kTrain));
    if (mean_log_evidence(games_, Role::kTrain, layout_, result_.gammas, shards_) * states + log_prior() >= objective) return true;
    result_.gammas = before;
    update(pass, all, static_cast<double>(layout_.set().groups().size()));
    return false;
  }

  const GameSet& games_;
  const PatternLayout& layout_;
  const BtmmOptions& options_;
  Shards shards_;
  BtmmResult result_;
};

Snapshot Run::snapshot() const {
  std::vector<double> rows;
  for (const IterationRow& row : result_.curve) {
    rows.insert(rows.end(), {row.objective, row.train, row.held_out, row.damped ? 1.0 : 0.0});
  }
  return {result_.curve.size() - 1,
          {format::make_tensor("curve", {result_.curve.size(), kRowNumbers}, std::span<const double>(rows)),
           format::make_tensor("gammas", {result_.gammas.size()}, std::span<const double>(result_.gammas))}};
}

void Run::restore(const Snapshot& snapshot) {
  for (const format::Tensor& tensor : snapshot.state) {
    const auto values = tensor.values<double>();
    if (tensor.name == "gammas" && values.size() == result_.gammas.size()) {
      std::ranges::copy(values, result_.gammas.begin());
    } else if (tensor.name == "curve" && values.size() == kRowNumbers * (snapshot.step + 1)) {
      for (std::size_t i = 0; i <= snapshot.step; ++i) {
        const auto row = values.subspan(kRowNumbers * i, kRowNumbers);
        result_.curve.push_back({i, row[0], row[1], row[2], row[3] != 0.0});
      }
    } else {
      throw format::LoadError("the checkpoint holds another number of features or iterations");
    }
  }
  if (snapshot.state.size() != 2) throw format::LoadError("the checkpoint is not complete");
}

}  // namespace

BtmmResult learn(const GameSet& games, const PatternLayout& layout, const BtmmOptions& options, const std::string& data_hash,
                 const std::function<void(const IterationRow&)>& on_iteration) {
  check(games, options);
  std::optional<Checkpoint> checkpoint;
  std::optional<Snapshot> snapshot;
  if (options.checkpoint_folder) {
    checkpoint.emplace(*options.checkpoint_folder, "btmm", kCheckpointVersion, identity(layout, options, data_hash));
    snapshot = checkpoint->begin(options.resume);
    if (snapshot) checkpoint->refuse_fewer(snapshot->step, options.iterations, "iterations");
  }
  Run run(games, layout, options);
  if (snapshot) {
    run.restore(*snapshot);
  } else {
    run.begin();
  }
  if (on_iteration) on_iteration(run.last());
  while (run.last().iteration < options.iterations) {
    run.advance();
    if (checkpoint) checkpoint->save(run.snapshot());
    if (on_iteration) on_iteration(run.last());
  }
  return std::move(run).result();
}

}  // namespace trivium::learning::btmm
