// Methods of best-action identification: which leaf to pull next, and which action to take in the end.
//
// All look at the same beliefs and play by the same rule; what differs is where they pull.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/bandits/belief.h"
#include "engine/bandits/decision_rule.h"
#include "engine/bandits/tree.h"
#include "engine/core/outcome.h"
#include "engine/core/result.h"
#include "engine/core/rng.h"

namespace trivium::bandits {

/// What a method is told when it begins. `tree` must outlive it.
struct Problem {
  const Tree* tree = nullptr;
  DecisionRule rule{};
  Ternary prior = kFlatPrior;  ///< weights of at least kMinWeight
  std::size_t rounds = 0;      ///< how often it may pull; some plan by it
};

/// One identification. Nothing allocates once it has been made.
class Method {
 public:
  explicit Method(const Problem& problem)
      : problem_(problem), beliefs_(problem.tree->leaves(), Belief(problem.prior)), value_(*problem.tree, problem.rule) {}
  virtual ~Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;

  /// The leaf to pull now.
  virtual std::size_t next(Rng& rng) noexcept = 0;
  /// What it gave.
  void observe(std::size_t leaf, Outcome outcome, Rng& rng) noexcept {
    beliefs_[leaf].observe(outcome);
    ++pulls_;
    learn(leaf, outcome, rng);
  }
  /// The action to take, as far as is known.
  virtual std::size_t recommend(Rng& rng) noexcept;

  const Tree& tree() const noexcept { return *problem_.tree; }
  const DecisionRule& rule() const noexcept { return problem_.rule; }
  const Beliefs& beliefs() const noexcept { return beliefs_; }
  std::size_t pulls() const noexcept { return pulls_; }

 protected:
  virtual void learn(std::size_t /*leaf*/, Outcome /*outcome*/, Rng& /*rng*/) noexcept {}

  const Problem& problem() const noexcept { return problem_; }
  /// Room to value trees in.
  TreeValue& value() noexcept { return value_; }
  const TreeValue& value() const noexcept { return value_; }

 private:
  Problem problem_;
  Beliefs beliefs_;
  std::size_t pulls_ = 0;
  TreeValue value_;
};

/// What is known of a method before it is made.
struct MethodInfo {
  /// Its number, if it has one: what it is when none is given, and its bounds.
  struct Parameter {
    double usual = 0;
    double least = 0;
    double most = 0;
  };

  std::string_view name;
  std::string_view what;  ///< one line
  std::unique_ptr<Method> (*make)(const Problem& problem, double parameter);
  Parameter parameter{};
  bool plans = false;  ///< by the number of rounds: what it recommends earlier counts for little
  bool only_depth_two = false;
};

std::span<const MethodInfo> methods() noexcept;

/// A method with its numbers: "ttba", "tbba_tree:0.3", "uct:0.7".
struct MethodChoice {
  const MethodInfo* info = nullptr;
  double parameter = 0;  ///< the method's own where none was given
  std::string text;      ///< as it was written
};

Result<MethodChoice> parse_method(std::string_view text);

/// Refuses a tree that the method cannot play.
Result<std::unique_ptr<Method>> make_method(const MethodChoice& choice, const Problem& problem);

}  // namespace trivium::bandits
