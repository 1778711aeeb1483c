// Methods based on bounds of means: one reward per outcome, confidence intervals by
// Kullback-Leibler divergence, optimism.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/bandits/method_makers.h"
#include "engine/bandits/pick.h"
#include "engine/core/steady_math.h"

namespace trivium::bandits {

namespace {

struct Interval {
  double low = 0;
  double high = 1;
};

/// Returns the largest mean whose divergence from `mean` is at most `distance`, up to rounding.
double upper_end(double mean, double distance) noexcept {
  constexpr double kEdge = 1e-9;
  constexpr int kSteps = 12;  // five are usually enough
  const double p = std::clamp(mean, kEdge, 1 - kEdge), other = 1 - p;
  const double negative_entropy = p * steady_log(p) + other * steady_log(other);
  // Two upper bounds: Pinsker's inequality, and the one that ignores the gain of a larger q. Newton
  // steps from there approach the end from above and never pass it, because the divergence is
  // convex.
  const double pinsker = p + std::sqrt(0.5 * distance);
  const double one_sided = 1 - steady_exp((negative_entropy - distance) / other);
  double q = std::min(std::min(pinsker, one_sided), 1 - kEdge);
  for (int i = 0; i < kSteps && q > p; ++i) {
    const double excess =
        negative_entropy - p * steady_log(q) - other * steady_log(1 - q) - distance;
    const double step = excess * q * (1 - q) / (q - p);
    if (!(step > kEdge)) break;
    q -= step;
  }
  return std::max(q, p);
}

/// Returns the interval of means whose Kullback-Leibler divergence from `mean` is at most
/// `distance`, for rewards in {0, 1}.
Interval around(double mean, double distance) noexcept {
  return {1 - upper_end(1 - mean, distance), upper_end(mean, distance)};
}

class Bounded final : public Method {
 public:
  Bounded(const Problem& problem, bool lucb, double delta)
      : Method(problem),
        lucb_(lucb),
        log_delta_(steady_log(delta)),
        sums_(problem.tree->leaves()),
        intervals_(problem.tree->nodes().size()),
        means_(intervals_.size(), 0.5),
        followed_(intervals_.size()) {}

  std::size_t next(Rng& rng) noexcept override {
    if (pulls() < tree().leaves()) return pulls();
    back_up(rng);
    if (tree().actions() == 1) return representative(tree().action_node(0));
    const std::size_t leader = lucb_ ? best_mean(rng) : min_risk(rng);
    const std::size_t rival = best_high(leader, rng);
    const auto width = [&](std::size_t action) { return at(action).high - at(action).low; };
    return representative(tree().action_node(width(leader) >= width(rival) ? leader : rival));
  }

 protected:
  void learn(std::size_t leaf, Outcome outcome, Rng&) noexcept override {
    sums_[leaf] += rule().reward(outcome);
    const double pulls_of = beliefs()[leaf].pulls();
    const double mean = sums_[leaf] / pulls_of;
    // Exploration rate of Kaufmann and Koolen's experiments: ln(ln(e n) / delta).
    const double rate = std::max(0.0, steady_log(1 + steady_log(pulls_of)) - log_delta_);
    means_[tree().leaf_node(leaf)] = mean;
    intervals_[tree().leaf_node(leaf)] = around(mean, rate / pulls_of);
  }

 private:
  const Interval& at(std::size_t action) const noexcept {
    return intervals_[tree().action_node(action)];
  }

  void back_up(Rng& rng) noexcept {
    for (std::size_t number = tree().nodes().size(); number-- > 1;) {
      const Tree::Node& node = tree().nodes()[number];
      if (node.kind == NodeKind::kLeaf) continue;
      Interval sum{0, 0};
      double mean = 0;
      Pick follow;
      for (std::uint32_t child = node.first; child < node.first + node.count; ++child) {
        const Interval& here = intervals_[child];
        if (node.kind == NodeKind::kChance) {
          const double chance = tree().nodes()[child].chance;
          sum = {sum.low + chance * here.low, sum.high + chance * here.high};
          mean += chance * means_[child];
          follow.offer(child, chance * (here.high - here.low), rng);
          continue;
        }
        const bool is_max = node.kind == NodeKind::kMax;
        follow.offer(child, is_max ? here.high : -here.low, rng);
        const auto better = [is_max, first = child == node.first](double old, double with) {
          return first ? with : is_max ? std::max(old, with) : std::min(old, with);
        };
        sum = {better(sum.low, here.low), better(sum.high, here.high)};
        mean = better(mean, means_[child]);
      }
      intervals_[number] = sum;
      means_[number] = mean;
      followed_[number] = static_cast<std::uint32_t>(follow.found);
    }
  }

  std::size_t representative(std::uint32_t node) const noexcept {
    while (tree().nodes()[node].kind != NodeKind::kLeaf) node = followed_[node];
    return tree().nodes()[node].first;
  }

  std::size_t best_mean(Rng& rng) const noexcept {
    Pick best;
    for (std::size_t action = 0; action < tree().actions(); ++action)
      best.offer(action, means_[tree().action_node(action)], rng);
    return best.found;
  }

  /// Returns the action with the highest upper bound, except `but`.
  std::size_t best_high(std::size_t but, Rng& rng) const noexcept {
    Pick best;
    for (std::size_t action = 0; action < tree().actions(); ++action) {
      if (action != but) best.offer(action, at(action).high, rng);
    }
    return best.found;
  }

  /// Returns UGapE's leader: the action whose best rival can exceed it by the least.
  std::size_t min_risk(Rng& rng) const noexcept {
    const std::size_t highest = best_high(tree().actions(), rng), second = best_high(highest, rng);
    Pick best;
    for (std::size_t action = 0; action < tree().actions(); ++action) {
      best.offer(action, at(action).low - at(action == highest ? second : highest).high, rng);
    }
    return best.found;
  }

  bool lucb_;  // else UGapE
  double log_delta_;
  std::vector<double> sums_;  // sums of rewards, by leaf
  std::vector<Interval> intervals_;
  std::vector<double> means_;
  std::vector<std::uint32_t> followed_;
};

/// Each player selects the child with the best bound for it; the most visited action is
/// recommended.
class Uct final : public Method {
 public:
  Uct(const Problem& problem, double exploration)
      : Method(problem),
        exploration_(exploration),
        sums_(problem.tree->nodes().size()),
        visits_(sums_.size()) {}

  std::size_t next(Rng& rng) noexcept override {
    std::uint32_t node = 0;
    while (tree().nodes()[node].kind != NodeKind::kLeaf) node = child_of(node, rng);
    return tree().nodes()[node].first;
  }

  std::size_t recommend(Rng& rng) noexcept override {
    Pick best;
    for (std::size_t action = 0; action < tree().actions(); ++action)
      best.offer(action, visits_[tree().action_node(action)], rng);
    return best.found;
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
    if (node.kind == NodeKind::kChance) return chance_child(node, rng);
    const double log_visits = visits_[number] == 0 ? 0 : steady_log(visits_[number]);
    Pick best;
    for (std::uint32_t child = node.first; child < node.first + node.count; ++child) {
      if (visits_[child] == 0) {
        best.offer(child, std::numeric_limits<double>::infinity(), rng);
        continue;
      }
      const double mean = sums_[child] / visits_[child];
      best.offer(child,
                 (node.kind == NodeKind::kMax ? mean : 1 - mean) +
                     exploration_ * std::sqrt(log_visits / visits_[child]),
                 rng);
    }
    return static_cast<std::uint32_t>(best.found);
  }

  std::uint32_t chance_child(const Tree::Node& node, Rng& rng) const noexcept {
    double left = rng.unit();
    std::uint32_t chosen = node.first;
    for (std::uint32_t child = node.first; child < node.first + node.count && left >= 0; ++child) {
      if (tree().nodes()[child].chance > 0) chosen = child;
      left -= tree().nodes()[child].chance;
    }
    return chosen;
  }

  double exploration_;
  std::vector<double> sums_;    // sums of rewards, by node
  std::vector<double> visits_;  // by node
};

}  // namespace

std::unique_ptr<Method> make_lucb(const Problem& problem, double delta) {
  return std::make_unique<Bounded>(problem, true, delta);
}
std::unique_ptr<Method> make_ugape(const Problem& problem, double delta) {
  return std::make_unique<Bounded>(problem, false, delta);
}
std::unique_ptr<Method> make_uct(const Problem& problem, double exploration) {
  return std::make_unique<Uct>(problem, exploration);
}

}  // namespace trivium::bandits
