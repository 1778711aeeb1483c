// Sources of instances: a given one, or random ones for each run from the paper's arms.
//
// Space 1 has the 36 arms whose three chances are tenths from 0.1 up, space 2 the 231 whose chances
// are twentieths from 0 up (Liu et al. 2019, section 4; paper 001). Flat arms are drawn without
// replacement, as the paper's 200 of 231 must have been, so that there are no more than the space
// has and exactly one is best. Leaves of a tree are drawn with replacement; trees without a single
// best action are drawn again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "learning/bandits/instance.h"

namespace trivium::learning::bandits {

/// The arms of space 1 or 2, by loss, then by draw.
std::vector<trivium::bandits::Ternary> arm_space(int number);
/// The width of its grid: 0.1 or 0.05.
double precision_of_space(int number) noexcept;

/// What to draw: flat arms, or replies to each action.
struct DrawnShape {
  int space = 1;
  std::size_t arms = 0;                ///< 0: a tree
  std::vector<std::size_t> replies{};  ///< of each action
};

/// "20 arms of space 1", "replies (18,3,9), space 1".
std::string to_string(const DrawnShape& shape);

/// The instance of each run.
class Instances {
 public:
  /// The same in all runs.
  Instances(Instance instance, std::string description)
      : same_(std::make_shared<const Instance>(std::move(instance))),
        description_(std::move(description)) {}
  /// Another one in each. Refuses more flat arms than the space has, and what cannot have a single
  /// best action.
  static Result<Instances> drawn(const DrawnShape& shape,
                                 const trivium::bandits::DecisionRule& truth);

  /// A pure function of its arguments and of how this was made.
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
