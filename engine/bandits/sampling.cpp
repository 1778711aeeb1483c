// Methods that pull the principal leaf of a posterior sample, and the uniform ones to compare with.
#include <cmath>

#include "engine/bandits/method_makers.h"

namespace trivium::bandits {

namespace {

class Uniform final : public Method {
 public:
  using Method::Method;
  std::size_t next(Rng&) noexcept override { return pulls() % tree().leaves(); }
};

class Ttba final : public Method {
 public:
  using Method::Method;
  std::size_t next(Rng& rng) noexcept override {
    value().sample_best(beliefs(), value().best_action(), rng);
    return value().principal_leaf(0);
  }
};

class TopTwo final : public Method {
 public:
  TopTwo(const Problem& problem, double leader_share)
      : Method(problem), leader_share_(leader_share) {}

  std::size_t next(Rng& rng) noexcept override {
    const std::size_t leader = value().sample_best(beliefs(), value().best_action(), rng);
    if (rng.unit() < leader_share_ || tree().actions() == 1) return value().principal_leaf(0);
    for (int i = 0; i < kTries; ++i) {
      if (value().sample_best(beliefs(), leader, rng) != leader) return value().principal_leaf(0);
    }
    value().set_to_samples(beliefs(), rng);
    value().back_up(rng);
    return value().principal_leaf_of(
        rule().choose_but(leader, Goal::kBest, value().actions(), rng));
  }

 private:
  // Limit of samples whose best action is the leader; then the second best action of one more
  // sample is used.
  static constexpr int kTries = 50;

  double leader_share_;
};

/// Two phases, each with its own share of the rounds.
class Layered final : public Method {
 public:
  Layered(const Problem& problem, double lower_share, bool sampling, bool reuse)
      : Method(problem),
        sampling_(sampling),
        reuse_(reuse),
        lower_rounds_(static_cast<std::size_t>(
            std::llround(lower_share * static_cast<double>(problem.rounds)))),
        upper_(problem.tree->actions(), Belief(problem.prior)),
        worst_(upper_.size()),
        room_(problem.tree->leaves()) {}

  std::size_t next(Rng& rng) noexcept override {
    if (pulls() < lower_rounds_) {
      const std::size_t action = pulls() % tree().actions(), first = tree().first_leaf(action);
      const std::size_t count = tree().first_leaf(action + 1) - first;
      if (!sampling_) return first + pulls() / tree().actions() % count;
      return first + chosen(Goal::kWorst, {&beliefs()[first], count}, true, rng);
    }
    if (!knows_worst_) find_worst(rng);
    asked_ = sampling_ ? chosen(Goal::kBest, upper_, true, rng)
                       : (pulls() - lower_rounds_) % tree().actions();
    return worst_[asked_];
  }

  std::size_t recommend(Rng& rng) noexcept override {
    if (!knows_worst_ && pulls() >= lower_rounds_) find_worst(rng);
    return chosen(Goal::kBest, upper_, false, rng);
  }

 protected:
  void learn(std::size_t, Outcome outcome, Rng&) noexcept override {
    if (pulls() > lower_rounds_) upper_[asked_].observe(outcome);
  }

 private:
  std::size_t chosen(Goal goal, std::span<const Belief> arms, bool sampled, Rng& rng) noexcept {
    for (std::size_t i = 0; i < arms.size(); ++i)
      room_[i] = sampled ? arms[i].sample(rng) : arms[i].mean();
    return rule().choose(goal, std::span(room_).first(arms.size()), rng);
  }

  void find_worst(Rng& rng) noexcept {
    for (std::size_t action = 0; action < worst_.size(); ++action) {
      const std::size_t first = tree().first_leaf(action),
                        count = tree().first_leaf(action + 1) - first;
      worst_[action] = first + chosen(Goal::kWorst, {&beliefs()[first], count}, false, rng);
      if (reuse_) upper_[action] = beliefs()[worst_[action]];
    }
    knows_worst_ = true;
  }

  bool sampling_;  // else each arm in turn
  bool reuse_;     // the second phase starts with the posteriors of the first
  std::size_t lower_rounds_;
  Beliefs upper_;
  std::vector<std::size_t> worst_;  // worst leaf, by action
  bool knows_worst_ = false;
  std::size_t asked_ = 0;
  std::vector<Ternary> room_;
};

}  // namespace

std::unique_ptr<Method> make_uniform(const Problem& problem, double /*parameter*/) {
  return std::make_unique<Uniform>(problem);
}
std::unique_ptr<Method> make_ttba(const Problem& problem, double /*parameter*/) {
  return std::make_unique<Ttba>(problem);
}
std::unique_ptr<Method> make_top_two(const Problem& problem, double leader_share) {
  return std::make_unique<TopTwo>(problem, leader_share);
}
std::unique_ptr<Method> make_tbba_tree(const Problem& problem, double lower_share) {
  return std::make_unique<Layered>(problem, lower_share, true, false);
}
std::unique_ptr<Method> make_tbba_tree_reuse(const Problem& problem, double lower_share) {
  return std::make_unique<Layered>(problem, lower_share, true, true);
}
std::unique_ptr<Method> make_uniform_tree(const Problem& problem, double lower_share) {
  return std::make_unique<Layered>(problem, lower_share, false, false);
}

}  // namespace trivium::bandits
