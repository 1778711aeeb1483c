// Counterfactual regret minimisation without sampling, for games whose public tree fits into memory: four of its variants.
//
// An iteration updates one player after the other; the second already meets the first's new strategy. What a player would have gained by
// an action more than by his strategy, weighted by the chance that all others let him get there, is its regret; strategies are in
// proportion to what regret is above zero. It is the average strategy that comes to an equilibrium:
//
//   cfr    regrets add up; every iteration counts alike (Zinkevich and others 2007)
//   cfr+   sums of regrets never fall below zero (Tammelin 2014); iteration t counts t^2 where Tammelin has t, which comes closer
//   dcfr   sums above zero are discounted by t^1.5 / (t^1.5 + 1) after iteration t, those below by a half, the average by
//          (t / (t + 1))^2 (Brown and Sandholm 2019)
//   pcfr+  as cfr+, but the strategy is for the regrets that would come if the last ones came again (Farina, Kroer and Sandholm 2021)
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

/// The state of a learner, one number for each of a strategy; by the way a run goes on with the same bits.
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

  /// The average strategy. An infoset that was never reached is played uniformly.
  poker_measure::TreeStrategy average() const;

  const ExactState& state() const noexcept { return state_; }
  /// Goes on where that state was taken. Throws std::invalid_argument where it is of another tree or variant.
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
