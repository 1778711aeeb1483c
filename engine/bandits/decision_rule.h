// Decision rules: which of several ternary probabilities (loss, draw, win) is best, which is worst.
//
// The paper minimizes the probability of a loss and, between equal ones, that of a draw. Sampled
// probabilities are never equal, so a literal reading never uses the draw, and arms of equal losses
// are exchangeable. The paper's own figures cannot be reached that way
// (tests/engine/bandits/accuracy_test.cpp tests this). The other rules correct this in different
// ways.
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
  double parameter = 0;  ///< in [kMinRuleParameter, 1] for kGrid, kTolerance and kWeighted; else 0

  /// Returns the index of the best or worst value, with random tie-breaking. Requires: `values` is
  /// not empty.
  std::size_t choose(Goal goal, std::span<const Ternary> values, Rng& rng) const noexcept;

  /// Returns the index of the best or worst value except `one`, with random tie-breaking. Requires:
  /// at least two values, or `one` is not an index of a value.
  std::size_t choose_but(std::size_t one, Goal goal, std::span<const Ternary> values,
                         Rng& rng) const noexcept;

  /// True if one number, cost(), orders the values. False for kTolerance, where the order of two
  /// values depends on all others.
  bool has_cost() const noexcept { return kind != RuleKind::kTolerance; }
  /// Returns a cost in the order of choose(); lower is better. Exception: lexicographic values with
  /// equal losses have equal costs. Requires: has_cost().
  double cost(const Ternary& chances) const noexcept;

  /// Returns a reward for methods that use the means of rewards: 0 for a loss, 1 for a win, between
  /// them for a draw. The mean reward orders arms as the rule does, or nearly so.
  double reward(Outcome outcome) const noexcept;

  friend bool operator==(const DecisionRule&, const DecisionRule&) = default;
};

/// Parses "lexicographic", "grid:0.1", "tolerance:0.05", "weighted:0.1" or "expectation".
Result<DecisionRule> parse_rule(std::string_view text);
std::string to_string(const DecisionRule& rule);

}  // namespace trivium::bandits
