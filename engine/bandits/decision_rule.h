// Order of ternary probabilities: which are best and which are worst. The rule is a parameter.
//
// The paper minimizes the probability of a loss and, between equal ones, that of a draw. Sampled
// probabilities are never equal, so a literal reading never uses the draw, and arms of equal losses
// are exchangeable. The paper's own figures cannot be reached that way (accuracy_test.cpp tests
// this). The other rules correct this in different ways.
//
// Source: Liu et al. 2019, formulas 1 and 11 (paper 001).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/bandits/belief.h"
#include "engine/core/result.h"
#include "engine/core/rng.h"

namespace trivium::bandits {

enum class RuleKind : std::uint8_t {
  kLexicographic,  ///< by loss, then by draw, compared exactly
  kGrid,           ///< as kLexicographic, after rounding both to multiples of `parameter`
  kTolerance,      ///< minimum (maximum) draw among those whose loss is within `parameter` of the
                   ///< minimum (maximum)
  kWeighted,       ///< by loss + `parameter` * draw
  kExpectation,    ///< by the expected result, win - loss
};

enum class Goal : std::uint8_t { kBest, kWorst };

inline constexpr double kMinRuleParameter = 1e-6;

struct DecisionRule {
  RuleKind kind = RuleKind::kLexicographic;
  double parameter = 0;  ///< in [kMinRuleParameter, 1] for kGrid, kTolerance and kWeighted; else
                         ///< unused

  /// Returns the index of the best or worst value, with random tie-breaking. Requires: `values` is
  /// not empty.
  std::size_t choose(Goal goal, std::span<const Ternary> values, Rng& rng) const noexcept;

  /// As choose(), but never returns `one`. Requires: at least two values.
  std::size_t choose_but(std::size_t one, Goal goal, std::span<const Ternary> values,
                         Rng& rng) const noexcept;

  /// True if the rule has a cost(): a comparison of two values then never depends on a third.
  bool has_cost() const noexcept { return kind != RuleKind::kTolerance; }
  /// Returns a cost in the order of choose(); lower is better. Exception: lexicographic values with
  /// equal losses have equal costs. Requires: has_cost().
  double cost(const Ternary& chances) const noexcept;

  /// Returns a reward in [0, 1], in the same order or nearly so: 0 for a loss, 1 for a win. For
  /// methods that bound means.
  double reward(Outcome outcome) const noexcept;

  friend bool operator==(const DecisionRule&, const DecisionRule&) = default;
};

/// Parses "lexicographic", "grid:0.1", "tolerance:0.05", "weighted:0.1" or "expectation".
Result<DecisionRule> parse_rule(std::string_view text);
std::string to_string(const DecisionRule& rule);

}  // namespace trivium::bandits
