// Public chance sampling: traverses the betting tree for one player on a sampled board, with all
// holdings of both players at once.
//
// Values and reach probabilities are vectors over the holdings. At the end of a hand, one pass over
// the holdings by strength computes the value of each against all compatible holdings of the
// opponent. An iteration takes as long as thousands of sampled hands, and is at least as
// informative as these if there are few buckets. With pruning (pruning.h) it skips actions whose
// regrets are very negative in all buckets on the board, unless they end the hand.
//
// Source: Johanson, Bard, Lanctot, Gibson and Bowling 2012, "Efficient Nash Equilibrium
// Approximation through Monte Carlo Counterfactual Regret Minimization".
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/poker/strategy/betting_tree.h"
#include "learning/cfr/card_source.h"
#include "learning/cfr/pruning.h"
#include "learning/cfr/strategy_table.h"

namespace trivium::learning::cfr {

/// Values of all holdings at the end of a hand, on one board.
class BoardValues {
 public:
  /// Requires: `board` outlives this object.
  explicit BoardValues(const DealtBoard& board);

  /// Returns the number of holdings.
  std::size_t holdings() const noexcept { return board_.cards.size(); }
  /// Sets out[h] to `worth` chips times the mean of the opponent's `reach` over all holdings that
  /// share no card with h.
  void fold(std::span<const float> reach, float worth, std::span<float> out) const noexcept;
  /// Does the same for a showdown: opponents' holdings count as 1, 0 or -1 if h wins, ties or
  /// loses.
  void showdown(std::span<const float> reach, float worth, std::span<float> out) const noexcept;

 private:
  struct Sums;
  /// Adds the reach of the holdings by_strength_[begin, end) to `sums`.
  void add_reach(std::size_t begin, std::size_t end, std::span<const float> reach,
                 Sums& sums) const noexcept;
  /// Returns the reach in `sums` of the holdings that share no card with `holding`. A two-card
  /// holding's own reach, if contained in `sums`, is subtracted once too often.
  double compatible_reach(std::uint32_t holding, const Sums& sums) const noexcept;

  const DealtBoard& board_;
  std::vector<std::uint32_t> by_strength_;  ///< numbers of the holdings, weakest first
  float scale_ = 1;                         ///< 1 / number of compatible holdings of a holding
};

/// Traversal of the tree for one player. `Access` is OwnAccess or SharedAccess (table_access.h).
template <class Access>
class PublicChanceWalk {
 public:
  /// Requires: tree, layout and cards outlive this object.
  PublicChanceWalk(const poker::BettingTree& tree, const TableLayout& layout,
                   const CardSource& cards, Access access)
      : tree_(tree), layout_(layout), cards_(cards), access_(access) {}

  /// Updates the regrets of player `learner` and the average strategy of the opponent. Requires:
  /// `ends` was created from `board`.
  void operator()(const DealtBoard& board, const BoardValues& ends, int learner, Pruning pruning) {
    board_ = &board;
    ends_ = &ends;
    learner_ = learner;
    pruning_ = pruning;
    const std::vector<float> reach(ends.holdings(), 1);
    std::vector<float> values(ends.holdings());
    walk(0, reach, values);
  }

 private:
  using Child = poker::BettingTree::Child;
  using Decision = poker::BettingTree::Decision;
  using Kind = poker::TerminalNode::Kind;
  using Floats = std::vector<float>;

  /// Sets `values` to the mean winnings in chips of each holding of the learning player against the
  /// opponent's holdings, each weighted by its `reach`: the probability of the opponent's actions
  /// so far with this holding.
  void walk(Child child, const Floats& reach, Floats& values) {
    if (poker::BettingTree::is_terminal(child))
      return end(poker::BettingTree::terminal(child), reach, values);
    const Decision& node = tree_.decision(static_cast<std::size_t>(child));
    const Floats strategy = strategies(node);
    if (node.actor == learner_) {
      visit_learner(node, strategy, reach, values);
    } else {
      visit_opponent(node, strategy, reach, values);
    }
  }

  void end(const poker::TerminalNode& terminal, const Floats& reach,
           Floats& values) const noexcept {
    const auto chips = static_cast<float>(terminal.chips);
    if (terminal.kind == Kind::kShowdown) return ends_->showdown(reach, chips, values);
    const bool lost = (terminal.kind == Kind::kFold0) == (learner_ == 0);
    ends_->fold(reach, lost ? -chips : chips, values);
  }

  /// Returns the current strategy of a decision as [bucket][action].
  Floats strategies(const Decision& node) const {
    const Bucket buckets = cards_.buckets(node.round);
    Floats strategy(std::size_t{buckets} * node.actions);
    std::array<float, poker::BettingTree::kMaxActions> regrets;
    for (Bucket bucket = 0; bucket < buckets; ++bucket) {
      access_.load_regrets(layout_.base(node.round, bucket) + node.first_edge, regrets.data(),
                           node.actions);
      match_regrets(regrets.data(), strategy.data() + std::size_t{bucket} * node.actions,
                    node.actions);
    }
    return strategy;
  }

  /// True for each action that can be pruned.
  using Prunable = std::array<bool, poker::BettingTree::kMaxActions>;
  Prunable prunable_actions(const Decision& node) {
    Prunable out{};
    if (!pruning_.enabled()) return out;
    for (std::size_t action = 0; action < node.actions; ++action) {
      out[action] =
          !poker::BettingTree::is_terminal(tree_.edge_children()[node.first_edge + action]);
    }
    for_each_bucket(node, [&](std::uint32_t offset, std::size_t) {
      std::array<float, poker::BettingTree::kMaxActions> regrets;
      access_.load_regrets(offset, regrets.data(), node.actions);
      // If no regret is positive, all actions are played, so none is pruned.
      const bool some_good = std::any_of(regrets.begin(), regrets.begin() + node.actions,
                                         [](float regret) { return regret > 0; });
      for (std::size_t action = 0; action < node.actions; ++action)
        out[action] &= some_good && regrets[action] <= pruning_.bound;
    });
    return out;
  }

  /// Visits a decision of the learning player and updates its regrets.
  void visit_learner(const Decision& node, const Floats& strategy, const Floats& reach,
                     Floats& values) {
    const std::vector<std::uint16_t>& bucket = board_->bucket[node.round];
    const std::size_t holdings = reach.size();
    Floats of_action(holdings);
    Floats regrets(strategy.size());
    Floats mean(cards_.buckets(node.round));
    const Prunable prunable = prunable_actions(node);
    std::fill(values.begin(), values.end(), 0.0F);
    for (std::size_t action = 0; action < node.actions; ++action) {
      if (prunable[action] && !pruning_.explore) continue;
      const std::uint32_t outside =
          std::exchange(update_weight_, prunable[action] ? Pruning::kEvery : update_weight_);
      walk(tree_.edge_children()[node.first_edge + action], reach, of_action);
      update_weight_ = outside;
      for (std::size_t h = 0; h < holdings; ++h) {
        const std::size_t place = std::size_t{bucket[h]} * node.actions + action;
        const float part = strategy[place] * of_action[h];
        values[h] += part;
        mean[bucket[h]] += part;
        regrets[place] += of_action[h];
      }
    }
    for (Bucket b = 0; b < mean.size(); ++b) {
      float* row = regrets.data() + std::size_t{b} * node.actions;
      for (std::size_t action = 0; action < node.actions; ++action) {
        row[action] =
            (row[action] - mean[b]) *
            static_cast<float>(prunable[action] ? pruning_.prunable_weight() : update_weight_);
      }
    }
    for_each_bucket(node, [&](std::uint32_t offset, std::size_t b) {
      access_.add_regrets(offset, regrets.data() + b * node.actions, node.actions);
    });
  }

  /// Visits a decision of the opponent and updates its average strategy.
  void visit_opponent(const Decision& node, const Floats& strategy, const Floats& reach,
                      Floats& values) {
    const std::vector<std::uint16_t>& bucket = board_->bucket[node.round];
    const std::size_t holdings = reach.size();
    Floats reaching(cards_.buckets(node.round));
    for (std::size_t h = 0; h < holdings; ++h) reaching[bucket[h]] += reach[h];
    for_each_bucket(node, [&](std::uint32_t offset, std::size_t b) {
      std::array<std::uint32_t, poker::BettingTree::kMaxActions> seen;
      const float weight = reaching[b] * static_cast<float>(kWholeWeight * update_weight_);
      if (!(weight > 0)) return;
      for (std::size_t i = 0; i < node.actions; ++i)
        seen[i] = static_cast<std::uint32_t>(strategy[b * node.actions + i] * weight + 0.5F);
      access_.add_average(offset, seen.data(), node.actions);
    });
    Floats reach_then(holdings);
    Floats of_action(holdings);
    std::fill(values.begin(), values.end(), 0.0F);
    for (std::size_t action = 0; action < node.actions; ++action) {
      bool reached = false;
      for (std::size_t h = 0; h < holdings; ++h) {
        reach_then[h] = reach[h] * strategy[std::size_t{bucket[h]} * node.actions + action];
        reached |= reach_then[h] > 0;
      }
      if (!reached) continue;
      walk(tree_.edge_children()[node.first_edge + action], reach_then, of_action);
      for (std::size_t h = 0; h < holdings; ++h) values[h] += of_action[h];
    }
  }

  /// Calls change(offset of the row, bucket) once for each bucket that occurs on this board.
  template <class Change>
  void for_each_bucket(const Decision& node, const Change& change) {
    std::vector<bool> done(cards_.buckets(node.round));
    for (const std::uint16_t b : board_->bucket[node.round]) {
      if (done[b]) continue;
      done[b] = true;
      change(layout_.base(node.round, b) + node.first_edge, b);
    }
  }

  const poker::BettingTree& tree_;
  const TableLayout& layout_;
  const CardSource& cards_;
  Access access_;
  const DealtBoard* board_ = nullptr;
  const BoardValues* ends_ = nullptr;
  int learner_ = 0;
  Pruning pruning_;
  std::uint32_t update_weight_ = 1;  ///< weight of updates in the current subtree
};

}  // namespace trivium::learning::cfr
