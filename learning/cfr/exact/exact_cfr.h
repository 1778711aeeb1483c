// Counterfactual regret minimization (CFR) without sampling, in four variants. The public tree must
// fit into memory.
//
// An iteration updates one player after the other; the second plays against the first one's new
// strategy. The regret of an action is its gain over the current strategy, weighted by the
// probability with which chance and the opponent reach the infoset. Regret matching plays actions
// in proportion to their positive regrets. The average strategy converges to an equilibrium:
//
//   cfr    regrets are summed; all iterations have equal weight (Zinkevich and others 2007)
//   cfr+   sums of regrets never fall below zero (Tammelin 2014); iteration t has weight t^2
//   (Tammelin: t), which converges faster dcfr   sums above zero are discounted by t^1.5 / (t^1.5 +
//   1) after iteration t, those below by a half, the average by
//          (t / (t + 1))^2 (Brown and Sandholm 2019)
//   pcfr+  as cfr+, with a strategy that predicts the last regrets to occur again (Farina, Kroer
//   and Sandholm 2021)
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "learning/poker_measure/best_response/public_tree.h"
#include "learning/poker_measure/best_response/tree_strategy.h"

namespace trivium::learning::cfr {

enum class Variant : std::uint8_t { kCfr, kCfrPlus, kDiscounted, kPredictive };

inline constexpr std::size_t kVariants = 4;

/// "cfr", "cfr+", "dcfr", "pcfr+".
std::string_view name_of(Variant variant) noexcept;
std::optional<Variant> variant_named(std::string_view name) noexcept;

/// State of a learner, one number for each entry of a strategy. A run resumed from it gives
/// identical bits.
struct ExactState {
  std::uint64_t iterations = 0;
  std::vector<double> regrets;
  std::vector<double> average;  ///< sums, not yet divided
  std::vector<double> last;     ///< regrets of the last iteration; pcfr+ only
};

class ExactCfr {
 public:
  ExactCfr(std::shared_ptr<const poker_measure::PublicTree> tree, Variant variant);

  Variant variant() const noexcept { return variant_; }
  std::uint64_t iterations() const noexcept { return state_.iterations; }

  /// One iteration: both players, position 0 first.
  void iterate() noexcept;

  /// Returns the average strategy, uniform in infosets that were never reached.
  poker_measure::TreeStrategy average() const;

  const ExactState& state() const noexcept { return state_; }
  /// Resumes from `state`. Throws std::invalid_argument if it belongs to another tree or variant.
  void restore(ExactState state);

 private:
  class Walk;

  void match_regrets(int player) noexcept;

  std::shared_ptr<const poker_measure::PublicTree> tree_;
  Variant variant_;
  ExactState state_;
  poker_measure::TreeStrategy current_;
  std::vector<double> scratch_;
};

}  // namespace trivium::learning::cfr
