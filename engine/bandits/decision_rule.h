// Which of several ternary chances is best, and which is worst: the order is a parameter.
//
// The paper wants the least chance of a loss and, where several have that, the least chance of a draw. Taken literally, chances that were
// sampled are never equal, so the draw decides nothing and arms of equal losses are exchangeable: the paper's own figures cannot be reached
// (see the test of that). The other rules mend it in different ways. Source: Liu et al. 2019, formulas 1 and 11 (paper 001).
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
  kLexicographic,  ///< by loss, then by draw, to the last bit
  kGrid,           ///< the same, both rounded to multiples of `parameter`
  kTolerance,      ///< the least (greatest) draw among those whose loss is within `parameter` of the least (greatest)
  kWeighted,       ///< by loss + `parameter` * draw
  kExpectation,    ///< by the expected result, win - loss
};

enum class Goal : std::uint8_t { kBest, kWorst };

inline constexpr double kMinRuleParameter = 1e-6;

struct DecisionRule {
  RuleKind kind = RuleKind::kLexicographic;
  double parameter = 0;  ///< of the kinds that have one, in [kMinRuleParameter, 1]

  /// The number of the one that serves `goal`; of those that are equally good one by chance. There is at least one value.
  std::size_t choose(Goal goal, std::span<const Ternary> values, Rng& rng) const noexcept;

  /// The same of all but one; there are at least two values.
  std::size_t choose_but(std::size_t one, Goal goal, std::span<const Ternary> values, Rng& rng) const noexcept;

  /// Whether cost() is there: what is better of two does not depend on a third.
  bool has_cost() const noexcept { return kind != RuleKind::kTolerance; }
  /// One number for chances, the less the better, in the very order of choose(); but lexicographic chances of equal losses have equal
  /// costs. Not of the tolerance rule.
  double cost(const Ternary& chances) const noexcept;

  /// One number that puts chances in the same order, or nearly: greater is better, 0 a sure loss, 1 a sure win. For methods that bound
  /// means.
  double reward(Outcome outcome) const noexcept;

  friend bool operator==(const DecisionRule&, const DecisionRule&) = default;
};

/// "lexicographic", "grid:0.1", "tolerance:0.05", "weighted:0.1", "expectation".
Result<DecisionRule> parse_rule(std::string_view text);
std::string to_string(const DecisionRule& rule);

}  // namespace trivium::bandits
