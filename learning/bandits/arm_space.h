// Sources of instances (instance.h): one given instance for all runs, or a random one for each run
// from the arms of paper 001.
//
// Space 1 has the 36 arms whose probabilities of a loss, a draw and a win are multiples of 0.1 and
// at least 0.1. Space 2 has the 231 arms whose probabilities are multiples of 0.05 (Liu et al.
// 2019, section 4; paper 001). Flat arms are sampled without replacement, as the paper's 200 of 231
// must have been. So there are at most as many as the space has, and exactly one is best. Leaves of
// a tree are sampled with replacement; trees with several best actions are sampled again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "learning/bandits/instance.h"

namespace trivium::learning::bandits {

/// Returns the arms of space 1 or 2, ordered by probability of a loss, then of a draw.
std::vector<trivium::bandits::Ternary> arm_space(int number);
/// Returns the grid width of space 1 or 2: 0.1 or 0.05.
double precision_of_space(int number) noexcept;

/// Shape of a random instance: flat arms, or a tree of actions and replies.
struct DrawnShape {
  int space = 1;                       ///< 1 or 2
  std::size_t arms = 0;                ///< number of flat arms; 0: a tree
  std::vector<std::size_t> replies{};  ///< for a tree: number of replies to each action
};

/// Returns "20 arms of space 1" or "replies (18,3,9), space 1".
std::string to_string(const DrawnShape& shape);

/// The instance of each run.
class Instances {
 public:
  /// Uses the same instance in all runs.
  Instances(Instance instance, std::string description)
      : same_(std::make_shared<const Instance>(std::move(instance))),
        description_(std::move(description)) {}
  /// Samples an instance for each run; `truth` orders its actions. Fails with bandits.arms.few
  /// (more flat arms than the space has), bandits.replies.range or bandits.leaves.range (too few or
  /// too many leaves).
  static Result<Instances> drawn(const DrawnShape& shape,
                                 const trivium::bandits::DecisionRule& truth);

  /// Returns the instance of a run. A pure function of its arguments and of this object. A random
  /// tree may have several best actions if nearly all trees of its shape do.
  std::shared_ptr<const Instance> of(std::uint64_t seed, std::size_t run) const;
  bool same_in_all_runs() const noexcept { return same_ != nullptr; }
  const std::string& description() const noexcept { return description_; }

 private:
  explicit Instances(const DrawnShape& shape, const trivium::bandits::DecisionRule& truth)
      : shape_(shape),
        truth_(truth),
        space_(arm_space(shape.space)),
        description_(to_string(shape)) {}

  std::shared_ptr<const Instance> same_;
  DrawnShape shape_;
  trivium::bandits::DecisionRule truth_;
  std::vector<trivium::bandits::Ternary> space_;
  std::string description_;
};

}  // namespace trivium::learning::bandits
