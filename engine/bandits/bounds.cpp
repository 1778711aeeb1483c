// Methods that bound means: one reward for each outcome, intervals by the Kullback-Leibler divergence, optimism.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/bandits/method_makers.h"

namespace trivium::bandits {

namespace {

struct Interval {
  double low = 0;
  double high = 1;
};

/// Between rewards of 0 and 1 with these means.
double divergence(double p, double q) noexcept {
  double sum = 0;
  if (p > 0) sum += p * (steady_log(p) - steady_log(q));
  if (p < 1) sum += (1 - p) * (steady_log(1 - p) - steady_log(1 - q));
  return sum;
}

/// Which means lie no further than `distance` from `mean`.
Interval around(double mean, double distance) noexcept {
  constexpr double kEdge = 1e-9;
  constexpr int kHalvings = 24;
  const auto end = [&](double inside, double outside) {
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = 0.5 * (inside + outside);
      (divergence(mean, middle) <= distance ? inside : outside) = middle;
    }
    return outside;
  };
  mean = std::clamp(mean, kEdge, 1 - kEdge);
  return {end(mean, kEdge), end(mean, 1 - kEdge)};
}

class Bounded final : public Method {
 public:
  Bounded(const Problem& problem, BoundedChoice choice, double delta)
      : Method(problem),
        choice_(choice),
        log_delta_(steady_log(delta)),
        sums_(problem.tree->leaves()),
        intervals_(problem.tree->nodes().size()),
        means_(intervals_.size(), 0.5),
        followed_(intervals_.size()) {}

  std::size_t next(Rng& rng) noexcept override {
    if (pulls() < tree().leaves()) return pulls();
    back_up();
    if (tree().actions() == 1) return representative(tree().action_node(0));
    const std::size_t leader = choice_ == BoundedChoice::kLucb ? best_mean(rng) : least_risk();
    const std::size_t rival = best_high(leader);
    const auto width = [&](std::size_t action) { return at(action).high - at(action).low; };
    return representative(tree().action_node(width(leader) >= width(rival) ? leader : rival));
  }

 protected:
  void learn(std::size_t leaf, Outcome outcome, Rng&) noexcept override {
    sums_[leaf] += rule().reward(outcome);
    const double pulls_of = beliefs()[leaf].pulls();
    const double mean = sums_[leaf] / pulls_of;
    // Kaufmann and Koolen's rate of their experiments: ln(ln(e n) / delta).
    const double rate = std::max(0.0, steady_log(1 + steady_log(pulls_of)) - log_delta_);
    means_[tree().leaf_node(leaf)] = mean;
    intervals_[tree().leaf_node(leaf)] = around(mean, rate / pulls_of);
  }

 private:
  const Interval& at(std::size_t action) const noexcept { return intervals_[tree().action_node(action)]; }

  void back_up() noexcept {
    for (std::size_t number = tree().nodes().size(); number-- > 1;) {
      const Tree::Node& node = tree().nodes()[number];
      if (node.kind == NodeKind::kLeaf) continue;
      Interval sum{0, 0};
      double mean = 0, widest = -1;
      std::uint32_t followed = node.first;
      for (std::uint32_t child = node.first; child < node.first + node.count; ++child) {
        const Interval& here = intervals_[child];
        if (node.kind == NodeKind::kChance) {
          const double chance = tree().nodes()[child].chance;
          sum = {sum.low + chance * here.low, sum.high + chance * here.high};
          mean += chance * means_[child];
          if (chance * (here.high - here.low) > widest) {
            widest = chance * (here.high - here.low);
            followed = child;
          }
          continue;
        }
        const bool is_max = node.kind == NodeKind::kMax;
        if (is_max ? here.high > intervals_[followed].high : here.low < intervals_[followed].low) followed = child;
        const auto better = [is_max, first = child == node.first](double old, double with) {
          return first ? with : is_max ? std::max(old, with) : std::min(old, with);
        };
        sum = {better(sum.low, here.low), better(sum.high, here.high)};
        mean = better(mean, means_[child]);
      }
      intervals_[number] = sum;
      means_[number] = mean;
      followed_[number] = followed;
    }
  }

  std::size_t representative(std::uint32_t node) const noexcept {
    while (tree().nodes()[node].kind != NodeKind::kLeaf) node = followed_[node];
    return tree().nodes()[node].first;
  }

  std::size_t best_mean(Rng& rng) const noexcept {
    std::size_t best = 0;
    std::uint32_t equal = 1;
    for (std::size_t action = 1; action < tree().actions(); ++action) {
      const double ahead = means_[tree().action_node(action)] - means_[tree().action_node(best)];
      if (ahead < 0) continue;
      equal = ahead > 0 ? 1 : equal + 1;
      if (equal == 1 || rng.below(equal) == 0) best = action;
    }
    return best;
  }

  /// The greatest upper end but that of one action.
  std::size_t best_high(std::size_t but) const noexcept {
    std::size_t best = but == 0 ? 1 : 0;
    for (std::size_t action = 0; action < tree().actions(); ++action) {
      if (action != but && at(action).high > at(best).high) best = action;
    }
    return best;
  }

  /// UGapE's: whose rival could be better by the least.
  std::size_t least_risk() const noexcept {
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t action = 0; action < tree().actions(); ++action) {
      const double risk = at(best_high(action)).high - at(action).low;
      if (risk < least) {
        least = risk;
        best = action;
      }
    }
    return best;
  }

  BoundedChoice choice_;
  double log_delta_;
  std::vector<double> sums_;  // of rewards, by leaf
  std::vector<Interval> intervals_;
  std::vector<double> means_;
  std::vector<std::uint32_t> followed_;
};

/// Each player follows the child that could be best for him; the action pulled most is taken.
class Uct final : public Method {
 public:
  Uct(const Problem& problem, double exploration)
      : Method(problem), exploration_(exploration), sums_(problem.tree->nodes().size()), visits_(sums_.size()) {}

  std::size_t next(Rng& rng) noexcept override {
    std::uint32_t node = 0;
    while (tree().nodes()[node].kind != NodeKind::kLeaf) node = child_of(node, rng);
    return tree().nodes()[node].first;
  }

  std::size_t recommend(Rng& rng) noexcept override {
    std::size_t best = 0;
    std::uint32_t equal = 1;
    for (std::size_t action = 1; action < tree().actions(); ++action) {
      const double here = visits_[tree().action_node(action)], most = visits_[tree().action_node(best)];
      if (here < most) continue;
      equal = here > most ? 1 : equal + 1;
      if (equal == 1 || rng.below(equal) == 0) best = action;
    }
    return best;
  }

 protected:
  void learn(std::size_t leaf, Outcome outcome, Rng&) noexcept override {
    for (std::uint32_t node = tree().leaf_node(leaf);; node = tree().nodes()[node].parent) {
      sums_[node] += rule().reward(outcome);
      ++visits_[node];
      if (node == 0) break;
    }
  }

 private:
  std::uint32_t child_of(std::uint32_t number, Rng& rng) const noexcept {
    const Tree::Node& node = tree().nodes()[number];
    double best = -1;
    std::uint32_t chosen = node.first, equal = 1;
    double left = rng.unit();
    for (std::uint32_t child = node.first; child < node.first + node.count; ++child) {
      if (node.kind == NodeKind::kChance) {
        if (left >= 0) chosen = child;
        left -= tree().nodes()[child].chance;
        continue;
      }
      const double mean = visits_[child] == 0 ? 0 : sums_[child] / visits_[child];
      const double bound = visits_[child] == 0 ? std::numeric_limits<double>::infinity()
                                               : (node.kind == NodeKind::kMax ? mean : 1 - mean) +
                                                     exploration_ * std::sqrt(steady_log(visits_[number]) / visits_[child]);
      if (bound < best) continue;
      equal = bound > best ? 1 : equal + 1;
      if (equal > 1 && rng.below(equal) != 0) continue;
      best = bound;
      chosen = child;
    }
    return chosen;
  }

  double exploration_;
  std::vector<double> sums_;    // of rewards, by node
  std::vector<double> visits_;  // by node
};

}  // namespace

std::unique_ptr<Method> make_bounded(const Problem& problem, BoundedChoice choice, double delta) {
  return std::make_unique<Bounded>(problem, choice, delta);
}
std::unique_ptr<Method> make_uct(const Problem& problem, double exploration) { return std::make_unique<Uct>(problem, exploration); }

}  // namespace trivium::bandits
