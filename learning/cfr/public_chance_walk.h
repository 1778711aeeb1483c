// Public chance sampling: one player's part of an iteration with a sampled board and all holdings
// of both players.
//
// Walks every decision with vectors over holdings. At the end of a hand, one pass over the holdings
// by strength computes the value of each against all compatible holdings of the opponent. An
// iteration costs as much as thousands of sampled hands and is at least as informative with few
// buckets. With pruning (pruning.h), it skips actions with very negative regrets for all holdings
// on the board, unless they end the hand.
// Source: Johanson, Bard, Lanctot, Gibson and Bowling, "Efficient Nash equilibrium approximation
// through Monte Carlo counterfactual regret minimization" (AAMAS 2012).
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

/// Values of all holdings at the end of a hand on one board.
class BoardValues {
 public:
  /// Requires: `board` outlives this object.
  explicit BoardValues(const DealtBoard& board);

  std::size_t holdings() const noexcept { return board_.cards.size(); }
  /// Sets out[h] to `worth` times the weighted sum of the opponent's `reach` over all holdings
  /// compatible with h, scaled so that a reach of 1 everywhere gives `worth`.
  void fold(std::span<const float> reach, float worth, std::span<float> out) const noexcept;
  /// The same for a showdown: the better hand wins `worth`.
  void showdown(std::span<const float> reach, float worth, std::span<float> out) const noexcept;

 private:
  struct Sums;
  void add_tied(std::size_t begin, std::size_t end, std::span<const float> reach,
                Sums& sums) const noexcept;
  double beside(std::uint32_t holding, const Sums& sums) const noexcept;

  const DealtBoard& board_;
  std::vector<std::uint32_t> by_strength_;
  float scale_ = 1;
};

template <class Access>
class PublicChanceWalk {
 public:
  PublicChanceWalk(const poker::BettingTree& tree, const TableLayout& layout,
                   const CardSource& cards, Access access)
      : tree_(tree), layout_(layout), cards_(cards), access_(access) {}

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

  void walk(Child child, const Floats& reach, Floats& values) {
    if (poker::BettingTree::is_terminal(child))
      return end(poker::BettingTree::terminal(child), reach, values);
    const Decision& node = tree_.decision(static_cast<std::size_t>(child));
    const Floats strategy = strategies(node);
    if (node.actor == learner_) {
      own(node, strategy, reach, values);
    } else {
      opponents(node, strategy, reach, values);
    }
  }

  void end(const poker::TerminalNode& terminal, const Floats& reach,
           Floats& values) const noexcept {
    const auto chips = static_cast<float>(terminal.chips);
    if (terminal.kind == Kind::kShowdown) return ends_->showdown(reach, chips, values);
    const bool lost = (terminal.kind == Kind::kFold0) == (learner_ == 0);
    ends_->fold(reach, lost ? -chips : chips, values);
  }

  /// By bucket and action.
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

  /// By action: whether walks leave it out.
  using LeftOut = std::array<bool, poker::BettingTree::kMaxActions>;
  LeftOut left_out(const Decision& node) {
    LeftOut out{};
    if (!pruning_.some()) return out;
    for (std::size_t action = 0; action < node.actions; ++action) {
      out[action] =
          !poker::BettingTree::is_terminal(tree_.edge_children()[node.first_edge + action]);
    }
    for_touched(node, [&](std::uint32_t offset, std::size_t) {
      std::array<float, poker::BettingTree::kMaxActions> regrets;
      access_.load_regrets(offset, regrets.data(), node.actions);
      // Where all actions are bad each is played, and none can be left out.
      const bool some_good = std::any_of(regrets.begin(), regrets.begin() + node.actions,
                                         [](float regret) { return regret > 0; });
      for (std::size_t action = 0; action < node.actions; ++action)
        out[action] &= some_good && regrets[action] <= pruning_.bound;
    });
    return out;
  }

  void own(const Decision& node, const Floats& strategy, const Floats& reach, Floats& values) {
    const std::vector<std::uint16_t>& bucket = board_->bucket[node.round];
    const std::size_t holdings = reach.size();
    Floats of_action(holdings);
    Floats more(strategy.size());
    Floats mean(cards_.buckets(node.round));
    const LeftOut out = left_out(node);
    std::fill(values.begin(), values.end(), 0.0F);
    for (std::size_t action = 0; action < node.actions; ++action) {
      if (out[action] && !pruning_.explore) continue;
      const std::uint32_t outside = std::exchange(times_, out[action] ? Pruning::kEvery : times_);
      walk(tree_.edge_children()[node.first_edge + action], reach, of_action);
      times_ = outside;
      for (std::size_t h = 0; h < holdings; ++h) {
        const std::size_t place = std::size_t{bucket[h]} * node.actions + action;
        const float part = strategy[place] * of_action[h];
        values[h] += part;
        mean[bucket[h]] += part;
        more[place] += of_action[h];
      }
    }
    for (Bucket b = 0; b < mean.size(); ++b) {
      float* row = more.data() + std::size_t{b} * node.actions;
      for (std::size_t action = 0; action < node.actions; ++action) {
        row[action] = (row[action] - mean[b]) *
                      static_cast<float>(out[action] ? pruning_.times_left_out() : times_);
      }
    }
    for_touched(node, [&](std::uint32_t offset, std::size_t b) {
      access_.add_regrets(offset, more.data() + b * node.actions, node.actions);
    });
  }

  void opponents(const Decision& node, const Floats& strategy, const Floats& reach,
                 Floats& values) {
    const std::vector<std::uint16_t>& bucket = board_->bucket[node.round];
    const std::size_t holdings = reach.size();
    Floats reaching(cards_.buckets(node.round));
    for (std::size_t h = 0; h < holdings; ++h) reaching[bucket[h]] += reach[h];
    for_touched(node, [&](std::uint32_t offset, std::size_t b) {
      std::array<std::uint32_t, poker::BettingTree::kMaxActions> seen;
      const float weight = reaching[b] * static_cast<float>(kWholeWeight * times_);
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

  /// Calls `change(offset of the row, bucket)` for each bucket that occurs on this board.
  template <class Change>
  void for_touched(const Decision& node, const Change& change) {
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
  std::uint32_t times_ = 1;  ///< how often what is learned here counts
};

}  // namespace trivium::learning::cfr
