// Many runs of several methods on instances whose truth is known, with common random numbers.
//
// In a run every leaf has its own stream of outcomes: the n-th pull of a leaf gives the same
// outcome to every method. Methods are therefore compared in pairs, and a difference has a smaller
// error than the two figures. A method's own random numbers depend on its name, the seed and the
// run, not on the other methods.
//
// A method that ignores the number of rounds is evaluated at every checkpoint of one run; others
// run once per checkpoint. Same results for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/bandits/method.h"
#include "engine/core/result.h"
#include "learning/bandits/arm_space.h"
#include "learning/harness/work_items.h"

namespace trivium::learning::bandits {

/// Pulls an arm with unknown probabilities, with random numbers from `rng`, the leaf's stream. Not
/// shared between threads.
using LivePull = std::function<Outcome(std::size_t leaf, Rng& rng)>;
/// Makes one. May be called by several threads at once.
using LivePulls = std::function<LivePull()>;

struct Experiment {
  Instances instances;
  std::vector<trivium::bandits::MethodChoice> methods;
  trivium::bandits::DecisionRule rule{};
  std::vector<std::size_t> rounds;  ///< when methods are asked, ascending
  std::size_t runs = 100;
  std::uint64_t seed = 1;
  double confidence = 1;  ///< below 1: each method is also run until it is so sure, for the
                          ///< greatest of `rounds` at most
  LivePulls live{};  ///< where arms are not pulled by the instance's chances, which then are the
                     ///< truth as far as it was measured
};

/// A method's answer in a run, and its quality.
struct Answer {
  std::uint32_t action = 0;
  bool right = false;
  float score = 0;   ///< g of the action
  float regret = 0;  ///< g of the best less that
};

/// End of a run with fixed confidence.
struct Stop {
  std::uint32_t rounds = 0;
  bool sure = false;
  bool right = false;
};

/// The answers of an experiment.
class Trials {
 public:
  explicit Trials(const Experiment& experiment);

  std::size_t runs() const noexcept { return runs_; }
  std::size_t methods() const noexcept { return pulls_by_rank_.size(); }
  std::size_t checkpoints() const noexcept { return checkpoints_; }
  const Answer& at(std::size_t run, std::size_t method, std::size_t checkpoint) const noexcept {
    return answers_[(run * methods() + method) * checkpoints_ + checkpoint];
  }
  Answer& at(std::size_t run, std::size_t method, std::size_t checkpoint) noexcept {
    return answers_[(run * methods() + method) * checkpoints_ + checkpoint];
  }
  /// With fixed confidence only.
  bool has_stops() const noexcept { return !stops_.empty(); }
  const Stop& stop(std::size_t run, std::size_t method) const noexcept {
    return stops_[run * methods() + method];
  }
  Stop& stop(std::size_t run, std::size_t method) noexcept {
    return stops_[run * methods() + method];
  }

  /// Pulls of all runs by the last checkpoint, of actions by their rank (0: the best) and, where
  /// all runs have one instance, of leaves.
  const std::vector<std::uint64_t>& pulls_by_rank(std::size_t method) const noexcept {
    return pulls_by_rank_[method];
  }
  const std::vector<std::uint64_t>& pulls_by_leaf(std::size_t method) const noexcept {
    return pulls_by_leaf_[method];
  }

  /// Between which all scores lay, in all instances.
  double least_score = 0;
  double most_score = 0;

 private:
  friend class TrialRun;

  std::size_t runs_;
  std::size_t checkpoints_;
  std::vector<Answer> answers_;
  std::vector<Stop> stops_;
  std::vector<std::vector<std::uint64_t>> pulls_by_rank_;  // by method
  std::vector<std::vector<std::uint64_t>> pulls_by_leaf_;
};

/// Returns the error of an experiment: no method, no round, or a method that does not support these
/// trees.
Status check_experiment(const Experiment& experiment);

/// Runs the experiment; `progress` receives the number of runs done. Throws std::invalid_argument
/// unless check_experiment() accepts.
Trials run_experiment(const Experiment& experiment, std::size_t threads,
                      const WorkProgress& progress = {});

}  // namespace trivium::learning::bandits
