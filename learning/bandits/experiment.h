// Runs several bandit methods many times on instances whose truth is known, with common random
// numbers.
//
// A pull of a leaf samples one outcome: a loss, a draw or a win. A round is one pull. In a run
// every leaf has its own stream of outcomes: the n-th pull of a leaf gives the same outcome to
// every method. So methods are compared run by run, and the difference of two figures has a smaller
// error than the figures themselves. The random numbers of a method depend on its name, the seed
// and the run, not on the other methods.
//
// A method that does not plan with the number of rounds runs once and is evaluated at every
// checkpoint; other methods run once per checkpoint. The results do not depend on the number of
// threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/bandits/method.h"
#include "engine/core/result.h"
#include "learning/bandits/arm_space.h"
#include "learning/harness/work_items.h"

namespace trivium::learning::bandits {

/// Pulls a leaf with unknown probabilities and returns the outcome. `rng` is the stream of the
/// leaf. Not thread-safe.
using LivePull = std::function<Outcome(std::size_t leaf, Rng& rng)>;
/// Creates a LivePull. Thread-safe.
using LivePulls = std::function<LivePull()>;

struct Experiment {
  Instances instances;
  std::vector<trivium::bandits::MethodChoice> methods;
  trivium::bandits::DecisionRule rule{};
  std::vector<std::size_t> rounds;  ///< checkpoints: when methods recommend an action; ascending
  std::size_t runs = 100;
  std::uint64_t seed = 1;
  /// If below 1, each method also runs until it reaches this confidence, for at most rounds.back()
  /// rounds.
  double confidence = 1;
  /// If set, pulls leaves instead of sampling from the probabilities of the instance, which are
  /// then only measured values.
  LivePulls live{};
};

/// Recommendation of a method at a checkpoint of a run.
struct Answer {
  std::uint32_t action = 0;
  bool right = false;  ///< a best action
  float score = 0;     ///< score g of the action (Instance::scores)
  float regret = 0;    ///< g of the best action minus `score`
};

/// End of a run with fixed confidence.
struct Stop {
  std::uint32_t rounds = 0;
  bool sure = false;   ///< the confidence was reached
  bool right = false;  ///< a best action was recommended
};

/// The results of an experiment.
class Trials {
 public:
  explicit Trials(const Experiment& experiment);

  std::size_t runs() const noexcept { return runs_; }
  std::size_t methods() const noexcept { return pulls_by_rank.size(); }
  std::size_t checkpoints() const noexcept { return checkpoints_; }
  const Answer& at(std::size_t run, std::size_t method, std::size_t checkpoint) const noexcept {
    return answers_[(run * methods() + method) * checkpoints_ + checkpoint];
  }
  Answer& at(std::size_t run, std::size_t method, std::size_t checkpoint) noexcept {
    return answers_[(run * methods() + method) * checkpoints_ + checkpoint];
  }
  /// True if Experiment::confidence is below 1. stop() requires this.
  bool has_stops() const noexcept { return !stops_.empty(); }
  const Stop& stop(std::size_t run, std::size_t method) const noexcept {
    return stops_[run * methods() + method];
  }
  Stop& stop(std::size_t run, std::size_t method) noexcept {
    return stops_[run * methods() + method];
  }

  /// By method: number of pulls in all runs up to the last checkpoint, by rank of the action (0 is
  /// the best), and by leaf. The latter is empty unless all runs have the same instance.
  std::vector<std::vector<std::uint64_t>> pulls_by_rank;
  std::vector<std::vector<std::uint64_t>> pulls_by_leaf;

  /// Minimum and maximum of the scores of all actions in all instances.
  double min_score = 0;
  double max_score = 0;

 private:
  std::size_t runs_;
  std::size_t checkpoints_;
  std::vector<Answer> answers_;
  std::vector<Stop> stops_;
};

/// Checks an experiment. Fails if it has no method, run or round, if the rounds do not ascend, or
/// if a method does not support the trees.
Status check_experiment(const Experiment& experiment);

/// Runs the experiment; `progress` receives the number of runs done. Blocks until the end.
/// Requires: check_experiment() is successful. Throws std::invalid_argument if a method does not
/// support the trees.
Trials run_experiment(const Experiment& experiment, std::size_t threads,
                      const WorkProgress& progress = {});

}  // namespace trivium::learning::bandits
