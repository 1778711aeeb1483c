// Methods of best-action identification: they select the leaf to pull next and the final action.
//
// All methods use the same posteriors and decision rule; they differ in the leaves that they pull.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/bandits/belief.h"
#include "engine/bandits/decision_rule.h"
#include "engine/bandits/tree.h"
#include "engine/core/outcome.h"
#include "engine/core/result.h"
#include "engine/core/rng.h"

namespace trivium::bandits {

/// Input of a method. Requires: `tree` outlives the method.
struct Problem {
  const Tree* tree = nullptr;
  DecisionRule rule{};
  Ternary prior = kFlatPrior;  ///< weights at least kMinWeight
  std::size_t rounds = 0;      ///< number of pulls; some methods plan with it
};

/// State of one identification. Usage: repeat next(), a pull of that leaf and observe(); then call
/// recommend(). Allocates nothing after construction.
class Method {
 public:
  explicit Method(const Problem& problem)
      : problem_(problem),
        beliefs_(problem.tree->leaves(), Belief(problem.prior)),
        value_(*problem.tree, problem.rule) {}
  virtual ~Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;

  /// Returns the leaf to pull now.
  virtual std::size_t next(Rng& rng) noexcept = 0;
  /// Records the outcome of a pull. Methods that plan (MethodInfo::plans) require that `leaf` is
  /// the result of the last next(); for others it is any leaf.
  void observe(std::size_t leaf, Outcome outcome, Rng& rng) noexcept {
    beliefs_[leaf].observe(outcome);
    ++pulls_;
    learn(leaf, outcome, rng);
  }
  /// Returns the action to choose: by default the best one by the posterior means.
  virtual std::size_t recommend(Rng& rng) noexcept;

  const Tree& tree() const noexcept { return *problem_.tree; }
  const DecisionRule& rule() const noexcept { return problem_.rule; }
  const Beliefs& beliefs() const noexcept { return beliefs_; }
  /// Number of outcomes observed.
  std::size_t pulls() const noexcept { return pulls_; }

 protected:
  /// Called by observe() after the posterior of the leaf and pulls() are updated.
  virtual void learn(std::size_t /*leaf*/, Outcome /*outcome*/, Rng& /*rng*/) noexcept {}

  const Problem& problem() const noexcept { return problem_; }
  /// Working memory for evaluating the tree.
  TreeValue& value() noexcept { return value_; }
  const TreeValue& value() const noexcept { return value_; }

 private:
  Problem problem_;
  Beliefs beliefs_;
  std::size_t pulls_ = 0;
  TreeValue value_;
};

/// Static description of a method.
struct MethodInfo {
  /// Default and range of the method's parameter; all 0 if it has none.
  struct Parameter {
    double usual = 0;
    double minimum = 0;
    double maximum = 0;
  };

  std::string_view name;
  std::string_view what;  ///< description of one line
  std::unique_ptr<Method> (*make)(const Problem& problem, double parameter);
  Parameter parameter{};
  bool plans = false;  ///< plans with the number of rounds, so an earlier recommendation is of
                       ///< little use
  bool only_depth_two = false;  ///< requires a tree of actions (MAX) and replies (MIN), no other
};

std::span<const MethodInfo> methods() noexcept;

/// A method and the value of its parameter, as in "ttba", "tbba_tree:0.3", "uct:0.7".
struct MethodChoice {
  const MethodInfo* info = nullptr;
  double parameter = 0;  ///< the method's default if the text has none
  std::string text;      ///< the parsed text
};

Result<MethodChoice> parse_method(std::string_view text);

/// Creates the method. Fails if the method does not support the shape of the tree. Requires:
/// `choice` comes from parse_method().
Result<std::unique_ptr<Method>> make_method(const MethodChoice& choice, const Problem& problem);

}  // namespace trivium::bandits
