// One player's traversal in an iteration with sampled cards: pure CFR and external sampling.
//
// Both visit all actions of the learning player and one sampled action of the opponent. They update
// the opponent's average strategy at the decisions visited, so it is weighted by reach probability.
// They differ in the value from which regrets of the learning player are measured: pure CFR uses
// the value of one sampled action, external sampling the mean over the strategy. With pruning
// (pruning.h), external sampling skips actions with very negative regrets, unless they end the
// hand.
// Sources: Lanctot, Waugh, Zinkevich and Bowling 2009, "Monte Carlo Sampling for Regret
// Minimization in Extensive Games" (external sampling); Gibson 2014, dissertation (pure CFR, by
// Tammelin).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "engine/core/rng.h"
#include "engine/poker/strategy/betting_tree.h"
#include "learning/cfr/card_source.h"
#include "learning/cfr/pruning.h"
#include "learning/cfr/strategy_table.h"

namespace trivium::learning::cfr {

/// State of a traversal, shared by both samplers. `Access` is OwnAccess or SharedAccess
/// (table_access.h).
template <class Access>
class SampledWalk {
 public:
  SampledWalk(const poker::BettingTree& tree, const TableLayout& layout, Access access) noexcept
      : tree_(tree), children_(tree.edge_children()), layout_(layout), access_(access) {}

 protected:
  using Child = poker::BettingTree::Child;
  using Decision = poker::BettingTree::Decision;
  /// Numbers of a decision with kActions actions; 0 stands for any number of actions.
  template <std::size_t kActions>
  using Row = std::array<float, kActions == 0 ? poker::BettingTree::kMaxActions : kActions>;

  /// Calls `visit` with the number of actions as a compile-time constant if it is 2 to 5, else with
  /// 0. Loops over the actions dominate the run time, and the compiler unrolls them.
  template <class Visit>
  static auto with_actions(const Decision& node, const Visit& visit) {
    switch (node.actions) {
      case 2:
        return visit(std::integral_constant<std::size_t, 2>());
      case 3:
        return visit(std::integral_constant<std::size_t, 3>());
      case 4:
        return visit(std::integral_constant<std::size_t, 4>());
      case 5:
        return visit(std::integral_constant<std::size_t, 5>());
      default:
        return visit(std::integral_constant<std::size_t, 0>());
    }
  }
  /// Returns the number of actions, as a compile-time constant if kActions is not 0.
  template <std::size_t kActions>
  static std::size_t actions_of(const Decision& node) noexcept {
    return kActions == 0 ? node.actions : kActions;
  }

  /// Prepares a traversal for player `learner`.
  void begin(const DealtHand& hand, int learner, Rng& rng) noexcept {
    learner_ = learner;
    rng_ = &rng;
    const int sign = learner == 0 ? 1 : -1;
    worth_ = {-sign, sign, sign * hand.winner, 0};
    for (std::size_t player = 0; player < 2; ++player) {
      for (int round = 0; round < tree_.game().rounds; ++round) {
        const auto r = static_cast<std::size_t>(round);
        base_[player][r] = layout_.base(round, hand.bucket[player][r]);
      }
    }
  }

  /// Returns the offset of the actor's row in the table.
  std::uint32_t offset(const Decision& node) const noexcept {
    return base_[node.actor][node.round] + node.first_edge;
  }

  /// Returns the chips that the learning player wins.
  int terminal_value(Child child) const noexcept {
    const poker::TerminalNode end = poker::BettingTree::terminal(child);
    return end.chips * worth_[static_cast<std::size_t>(end.kind)];
  }

  /// Returns a uniform random number in [0, 1).
  float random_unit() noexcept { return static_cast<float>((*rng_)() >> 40) * 0x1p-24F; }

  const poker::BettingTree& tree_;
  const Child* children_;
  const TableLayout& layout_;
  Access access_;
  int learner_ = 0;
  Rng* rng_ = nullptr;

 private:
  std::array<int, 4> worth_{};  // value of one chip by kind of terminal node
  std::array<std::array<std::uint32_t, poker::kMaxRounds>, 2> base_{};
};

/// Pure CFR. Values are whole chips.
template <class Access>
class PureWalk : public SampledWalk<Access> {
  using Base = SampledWalk<Access>;
  using typename Base::Child;
  using typename Base::Decision;

 public:
  using Base::Base;

  /// Updates the regrets of player `learner` and the average strategy of the opponent.
  void operator()(const DealtHand& hand, int learner, Rng& rng) {
    this->begin(hand, learner, rng);
    walk(0);
  }

 private:
  int walk(Child child) {
    if (poker::BettingTree::is_terminal(child)) return this->terminal_value(child);
    const Decision& node = this->tree_.decision(static_cast<std::size_t>(child));
    return Base::with_actions(node,
                              [&](auto actions) { return this->template visit<actions()>(node); });
  }

  template <std::size_t kActions>
  int visit(const Decision& node) {
    const std::size_t actions = Base::template actions_of<kActions>(node);
    const std::uint32_t offset = this->offset(node);
    const Child* children = this->children_ + node.first_edge;
    typename Base::template Row<kActions> row{};
    this->access_.load_regrets(offset, row.data(), actions);
    const std::size_t chosen = draw(row.data(), actions);
    if (node.actor != this->learner_) {
      this->access_.add_average(offset, chosen, kWholeWeight, actions);
      return walk(children[chosen]);
    }
    int drawn_value = 0;
    for (std::size_t i = 0; i < actions; ++i) {
      const int value = walk(children[i]);
      row[i] = static_cast<float>(value);
      if (i == chosen) drawn_value = value;
    }
    for (std::size_t i = 0; i < actions; ++i) row[i] -= static_cast<float>(drawn_value);
    this->access_.add_regrets(offset, row.data(), actions);
    return drawn_value;
  }

  /// Samples an action by regret matching.
  std::size_t draw(const float* regrets, std::size_t actions) noexcept {
    float sum = 0;
    for (std::size_t i = 0; i < actions; ++i) sum += regrets[i] > 0 ? regrets[i] : 0;
    if (!(sum > 0))
      return static_cast<std::size_t>(this->random_unit() * static_cast<float>(actions));
    float left = this->random_unit() * sum;
    std::size_t last = 0;
    for (std::size_t i = 0; i < actions; ++i) {
      if (!(regrets[i] > 0)) continue;
      if (left < regrets[i]) return i;
      left -= regrets[i];
      last = i;
    }
    return last;
  }
};

/// External sampling, with optional pruning.
template <class Access>
class ExternalWalk : public SampledWalk<Access> {
  using Base = SampledWalk<Access>;
  using typename Base::Child;
  using typename Base::Decision;

 public:
  using Base::Base;

  /// Updates the regrets of player `learner` and the average strategy of the opponent.
  void operator()(const DealtHand& hand, int learner, Pruning pruning, Rng& rng) {
    this->begin(hand, learner, rng);
    pruning_ = pruning;
    walk(0);
  }

 private:
  float walk(Child child) {
    if (poker::BettingTree::is_terminal(child))
      return static_cast<float>(this->terminal_value(child));
    const Decision& node = this->tree_.decision(static_cast<std::size_t>(child));
    return Base::with_actions(node,
                              [&](auto actions) { return this->template visit<actions()>(node); });
  }

  template <std::size_t kActions>
  float visit(const Decision& node) {
    const std::size_t actions = Base::template actions_of<kActions>(node);
    const std::uint32_t offset = this->offset(node);
    typename Base::template Row<kActions> regrets{};
    typename Base::template Row<kActions> strategy{};
    this->access_.load_regrets(offset, regrets.data(), actions);
    const bool some_good = match_regrets(regrets.data(), strategy.data(), actions);
    if (node.actor != this->learner_) return opponents<kActions>(node, offset, strategy);
    const Child* children = this->children_ + node.first_edge;
    // If no regret is positive, all actions are played, so none is pruned.
    const float bound = some_good ? pruning_.bound : Pruning().bound;
    const auto prunable = [&](std::size_t i) {
      return regrets[i] <= bound && !poker::BettingTree::is_terminal(children[i]);
    };
    typename Base::template Row<kActions> values{};
    float mean = 0;
    for (std::size_t i = 0; i < actions; ++i) {
      if (prunable(i)) {
        if (pruning_.explore) values[i] = explored(children[i]);
        continue;
      }
      values[i] = walk(children[i]);
      mean += strategy[i] * values[i];
    }
    for (std::size_t i = 0; i < actions; ++i) {
      const std::uint32_t times = prunable(i) ? pruning_.prunable_weight() : update_weight_;
      values[i] = (values[i] - mean) * static_cast<float>(times);
    }
    this->access_.add_regrets(offset, values.data(), actions);
    return mean;
  }

  /// Returns the value of a prunable action in an iteration that skips nothing.
  float explored(Child child) {
    const std::uint32_t outside = std::exchange(update_weight_, Pruning::kEvery);
    const float value = walk(child);
    update_weight_ = outside;
    return value;
  }

  /// Visits a decision of the opponent: updates its average strategy and samples an action.
  template <std::size_t kActions>
  float opponents(const Decision& node, std::uint32_t offset,
                  const typename Base::template Row<kActions>& strategy) {
    const std::size_t actions = Base::template actions_of<kActions>(node);
    std::array<std::uint32_t, poker::BettingTree::kMaxActions> seen;
    float left = this->random_unit();
    std::size_t chosen = actions;
    std::size_t last = 0;
    for (std::size_t i = 0; i < actions; ++i) {
      seen[i] = static_cast<std::uint32_t>(
          strategy[i] * static_cast<float>(kWholeWeight * update_weight_) + 0.5F);
      if (strategy[i] > 0) last = i;
      if (chosen == actions && left < strategy[i]) chosen = i;
      left -= strategy[i];
    }
    if (chosen == actions) chosen = last;  // rounding: the probabilities sum to less than 1
    this->access_.add_average(offset, seen.data(), actions);
    return walk(this->children_[node.first_edge + chosen]);
  }

  Pruning pruning_;
  std::uint32_t update_weight_ = 1;  ///< weight of updates in the current subtree
};

}  // namespace trivium::learning::cfr
