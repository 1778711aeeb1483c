#include "engine/poker/strategy/betting_translation.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <utility>

namespace trivium::poker {

namespace {

/// A node of the tree that may match the hand so far.
struct Candidate {
  BettingTree::Child place;
  double weight;
  bool ahead;  ///< a bet was mapped to a check that ends the tree's round

  /// Returns the number of the decision. Requires: not `ahead`, since then the hand may be over.
  std::size_t decision() const noexcept { return static_cast<std::size_t>(place); }
  auto key() const noexcept { return std::pair(place, ahead); }
};

/// Returns a raise as a part of the pot after a call.
double part_of_pot(Chips to, Chips max_spent, std::int64_t pot) noexcept {
  return static_cast<double>(to - max_spent) / static_cast<double>(std::max<std::int64_t>(pot, 1));
}

/// Returns the weight of `low`, the smaller neighbor, for a raise of size `x`; in [0, 1].
double weight_of_low(double low, double high, double x) noexcept {
  if (x <= low) return 1;
  if (x >= high) return 0;
  return (high - x) * (1 + low) / ((high - low) * (1 + x));
}

class Follower {
 public:
  explicit Follower(const BettingTree& tree) : tree_(tree), candidates_{{0, 1, false}} {}

  /// Follows one action of the real hand; `before` is the betting before it.
  void follow(Action action, const Betting& before) {
    next_.clear();
    for (const Candidate& candidate : candidates_) {
      if (candidate.ahead) {
        if (action.type == ActionType::kCall) add_next(candidate.place, candidate.weight);
      } else if (action.type == ActionType::kRaise) {
        follow_raise(candidate, action, before);
      } else {
        follow_like(candidate, action.type);
      }
    }
    std::swap(candidates_, next_);
    merge();
  }

  /// Returns the decisions of the player to act, and the weight of the nodes that are ahead.
  Location at(const Betting& betting) const {
    Location found;
    double sum = 0;
    for (const Candidate& candidate : candidates_) {
      if (candidate.ahead) {
        found.call += candidate.weight;
      } else {
        const BettingTree::Decision& node = tree_.decision(candidate.decision());
        if (node.actor != betting.actor() || node.round != betting.round()) continue;
        found.decisions.push_back({candidate.decision(), candidate.weight});
      }
      sum += candidate.weight;
    }
    if (sum == 0) return {{}, 1};
    for (WeightedDecision& one : found.decisions) one.weight /= sum;
    found.call /= sum;
    return found;
  }

 private:
  /// Continues at `place` unless the hand ends there.
  void add_next(BettingTree::Child place, double weight) {
    if (weight > 0 && !BettingTree::is_terminal(place)) next_.push_back({place, weight, false});
  }

  void follow_action(const Candidate& candidate, std::size_t action, double part) {
    add_next(tree_.children(candidate.decision())[action], candidate.weight * part);
  }

  /// Maps a small bet to a check, or a small raise to a call.
  void map_to_call(const Candidate& candidate, std::size_t call, double part) {
    const BettingTree::Child child = tree_.children(candidate.decision())[call];
    const bool round_ends =
        BettingTree::is_terminal(child) || tree_.decision(static_cast<std::size_t>(child)).round !=
                                               tree_.decision(candidate.decision()).round;
    if (part > 0) next_.push_back({child, candidate.weight * part, round_ends});
  }

  void follow_like(const Candidate& candidate, ActionType type) {
    const std::span<const TreeAction> known = tree_.actions(candidate.decision());
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (known[i].action.type == type) follow_action(candidate, i, 1);
    }
  }

  void follow_raise(const Candidate& candidate, Action raise, const Betting& before) {
    const std::span<const TreeAction> known = tree_.actions(candidate.decision());
    const auto first = std::ranges::find_if(
        known, [](const TreeAction& a) { return a.action.type == ActionType::kRaise; });
    if (first == known.end()) return;
    const auto smallest = static_cast<std::size_t>(first - known.begin());
    const std::size_t largest = known.size() - 1;
    if (!tree_.game().no_limit()) return follow_action(candidate, smallest, 1);
    if (known[largest].all_in && raise.to >= all_in_total(before))
      return follow_action(candidate, largest, 1);
    const double x = part_of_pot(raise.to, before.max_spent(), pot_after_call(before));
    std::size_t high = smallest;
    while (high < largest && size(candidate, high) < x) ++high;
    // Below the smallest raise is the call, a raise by nothing.
    const bool calls = high == smallest;
    const double low_part =
        weight_of_low(calls ? 0 : size(candidate, high - 1), size(candidate, high), x);
    if (calls) {
      map_to_call(candidate, high - 1, low_part);
    } else {
      follow_action(candidate, high - 1, low_part);
    }
    follow_action(candidate, high, 1 - low_part);
  }

  double size(const Candidate& candidate, std::size_t action) const {
    const std::size_t decision = candidate.decision();
    return part_of_pot(tree_.actions(decision)[action].action.to, tree_.max_spent(decision),
                       tree_.pot_after_call(decision));
  }

  /// Merges equal nodes and keeps those with the largest weights.
  void merge() {
    std::ranges::stable_sort(
        candidates_, [](const Candidate& a, const Candidate& b) { return a.key() < b.key(); });
    std::size_t kept = 0;
    for (const Candidate& candidate : candidates_) {
      if (kept > 0 && candidates_[kept - 1].key() == candidate.key()) {
        candidates_[kept - 1].weight += candidate.weight;
      } else {
        candidates_[kept++] = candidate;
      }
    }
    candidates_.resize(kept, {0, 0, false});
    std::ranges::stable_sort(candidates_, std::greater<>(), &Candidate::weight);
    if (candidates_.size() > kMaxTranslations) candidates_.resize(kMaxTranslations, {0, 0, false});
  }

  const BettingTree& tree_;
  std::vector<Candidate> candidates_;
  std::vector<Candidate> next_;
};

}  // namespace

Location locate(const BettingTree& tree, const PublicState& state) {
  Follower follower(tree);
  Betting betting(tree.game());
  for (const PlayedAction& played : state.actions) {
    follower.follow(played.action, betting);
    betting.do_action(played.action);
  }
  return follower.at(betting);
}

Action action_for(const BettingTree& tree, std::size_t decision, std::size_t action,
                  const Betting& betting) noexcept {
  const TreeAction& known = tree.actions(decision)[action];
  if (known.action.type == ActionType::kFold) return check_or_fold(betting);
  const std::optional<RaiseRange> range = betting.raise_range();
  if (known.action.type == ActionType::kCall || !range) return Action::call();
  if (!tree.game().no_limit()) return Action::raise();
  const Chips all_in = all_in_total(betting);
  if (known.all_in) return Action::raise(all_in);
  const std::int64_t more = known.action.to - tree.max_spent(decision);
  const std::int64_t pot = std::max<std::int64_t>(tree.pot_after_call(decision), 1);
  const std::int64_t to =
      betting.max_spent() + (2 * more * pot_after_call(betting) + pot) / (2 * pot);
  return Action::raise(static_cast<Chips>(std::clamp<std::int64_t>(to, range->min, all_in)));
}

}  // namespace trivium::poker
