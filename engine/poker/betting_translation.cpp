#include "engine/poker/betting_translation.h"

#include <algorithm>
#include <array>
#include <optional>

namespace trivium::poker {

namespace {

/// A decision that the hand so far may stand for.
struct Candidate {
  std::size_t decision;
  double weight;
};

/// A raise as a part of the pot after a call.
double part_of_pot(Chips to, Chips max_spent, std::int64_t pot) noexcept {
  return static_cast<double>(to - max_spent) / static_cast<double>(std::max<std::int64_t>(pot, 1));
}

/// How much of a raise of size `x` is taken for `low`, the smaller of its neighbours; from 0 to 1.
double weight_of_low(double low, double high, double x) noexcept {
  if (x <= low) return 1;
  if (x >= high) return 0;
  return (high - x) * (1 + low) / ((high - low) * (1 + x));
}

class Follower {
 public:
  explicit Follower(const BettingTree& tree) : tree_(tree), candidates_{{0, 1}} {}

  /// One action of the real hand, taken in `before`.
  void follow(Action action, const Betting& before) {
    next_.clear();
    for (const Candidate& candidate : candidates_) {
      if (action.type == ActionType::kRaise) {
        follow_raise(candidate, action, before);
      } else {
        follow_like(candidate, action.type);
      }
    }
    std::swap(candidates_, next_);
    merge();
  }

  /// Those that have the real player to act.
  std::vector<WeightedDecision> at(const Betting& betting) const {
    std::vector<WeightedDecision> found;
    double sum = 0;
    for (const Candidate& candidate : candidates_) {
      const BettingTree::Decision& node = tree_.decision(candidate.decision);
      if (node.actor != betting.actor() || node.round != betting.round()) continue;
      found.push_back({candidate.decision, candidate.weight});
      sum += candidate.weight;
    }
    for (WeightedDecision& one : found) one.weight /= sum;
    return found;
  }

 private:
  /// Goes on along the edge, where the hand is not over with it.
  void take(const Candidate& candidate, std::size_t action, double part) {
    const BettingTree::Child child = tree_.children(candidate.decision)[action];
    if (part > 0 && !BettingTree::is_terminal(child)) next_.push_back({static_cast<std::size_t>(child), candidate.weight * part});
  }

  void follow_like(const Candidate& candidate, ActionType type) {
    const std::span<const TreeAction> actions = tree_.actions(candidate.decision);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      if (actions[i].action.type == type) take(candidate, i, 1);
    }
  }

  void follow_raise(const Candidate& candidate, Action raise, const Betting& before) {
    const std::span<const TreeAction> actions = tree_.actions(candidate.decision);
    const auto first =
        std::find_if(actions.begin(), actions.end(), [](const TreeAction& a) { return a.action.type == ActionType::kRaise; });
    if (first == actions.end()) return;
    const auto smallest = static_cast<std::size_t>(first - actions.begin());
    const std::size_t largest = actions.size() - 1;
    if (!tree_.game().no_limit()) return take(candidate, smallest, 1);
    if (actions[largest].all_in && raise.to >= all_in_total(before)) return take(candidate, largest, 1);
    const double x = part_of_pot(raise.to, before.max_spent(), pot_after_call(before));
    std::size_t high = smallest;
    while (high < largest && size(candidate.decision, high) < x) ++high;
    if (high == smallest) return take(candidate, smallest, 1);
    const double low_part = weight_of_low(size(candidate.decision, high - 1), size(candidate.decision, high), x);
    take(candidate, high - 1, low_part);
    take(candidate, high, 1 - low_part);
  }

  double size(std::size_t decision, std::size_t action) const {
    return part_of_pot(tree_.actions(decision)[action].action.to, tree_.max_spent(decision), tree_.pot_after_call(decision));
  }

  /// Every decision once, the heaviest kept.
  void merge() {
    const auto by_decision = [](const Candidate& a, const Candidate& b) { return a.decision < b.decision; };
    std::stable_sort(candidates_.begin(), candidates_.end(), by_decision);
    std::size_t kept = 0;
    for (const Candidate& candidate : candidates_) {
      if (kept > 0 && candidates_[kept - 1].decision == candidate.decision) {
        candidates_[kept - 1].weight += candidate.weight;
      } else {
        candidates_[kept++] = candidate;
      }
    }
    candidates_.resize(kept, {0, 0});
    std::stable_sort(candidates_.begin(), candidates_.end(), [](const Candidate& a, const Candidate& b) { return a.weight > b.weight; });
    if (candidates_.size() > kMostTranslations) candidates_.resize(kMostTranslations, {0, 0});
  }

  const BettingTree& tree_;
  std::vector<Candidate> candidates_;
  std::vector<Candidate> next_;
};

}  // namespace

std::vector<WeightedDecision> locate(const BettingTree& tree, const PublicState& state) {
  Follower follower(tree);
  Betting betting(tree.game());
  for (const PlayedAction& played : state.actions) {
    follower.follow(played.action, betting);
    betting.do_action(played.action);
  }
  return follower.at(betting);
}

Action action_for(const BettingTree& tree, std::size_t decision, std::size_t action, const Betting& betting) noexcept {
  const TreeAction& known = tree.actions(decision)[action];
  if (known.action.type == ActionType::kFold) return check_or_fold(betting);
  const std::optional<RaiseRange> range = betting.raise_range();
  if (known.action.type == ActionType::kCall || !range) return Action::call();
  if (!tree.game().no_limit()) return Action::raise();
  const Chips all_in = all_in_total(betting);
  if (known.all_in) return Action::raise(all_in);
  const std::int64_t more = known.action.to - tree.max_spent(decision);
  const std::int64_t pot = std::max<std::int64_t>(tree.pot_after_call(decision), 1);
  const std::int64_t to = betting.max_spent() + (2 * more * pot_after_call(betting) + pot) / (2 * pot);
  return Action::raise(static_cast<Chips>(std::clamp<std::int64_t>(to, range->min, all_in)));
}

}  // namespace trivium::poker
