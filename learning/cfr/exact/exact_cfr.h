// Counterfactual regret minimization (CFR) without sampling, in four variants, for games whose
// public tree fits into memory.
//
// An infoset is a decision together with the cards that its player knows. An iteration updates the
// strategy of player 0, then that of player 1 against the new strategy of player 0. The regret of
// an action is its gain over the current strategy, weighted by the probability with which chance
// and the opponent reach the infoset. Regret matching plays actions in proportion to their positive
// sums of regrets. The average of the strategies converges to an equilibrium. The variants:
//
//   cfr    regrets are summed, and all iterations have equal weight (Zinkevich, Johanson, Bowling
//          and Piccione 2007)
//   cfr+   sums below zero are set to zero (Tammelin 2014); iteration t has weight t^2 in the
//          average, which converges faster than the paper's weight t
//   dcfr   after iteration t, sums above zero are multiplied by t^1.5 / (t^1.5 + 1), sums below
//          zero by 1/2, and the average by (t / (t + 1))^2 (Brown and Sandholm 2019)
//   pcfr+  as cfr+, but the next strategy is computed as if the regrets of the last iteration
//          occurred again (Farina, Kroer and Sandholm 2021)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "learning/poker_measure/best_response/public_tree.h"
#include "learning/poker_measure/best_response/tree_strategy.h"

namespace trivium::learning::cfr {

/// Variants in the order of the table above.
enum class Variant : std::uint8_t { kCfr, kCfrPlus, kDiscounted, kPredictive };

/// Names of all variants, in order; text::named() finds one.
inline constexpr std::array<std::string_view, 4> kVariantNames{"cfr", "cfr+", "dcfr", "pcfr+"};
/// Returns the name of a variant.
std::string_view name_of(Variant variant) noexcept;

/// State of a learner. Vectors have an element for each probability of a TreeStrategy. A run that
/// resumes from a state has the same results, bit for bit, as one without interruption.
struct ExactState {
  std::uint64_t iterations = 0;
  std::vector<double> regrets;  ///< sums of regrets
  std::vector<double> average;  ///< weighted sums of the strategies, not normalized
  std::vector<double> last;     ///< regrets of the last iteration; empty except for pcfr+
};

/// A learner of both players' strategies. Not thread-safe.
class ExactCfr {
 public:
  /// Starts with the uniform strategy.
  ExactCfr(std::shared_ptr<const poker_measure::PublicTree> tree, Variant variant);

  Variant variant() const noexcept { return variant_; }
  std::uint64_t iterations() const noexcept { return state_.iterations; }

  /// Runs one iteration for both players.
  void iterate() noexcept;

  /// Returns the average strategy. Infosets that were never reached have a uniform strategy.
  poker_measure::TreeStrategy average() const;

  const ExactState& state() const noexcept { return state_; }
  /// Resumes from `state`. Throws std::invalid_argument if its vectors have other sizes than those
  /// of this tree and variant.
  void restore(ExactState state);

 private:
  class Walk;

  /// Sets the player's current strategy from its regrets.
  void match_regrets(int player) noexcept;

  std::shared_ptr<const poker_measure::PublicTree> tree_;
  Variant variant_;
  ExactState state_;
  poker_measure::TreeStrategy current_;
  std::vector<double> scratch_;  ///< memory of Walk
};

}  // namespace trivium::learning::cfr
